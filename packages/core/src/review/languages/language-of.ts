/**
 * Which language a text is in, as far as its rules are known here. A text of a language without rules is compared with nothing, as
 * rules of another one would find what is not there. [M-4]
 */
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import type { Language } from './language.ts';
import { SPANISH } from './spanish.ts';

/** `any`: names, numbers and a word or two, which read alike everywhere. `unknown`: no rules for it. */
export type Tongue = Language | 'any' | 'unknown';

const LANGUAGES = [ENGLISH, GERMAN, FRENCH, SPANISH] as const;
/** Words of several languages, these or others: half of a hint. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  `a an in no on me as am do so die des son use set is war has man on en de del la le les un una une se y o es el que con per bug pr test
   port version code service system ticket issue sprint commit framework editor budget domain status region limit browser release
   deadline team person level phase page question pas ne como para server`.split(/\s+/),
);
/** So much of a text's plain words must tell of the language. */
const KNOWN_SHARE = 0.2;
const PLAIN_WORDS_OF_ANY_MAX = 2;

/** Capitals count as names but in the first place; German nouns are names too, which does no harm. */
export const languageOf = (raws: readonly string[]): Tongue => {
  const plain = raws.filter((raw, at) => !/\p{N}/u.test(raw) && (at === 0 || !/^\p{Lu}/u.test(raw)));
  const words = plain.map((raw) => raw.toLowerCase().replaceAll('’', "'"));
  const scores = LANGUAGES.map((language) => ({
    language,
    score: words.reduce((sum, word) => sum + hintOf(language, word), 0),
  })).sort((a, b) => b.score - a.score);
  const [first, second] = scores;
  if (first === undefined || first.score === 0)
    return words.length <= PLAIN_WORDS_OF_ANY_MAX ? 'any' : 'unknown';
  if (second !== undefined && second.score === first.score)
    return words.length <= PLAIN_WORDS_OF_ANY_MAX ? 'any' : 'unknown';
  return first.score / words.length >= KNOWN_SHARE ? first.language : 'unknown';
};

/** Nouns look alike in many languages; the small words and the verbs tell more. */
const hintOf = (language: Language, word: string): number => {
  const bare = language.elision === null ? word : word.replace(language.elision, '');
  if (bare !== word) return 1;
  const { functionWords, fillers, negations, folded } = language;
  const { slotNouns, genericSubjects, ordinalNouns, datedNouns } = language;
  if ([functionWords, fillers, negations, folded].some((words) => words.has(word)))
    return AMBIGUOUS.has(word) ? HALF : 1;
  return [slotNouns, genericSubjects, ordinalNouns, datedNouns].some((words) => words.has(word)) ? HALF : 0;
};

const HALF = 0.5;
