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
const ITALIAN =
  "(?:mi )?(?:dispiace|spiace|rincresce)\\b|spiacente\\b|mi scuso\\b|(?:purtroppo,? )?non (?:posso|sono in grado|riesco)\\b|non mi è possibile|(?:come|in quanto) (?:modello linguistico|intelligenza artificiale|assistente),? non\\b|sono un['’ ]?(?:assistente|modello linguistico|intelligenza artificiale)|non ho (?:abbastanza|sufficienti) informazioni|devo rifiutare\\b";
const PORTUGUESE =
  '(?:sinto muito|lamento|desculpe|peço desculpas?)\\b|(?:infelizmente,? )?(?:eu )?não (?:posso|consigo|sou capaz)\\b|não me é possível|como (?:uma? )?(?:modelo de linguagem|inteligência artificial|assistente(?: de ia)?),? (?:eu )?não(?!\\p{L})|sou uma? (?:assistente|modelo de linguagem|inteligência artificial)|não tenho informações suficientes|(?:tenho (?:de|que)|devo) recusar\\b';
const CHINESE =
  '(?:非常|很)?抱歉|不好意思|对不起|對不起|恕我?(?:无法|無法|不能)|我(?:无法|無法|没办法|沒辦法)|我不能(?:回答|提供|完成|协助|協助|帮助|幫助|处理|處理|总结|總結)|我(?:没有|沒有)足[够夠]|我必[须須]拒[绝絕]|我是一?[个個]?(?:AI|人工智能|人工智慧|语言模型|語言模型)|作[为為]一?[个個]?(?:AI|人工智能|人工智慧|语言模型|語言模型)[^。]{0,6}我(?:无法|無法|不能)';
const JAPANESE =
  '(?:大変)?申し訳(?:ありません|ございません|ないです)|すみませんが|ごめんなさい|恐れ入りますが|(?:お答え|お応え|回答|要約|提供|お手伝い)(?:を提供)?(?:すること)?は?できません|(?:残念ながら、?)?[こそ]の(?:内容|依頼|質問|操作|要望)[^。し]{0,12}(?:できません|できかねます|お断りします)|(?:AI|人工知能|言語モデル|AIアシスタント)として、?[^。]{0,30}できません|私はAI(?:アシスタント)?(?:なので|ですので)|要約[^。]{0,12}情報がありません';
/** Two more words belong to it, because a person may begin with the same ones. */
const REFUSAL = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:${[ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, CHINESE, JAPANESE].join('|')})(?:[^\\p{L}\\p{N}]+[\\p{L}\\p{N}]+){0,2}`,
  'iu',
);

/** Returns whether the text begins as a refusal that the model was not told. `told`: what the model was given. */
export const isRefusal = (text: string, told: string): boolean => {
  const found = REFUSAL.exec(text)?.[0];
  return found !== undefined && !folded(told).includes(folded(found));
};

const folded = (text: string): string => text.toLowerCase().replaceAll('’', "'").trim();
