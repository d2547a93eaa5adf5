/**
 * Detects the language of a text among those with word lists. A text of another language is never compared, because the rules of a
 * wrong language would find false contradictions. [M-4]
 */
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import type { Language } from './language.ts';
import { PORTUGUESE } from './portuguese.ts';
import { SPANISH } from './spanish.ts';

/** `any`: only names, numbers and at most two words, which read alike everywhere. `unknown`: a language without rules. */
export type Tongue = Language | 'any' | 'unknown';

const LANGUAGES = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE] as const;
/** Words that occur in several languages, with or without rules. They count half. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  `a an in no on me as am do so die des son use set is war has man on en de del la le les un una une se y o es el que con per bug pr test
   port version code service system ticket issue sprint commit framework editor budget domain status region limit browser release
   deadline team person level phase page question pas ne como para server usa usano sempre i o e da dal su si al ai ed ha loro sala parte pedido contrato
   dirige termina utiliza prefere vive editor tema porta come`.split(/\s+/),
);
/** The share of a text's plain words that must hint at the language. */
const KNOWN_SHARE = 0.2;
const PLAIN_WORDS_OF_ANY_MAX = 2;

const HALF = 0.5;

/**
 * The weight of each word for each language, in the order of `LANGUAGES`. Nouns look alike in many languages, so function words and
 * verbs weigh more.
 */
const HINTS: ReadonlyMap<string, readonly number[]> = (() => {
  const hints = new Map<string, number[]>();
  for (const [at, language] of LANGUAGES.entries()) {
    const note = (word: string, hint: number): void => {
      const own = hints.get(word) ?? LANGUAGES.map(() => 0);
      own[at] = Math.max(own[at] ?? 0, hint);
      hints.set(word, own);
    };
    const { functionWords, fillers, negations, folded } = language;
    for (const words of [functionWords, fillers, negations, folded])
      for (const word of words.keys()) note(word, AMBIGUOUS.has(word) ? HALF : 1);
    const { slotNouns, genericSubjects, ordinalNouns, datedNouns } = language;
    for (const words of [slotNouns, genericSubjects, ordinalNouns, datedNouns])
      for (const word of words.keys()) note(word, HALF);
  }
  return hints;
})();

export const languageOf = (raws: readonly string[]): Tongue => {
  const sums = LANGUAGES.map(() => 0);
  const add = (hint: number, at: number): void => {
    sums[at] = (sums[at] ?? 0) + hint;
  };
  let words = 0;
  for (let at = 0; at < raws.length; at++) {
    const raw = raws[at] ?? '';
    // A fast path: most words are simple, and have no hints.
    const isSimple = SIMPLE.test(raw);
    if (!isSimple && !isPlain(raw, at)) continue;
    words++;
    hintsOf(isSimple ? raw : lowered(raw))?.forEach(add);
  }
  const scores = LANGUAGES.map((language, at) => ({ language, score: sums[at] ?? 0 }));
  const [first, second] = scores.sort((a, b) => b.score - a.score);
  if (first === undefined || first.score === 0) return words <= PLAIN_WORDS_OF_ANY_MAX ? 'any' : 'unknown';
  if (second !== undefined && second.score === first.score)
    return words <= PLAIN_WORDS_OF_ANY_MAX ? 'any' : 'unknown';
  return first.score / words >= KNOWN_SHARE ? first.language : 'unknown';
};

const SIMPLE = /^[a-z]+$/;

/** Whether a word has no digits, and no capital except as the first word. German nouns count as names. */
const isPlain = (raw: string, at: number): boolean =>
  !/\p{N}/u.test(raw) && (at === 0 || !/^\p{Lu}/u.test(raw));

export const lowered = (raw: string): string => {
  const lower = raw.toLowerCase();
  return lower.includes('’') ? lower.replaceAll('’', "'") : lower;
};

/** Returns the hints of a word for each language, in the order of `LANGUAGES`. Undefined when it has none. */
const hintsOf = (word: string): readonly number[] | undefined => {
  const hints = HINTS.get(word);
  if (!word.includes("'")) return hints;
  return LANGUAGES.map(({ elision }, at) => (elision?.test(word) === true ? 1 : (hints?.[at] ?? 0)));
};
