/**
 * The form in which text is searched for injections, so that spelling tricks do not hide one: compatibility forms (full
 * width letters), invisible characters, accents, look-alike letters of other scripts, HTML entities and letter spacing
 * are undone. For matching only; what is saved stays as it was written. [G-1]
 */

/** Letters and signs of other scripts by what they look like, in Latin letters; both cases of what looks different in each. */
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
/** Inside of every such run; looking for it alone is several times cheaper. */
const LETTER_SPACED_HINT = /(?:[ .\-_*][a-z]){4}[ .\-_*]/;
const LETTER_SPACED = /(?<![a-z])(?:[a-z][ .\-_*]){5,}[a-z](?![a-z])/g;

/** Lower case; line breaks stay. */
export const foldForMatching = (text: string): string => {
  const latin = PLAIN.test(text) ? text.toLowerCase() : foldUnusual(text);
  return LETTER_SPACED_HINT.test(latin)
    ? latin.replace(LETTER_SPACED, (run) => run.replace(/[^a-z]/g, ''))
    : latin;
};

/** ASCII without an entity, which is what most texts are. */
const PLAIN = /^[\n\t\x20-\x25\x27-\x7e]*$/;

const foldUnusual = (text: string): string => {
  let folded = '';
  for (const char of ENTITIES.reduce((plain, [entity, sign]) => plain.replace(entity, sign), text))
    folded += foldChar(char);
  return folded;
};

const FOLDED_MAX = 10_000;
const foldedChars = new Map<string, string>();

/** The text that stands for one character; empty for one that is not seen. */
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

export interface Folded {
  readonly text: string;
  /** Where the character of the original begins, or ends, that gave what stands at a place of the folded text. */
  readonly startOf: (at: number) => number;
  readonly endOf: (at: number) => number;
}

/** Character by character, so that what is found can be shown in the original; entities and spaced letters stay. */
export const foldInPlace = (text: string): Folded => {
  if (ASCII.test(text)) return { text: text.toLowerCase(), startOf: (at) => at, endOf: (at) => at + 1 };
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
  return { text: folded, startOf, endOf: (place) => startOf(place) + charLength(text, startOf(place)) };
};

const charLength = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are all that ASCII has.
const ASCII = /^[\x00-\x7f]*$/;
