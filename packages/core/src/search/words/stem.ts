/** A word without its English ending, so that its forms are one. Shorter than the index's own stems are never: what it finds, this finds. */
const ENDINGS = /(?:ations?|ings?|edly|ed|ions?|ments?|ers?|ies|ied|ly|es|s|y|e)$/;

export const stemOf = (word: string): string => {
  if (word.length < 4) return word;
  const cut = word.replace(ENDINGS, '');
  if (cut.length < 3) return word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word;
  // `running` → `runn` → `run`
  return cut.length > 3 && cut.at(-1) === cut.at(-2) ? cut.slice(0, -1) : cut;
};
