/**
 * Texts that make a pattern slow. They consist of what the pattern searches for: its characters, its words, pairs of them, and runs
 * after a word. Each text has any length and ends with something that does not match.
 */
export interface Flood {
  readonly name: string;
  readonly make: (chars: number) => string;
}

/** Characters that stand for a class. */
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  s: [' ', '\n'],
  S: ['x'],
  d: ['0'],
  D: ['x'],
  w: ['a', '_', '0'],
  W: ['-', ' '],
  n: ['\n'],
  t: ['\t'],
  b: [],
  B: [],
};
const PROPERTIES: readonly (readonly [RegExp, string])[] = [
  [/^(?:L|Letter|Lo|Ll)$/, 'é'],
  [/^(?:Lu)$/, 'Ä'],
  [/^(?:N|Nd)$/, '0'],
  [/^(?:P|Pd|Po)$/, '.'],
  [/^(?:M|Mn)$/, '\u0301'],
  [/^(?:Cf|Default_Ignorable)/, '\u200b'],
];
const ALWAYS = ['a', ' ', '\n', '0', '-', '.', '<', '"', '\u200b'];
const CHARS_MAX = 24;
const WORDS_MAX = 10;
const ENDS = ['\u0000', '!'];

/** Returns single characters that the pattern can match. */
const charsOf = (source: string): readonly string[] => {
  const found = new Set<string>();
  for (const [, property, escaped, plain] of source.matchAll(/\\[pP]\{([^}]+)\}|\\([^pPuxc])|([^\\])/gsu)) {
    if (property !== undefined) found.add(PROPERTIES.find(([name]) => name.test(property))?.[1] ?? 'é');
    else if (escaped !== undefined) for (const char of CLASSES[escaped] ?? [escaped]) found.add(char);
    else if (plain !== undefined && !/[\^$()|?*+{}\p{L}\p{N}]/u.test(plain)) found.add(plain);
  }
  for (const char of ALWAYS) found.add(char);
  return [...found].slice(0, CHARS_MAX);
};

/** Returns the words in the pattern. */
const wordsOf = (source: string): readonly string[] => {
  const words = new Set<string>();
  const plain = source.replace(/\\[pP]\{[^}]*\}|\\[a-zA-Z]/g, ' ').replace(/\\(.)/g, '$1');
  for (const [word] of plain.matchAll(/[\p{L}\p{N}<>/"':@#_-]{2,}(?: [\p{L}'-]+){0,3}/gu)) words.add(word);
  const all = [...words];
  const step = Math.max(1, Math.ceil(all.length / WORDS_MAX));
  return all.filter((_, at) => at % step === 0);
};

const flood = (name: string, head: string, unit: string, end: string): Flood => ({
  name: JSON.stringify([name, head, unit, end]),
  make: (chars) => `${head}${unit.repeat(Math.max(1, Math.floor(chars / unit.length)))}${end}`,
});

/** Markup of texts. Any pattern may meet a flood of it. */
const MARKUP = [
  '<a>',
  '<a ',
  '</a>',
  '<!--',
  '```',
  '[x](',
  '[[',
  '“x',
  '"a":"',
  "'a",
  '\\"',
  '- ',
  '# ',
  'a=',
  'a: ',
  '://',
  'a.',
];

export const floodsOf = (source: string): readonly Flood[] => {
  const chars = charsOf(source);
  const words = wordsOf(source);
  const some = chars.slice(0, 8);
  return [
    ...chars.flatMap((char) => ENDS.map((end) => flood('run', '', char, end))),
    ...some.flatMap((a) =>
      some.flatMap((b) =>
        a === b ? [] : [flood('pair', '', a + b, '\u0000'), flood('behind', a, b, '\u0000')],
      ),
    ),
    ...MARKUP.flatMap((mark) => [
      flood('markup', '', mark, '\u0000'),
      flood('line', '', `${mark}\n`, '\u0000'),
    ]),
    ...words.flatMap((word) => [
      flood('word', '', word, '\u0000'),
      flood('words', '', `${word} `, '\u0000'),
      ...some
        .slice(0, 6)
        .flatMap((char) => [flood('after', word, char, '\u0000'), flood('with', '', word + char, '\u0000')]),
    ]),
  ];
};
