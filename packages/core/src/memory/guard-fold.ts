/**
 * The form in which text is searched for injections, so that spelling tricks do not hide one: compatibility forms (full
 * width letters), invisible characters, accents, look-alike letters of other scripts, HTML entities and letter spacing
 * are undone. For matching only; what is saved stays as it was written. [G-1]
 */

/** Cyrillic and Greek letters that look like Latin ones, and brackets that look like `<` and `>`. */
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    һ: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    ӏ: 'l',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    ѕ: 's',
    т: 't',
    у: 'y',
    ѵ: 'v',
    ԝ: 'w',
    х: 'x',
    α: 'a',
    ε: 'e',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ı: 'i',
    ɡ: 'g',
    '‹': '<',
    '›': '>',
    '〈': '<',
    '〉': '>',
    '⟨': '<',
    '⟩': '>',
    '❮': '<',
    '❯': '>',
    '’': "'",
    '‘': "'",
  }),
);

const ENTITIES: readonly (readonly [RegExp, string])[] = [
  [/&(?:lt|#0*60|#x0*3c);/giu, '<'],
  [/&(?:gt|#0*62|#x0*3e);/giu, '>'],
  [/&(?:sol|#0*47|#x0*2f);/giu, '/'],
  [/&(?:nbsp|#0*160|#x0*a0);/giu, ' '],
];

const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u115f\u1160\u3164]/gu;
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
  const plain = ENTITIES.reduce((folded, [entity, char]) => folded.replace(entity, char), text)
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(/\p{M}/gu, '')
    .toLowerCase();
  return [...plain].map((char) => LOOKS_LIKE.get(char) ?? char).join('');
};
