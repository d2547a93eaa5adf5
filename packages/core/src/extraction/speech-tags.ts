/** Finds the words by which a novel or a report says who spoke: "I live in Hamburg, she said." Such a text is no word of the person. */

/** What ends a tag: a mark, the sentence's end, or what the speaker did meanwhile. */
const END = String.raw`(?=\s*(?:$|[.,;:!?…"”»“–—])| (?:and|und|et|y|e|и) )`;
const speaker = (noSpeaker: string): string =>
  String.raw`(?: (?!(?:${noSpeaker})(?![\p{L}]))[\p{L}'’-]+){1,4}?`;

/** Each follows a comma, a closing quotation mark or a dash. */
const TAGS: readonly string[] = [
  `(?:said|says|asked|replied|answered|whispered|muttered|murmured|shouted|cried|added)${speaker('I|we|you|that|it|to|for|me|us|before|above|earlier')}${END}`,
  String.raw`(?!(?:as|I|we|you|like|what|which) )[\p{L}'’-]+(?: [\p{L}'’-]+)? (?:said|says|replied|whispered|muttered|murmured|shouted|cried)${END}`,
  `(?:sagte|sagt|rief|ruft|flüsterte|flüstert|meinte|meint|antwortete|antwortet|fragte|erwiderte|entgegnete|murmelte|dachte|hauchte|schrie)${speaker('ich|wir|du|ihr|mir|uns|euch|man|dass|ob|wie|was|bitte|mal|das')}${END}`,
  String.raw`(?:dit|répond|répondit|murmure|murmura|ajoute|ajouta|demande|demanda|crie|cria|s['’]écrie|s['’]écria|souffle|souffla|chuchote|chuchota|reprit|pense|pensa|lance|lança|réplique|répliqua|fit)-(?:t-)?(?:il|elle|ils|elles)(?![\p{L}])`,
  `(?:dit|répondit|murmura|ajouta|demanda|cria|s['’]écria|souffla|chuchota|lança|répliqua)${speaker("je|on|nous|vous|tu|que|qu'il|ça|moi|comme|plus")}${END}`,
  `(?:dijo|respondió|contestó|preguntó|murmuró|susurró|añadió|gritó|exclamó|pensó|replicó)(?:${speaker('que|me|nos|lo|si')})?${END}`,
  `(?:disse|rispose|chiese|mormorò|sussurrò|aggiunse|gridò|esclamò|pensò|replicò)(?:${speaker('che|mi|ci|di|se')})?${END}`,
  `(?:disse|respondeu|perguntou|murmurou|sussurrou|acrescentou|gritou|exclamou|pensou|retrucou)(?:${speaker('que|me|nos|isso|se')})?${END}`,
  `(?:сказала?|ответила?|спросила?|прошептала?|добавила?|крикнула?|подумала?|пробормотала?)${speaker('я|мы|мне|нам|что|чтобы|это')}${END}`,
];
const SPEECH: readonly RegExp[] = [
  ...TAGS.map((tag) => new RegExp(String.raw`[,"”»“–—]\s?(?:${tag})`, 'iu')),
  /(?:[她他]|[，,”」][\p{Script=Han}]{1,4})(?:低声|小声|大声)?(?:说|說|问|問|答|喊|叫)道?[。.！!]?$/u,
  /と、?(?:[\p{L}]{1,8}[はが])?(?:言った|言いました|答えた|尋ねた|つぶやいた|叫んだ|ささやいた)[。.！!]?$/u,
];

/** Whether the sentence says that somebody else spoke its words. */
export const tellsWhoSpoke = (sentence: string): boolean => SPEECH.some((pattern) => pattern.test(sentence));
