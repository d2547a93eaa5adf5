/** What a sentence is likely to be about: something that lasts, such as a preference, a rule or a decision, or a thing that was done. */

/** Words by which people say what holds from now on, in a few languages. [SU-3] */
const LASTING =
  /\b(?:prefers?|likes?|dislikes?|hates?|wants?|always|never|must|should|don't|avoids?|decided|decision|chose|agreed|rule|convention|uses?|owns?|leads?|responsible|instead of|is called|lives? in|runs? on|depends? on|requires?|because|deadline|bevorzugt|immer|nie|niemals|muss|soll|entschieden|statt|préfère|toujours|jamais|doit|décidé|prefiere|siempre|nunca|debe|decidió)\b|喜欢|偏好|总是|从不|必须|决定|使用/iu;
/** A thing that was done, or is being done, and is over soon. */
const PASSING =
  /^(?:fixed|added|updated|renamed|ran|tried|tested|looked|merged|deployed|installed|ok|done)\b|\b(?:today|yesterday|just now|right now|currently|this morning)\b/iu;

/** 1 for what lasts, 0 for what passes, else in between. */
export const lastingShare = (sentence: string): number => {
  if (PASSING.test(sentence)) return 0;
  return LASTING.test(sentence) ? 1 : 0.4;
};
