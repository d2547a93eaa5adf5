/**
 * Folds a text to the form in which it is searched for injections, so that spelling tricks do not hide one. It undoes compatibility
 * forms (full width letters), invisible characters, accents, look-alike letters of other scripts, HTML entities and letter spacing.
 * The saved text does not change. [G-1]
 */

/** Letters and signs of other scripts, by the Latin letter that they look like. Both cases are listed where they look different. */
const ALIKE: Readonly<Record<string, string>> = {
  a: 'аα\u0391ɑᴀ\uab7aꭺ',
  b: 'вβ\u0392ʙᏼ',
  c: 'сϲᴄⲥ\u03f9',
  d: 'ԁᴅꓒ',
  e: 'еε\u0395ᴇҽ',
  f: 'ꜰϝ',
  g: 'ɡɢց',
  h: 'һн\u0397ʜհ',
  i: 'іιı\u0399ɪꭵ',
  j: 'јᴊϳ',
  k: 'кκ\u039aᴋ',
  l: 'ӏʟꓡ',
  m: 'м\u039cᴍ',
  n: 'η\u039dɴո',
  o: 'оο\u039fᴏօσ',
  p: 'рρ\u03a1ᴘ',
  q: 'ԛ',
  r: 'ʀгᴦ',
  s: 'ѕꜱ',
  t: 'тτ\u03a4ᴛ',
  u: 'υᴜս',
  v: 'ѵνᴠ',
  w: 'ԝᴡѡ',
  x: 'хχ\u03a7',
  y: 'у\u03a5ʏү',
  z: 'ᴢ\u0396',
  '<': '‹〈⟨❮❰❬⦑⟪≪≺⋖˂ᐸᚲ⧼',
  '>': '›〉⟩❯❱❭⦒⟫≫≻⋗˃ᐳ⧽',
  '/': '∕⁄╱⟋⧸',
  '\\': '∖⟍╲⧵⧹',
  '|': 'ǀ∣❘',
  ':': '։׃∶꞉ː',
  '[': '⟦❲',
  "'": '’‘',
};
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  Object.entries(ALIKE).flatMap(([latin, alike]) => [...alike].map((char) => [char, latin] as const)),
);

const ENTITIES: readonly (readonly [RegExp, string])[] = [
  [/&(?:lt|#0{0,8}60|#x0{0,8}3c);/giu, '<'],
  [/&(?:gt|#0{0,8}62|#x0{0,8}3e);/giu, '>'],
  [/&(?:sol|#0{0,8}47|#x0{0,8}2f);/giu, '/'],
  [/&(?:nbsp|#0{0,8}160|#x0{0,8}a0);/giu, ' '],
];

const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{M}]/gu;
/** Part of every letter-spaced run. Looking for this part alone is several times cheaper. */
const LETTER_SPACED_HINT = /(?:[ .\-_*][a-z]){4}[ .\-_*]/;
const LETTER_SPACED = /(?<![a-z])(?:[a-z][ .\-_*]){5,}[a-z](?![a-z])/g;

/** Returns the folded text in lower case. Line breaks stay. */
export const foldForMatching = (text: string): string => {
  const latin = PLAIN.test(text) ? text.toLowerCase() : foldUnusual(text);
  return LETTER_SPACED_HINT.test(latin)
    ? latin.replace(LETTER_SPACED, (run) => run.replace(/[^a-z]/g, ''))
    : latin;
};

/** ASCII without HTML entities. Most texts match. */
const PLAIN = /^[\n\t\x20-\x25\x27-\x7e]*$/;

const foldUnusual = (text: string): string => {
  let folded = '';
  for (const char of ENTITIES.reduce((plain, [entity, sign]) => plain.replace(entity, sign), text))
    folded += foldChar(char);
  return folded;
};

const FOLDED_MAX = 10_000;
const foldedChars = new Map<string, string>();

/** Returns the folded form of one character. Empty for an invisible character. */
const foldChar = (char: string): string => {
  if (char < '\x7f') return char.toLowerCase();
  const known = foldedChars.get(char);
  if (known !== undefined) return known;
  const folded = [...char.normalize('NFKD').replace(UNSEEN, '')]
    .map((part) => LOOKS_LIKE.get(part) ?? LOOKS_LIKE.get(part.toLowerCase()) ?? part.toLowerCase())
    .join('');
  if (foldedChars.size >= FOLDED_MAX) foldedChars.clear();
  foldedChars.set(char, folded);
  return folded;
};

/**
 * Folds character by character, so that a match can be shown in the original. HTML entities and letter spacing stay.
 * `startOf` returns where the original character at a folded place begins; `endOf`: where it ends. In UTF-16 units.
 */
export const foldInPlace = (text: string) => {
  if (ASCII.test(text))
    return { text: text.toLowerCase(), startOf: (at: number) => at, endOf: (at: number) => at + 1 };
  const starts: number[] = [];
  let folded = '';
  let at = 0;
  for (const char of text) {
    const plain = foldChar(char);
    for (let unit = 0; unit < plain.length; unit++) starts.push(at);
    folded += plain;
    at += char.length;
  }
  const startOf = (place: number): number => starts[place] ?? text.length;
  return {
    text: folded,
    startOf,
    endOf: (place: number) => startOf(place) + charLength(text, startOf(place)),
  };
};

const charLength = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII includes them.
const ASCII = /^[\x00-\x7f]*$/;
