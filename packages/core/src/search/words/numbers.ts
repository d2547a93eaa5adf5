/** Finds other spellings of numbers and times: "half past two" is 02:30 and 14:30, "seven" is 7. [F-18] */

const HOURS = 'twelve one two three four five six seven eight nine ten eleven'.split(' ');
const HOURS_DE = 'zwölf eins zwei drei vier fünf sechs sieben acht neun zehn elf'.split(' ');
const COUNTED =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const TENS: Readonly<Record<string, string>> = {
  thirty: '30',
  forty: '40',
  fifty: '50',
  sixty: '60',
  seventy: '70',
  eighty: '80',
  ninety: '90',
  hundred: '100',
};
const COUNTED_OTHERS = [
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze'.split(' '),
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce'.split(' '),
];

const NUMBER_WORDS: ReadonlyMap<string, string> = new Map([
  ...COUNTED.map((word, at) => [word, String(at)] as const),
  ...Object.entries(TENS),
  ...COUNTED_OTHERS.flatMap((words) => words.map((word, at) => [word, String(at)] as const)),
]);
const WORDS_OF: ReadonlyMap<string, readonly string[]> = Map.groupBy(NUMBER_WORDS.keys(), (word) =>
  String(NUMBER_WORDS.get(word)),
);

/**
 * Returns other spellings of a number. 1 has none, because "one" and "un" have too many other meanings, and neither has "null", which
 * is rarely a number outside German.
 */
export const numberSpellings = (term: string): readonly string[] => {
  const digits = NUMBER_WORDS.get(term);
  if (digits === '1' || term === '1' || term === 'null') return [];
  if (digits !== undefined) return [digits];
  return term.length <= 3 ? (WORDS_OF.get(term) ?? []).filter((word) => word.length > 2) : [];
};

const CLOCK = /(?<![\d:.])([01]?\d|2[0-3])(?:[:.h]| h )([0-5]\d)(?![\d:.])/gu;
const SPOKEN =
  /\b(half past|quarter past|quarter to|(?:twenty|ten|five) (?:past|to)) (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gu;
const SPOKEN_DE =
  /(?<!\p{L})(halb|viertel nach|viertel vor|viertel|dreiviertel) (eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)(?!\p{L})/gu;
const MINUTES: Readonly<Record<string, number>> = { half: 30, quarter: 15, twenty: 20, ten: 10, five: 5 };
/** Minutes relative to the named hour: "halb drei" is 2:30. */
const MINUTES_DE: Readonly<Record<string, number>> = {
  halb: -30,
  'viertel nach': 15,
  'viertel vor': -15,
  viertel: -45,
  dreiviertel: -15,
};

/** Finds the times in a lower-case text. Returns all spellings of each time, as phrases of words. */
export const timeSpellings = (text: string): readonly (readonly string[])[] => {
  const times = [
    ...[...text.matchAll(CLOCK)].map(([, hour, minute]) => Number(hour) * 60 + Number(minute)),
    ...[...text.matchAll(SPOKEN)].map(([, how = '', hour = '']) => {
      const [minutes = '', side] = how.split(' ');
      return HOURS.indexOf(hour) * 60 + (side === 'to' ? -1 : 1) * (MINUTES[minutes] ?? 0);
    }),
    ...[...text.matchAll(SPOKEN_DE)].map(
      ([, how = '', hour = '']) => HOURS_DE.indexOf(hour) * 60 + (MINUTES_DE[how] ?? 0),
    ),
  ];
  return times.map(spellingsOf);
};

/** Minutes. */
const HALF_DAY = 720;

const spellingsOf = (time: number): readonly string[] => {
  const minutes = ((time % HALF_DAY) + HALF_DAY) % HALF_DAY;
  const hour = Math.floor(minutes / 60);
  const minute = minutes % 60;
  const two = (value: number): string => String(value).padStart(2, '0');
  const digits = [hour === 0 ? 12 : hour, hour + 12, hour].flatMap((one) => [
    `${one} ${two(minute)}`,
    `${two(one)} ${two(minute)}`,
    `${one}h${two(minute)}`,
  ]);
  return [...new Set([...digits, ...spokenOf(hour, minute)])];
};

const spokenOf = (hour: number, minute: number): readonly string[] => {
  const name = (at: number): string => HOURS[((at % 12) + 12) % 12] ?? '';
  const german = (at: number): string => HOURS_DE[((at % 12) + 12) % 12] ?? '';
  const spoken: Readonly<Record<number, readonly string[]>> = {
    0: [`${name(hour)} o clock`],
    15: [`quarter past ${name(hour)}`, `viertel nach ${german(hour)}`],
    20: [`twenty past ${name(hour)}`],
    30: [`half past ${name(hour)}`, `halb ${german(hour + 1)}`],
    40: [`twenty to ${name(hour + 1)}`],
    45: [`quarter to ${name(hour + 1)}`, `viertel vor ${german(hour + 1)}`],
  };
  return spoken[minute] ?? [];
};
