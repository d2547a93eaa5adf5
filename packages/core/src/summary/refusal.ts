/**
 * Recognises a model that refuses instead of answering. Answers are wanted in the second or third person, so a refusal shows in its
 * first words: an apology, or what the model itself cannot do. [SU-6, X-2]
 */
const ENGLISH =
  "(?:I['’]m |I am )?(?:so |very )?sorry\\b|(?:my|I) apolog|as an AI\\b|(?:unfortunately,? )?I (?:can['’]?t|cannot|can not|won['’]t|am unable|am not able)|I['’]m (?:unable|not able)";
const GERMAN =
  '(?:es )?tut mir leid\\b|(?:leider |dabei |das )?(?:(?:kann|darf) ich|ich (?:kann|darf))\\b[^.!?]*\\b(?:nicht|keine)\\b';
const FRENCH = '(?:je suis )?désolée?(?!\\p{L})|je ne (?:peux|suis) pas\\b';
const SPANISH = 'lo siento\\b|(?:yo )?no puedo\\b';
const ITALIAN = '(?:mi )?(?:dispiace|spiace)\\b|(?:purtroppo,? )?non (?:posso|sono in grado)\\b';
const PORTUGUESE = '(?:sinto muito|lamento|desculpe)\\b|(?:infelizmente,? )?(?:eu )?não (?:posso|consigo)\\b';
const CHINESE = '(?:非常|很)?抱歉|对不起|對不起|我(?:无法|無法|不能)(?:回答|提供|完成|协助|協助|总结|總結)';
const JAPANESE =
  '(?:大変)?申し訳(?:ありません|ございません)|すみませんが|(?:お答え|回答|要約|提供)(?:すること)?は?できません';
/** Two more words belong to it, because a person may begin with the same ones. */
const REFUSAL = new RegExp(
  `^\\W*(?:${[ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, CHINESE, JAPANESE].join('|')})(?:[^\\p{L}\\p{N}]+[\\p{L}\\p{N}]+){0,2}`,
  'iu',
);

/** Returns whether the text begins as a refusal that the model was not told. `told`: what the model was given. */
export const isRefusal = (text: string, told: string): boolean => {
  const found = REFUSAL.exec(text)?.[0];
  return found !== undefined && !folded(told).includes(folded(found));
};

const folded = (text: string): string => text.toLowerCase().replaceAll('’', "'").trim();
