/**
 * Converts a memory's text to tokens for comparison. Inflected forms of a word are folded to one form by the rules of the language, so
 * texts that differ only in such forms have equal tokens.
 */
import { unquotedOf } from '../extraction/quoted.ts';
import type { MemoryRow } from '../ports/store.ts';
import { ENGLISH } from './languages/english.ts';
import type { Language } from './languages/language.ts';
import { languageOf, lowered, type Tongue } from './languages/language-of.ts';

export interface Token {
  /** The folded word, in lower case. */
  readonly word: string;
  /** The word as written. */
  readonly raw: string;
  /** Whether it is the first word of the text. There, a capital letter does not mark a name. */
  readonly isFirst: boolean;
}

export interface Statement {
  readonly said: Said;
  /** The detected language. */
  readonly tongue: Tongue;
  /** The language whose word lists are used. English if none was detected. */
  readonly language: Language;
  /** All words without fillers and negations. */
  readonly tokens: readonly Token[];
  /** The content words, deduplicated. */
  readonly telling: ReadonlySet<string>;
  readonly isNegated: boolean;
  /** Whether the person said it of themselves. Two such texts have one subject. */
  readonly isOwn: boolean;
  /** The text in lower case with single spaces, for set phrases. */
  readonly plain: string;
}

export type Said = Pick<MemoryRow, 'content' | 'key'>;

/** Returns the text of a memory. For a keyed memory it is "key is value". */
export const textOf = ({ content, key }: Said): string =>
  key === null ? unquotedOf(content) : `${key.replaceAll(/[-_/]+/g, ' ')} is ${content}`;

/** The frame in which extraction stores what the person said of themselves. Its words are English in every language. */
const OWN = /^The user says: “(.+)”$/su;

/** Returns what the person said, without the frame. Null for another text. */
export const ownIn = ({ content, key }: Said): string | null =>
  key === null ? (OWN.exec(content)?.[1] ?? null) : null;

export const statementOf = (said: Said, as: Language | null = null): Statement => {
  const own = ownIn(said);
  const raws = rawsOf(own ?? textOf(said));
  const tongue = languageOf(said.key === null ? raws : rawsOf(said.content));
  const language = as ?? (typeof tongue === 'string' ? ENGLISH : tongue);
  const { fillers, negations, negating } = language;
  const lowers = raws.map(lowered);
  const plain = lowers.join(' ');
  const tokens: Token[] = [];
  const telling = new Set<string>();
  let isNegated = negating.test(plain);
  // A single pass, because every save parses nine texts.
  for (const [at, lower] of lowers.entries()) {
    const word = fold(lower, language);
    if (negations.has(word)) isNegated = true;
    else if (!fillers.has(word)) {
      tokens.push({ word, raw: raws[at] ?? lower, isFirst: at === 0 });
      if (isTelling(word, language)) telling.add(word);
    }
  }
  return { said, tongue, language, tokens, telling, isNegated, isOwn: own !== null, plain };
};

const rawsOf = (text: string): readonly string[] => text.normalize('NFKC').match(TOKEN) ?? [];

/** Words of letters and digits, with the characters that join them in names, versions, dates and addresses. */
const TOKEN = /[\p{L}\p{N}\p{M}]+(?:[-_./:@+'’][\p{L}\p{N}\p{M}]+)*/gu;

const fold = (lower: string, { folded, elision }: Language): string => {
  const word = withoutElision(lower, elision);
  const form = folded.get(word) ?? (word === 'is' ? 'be' : null);
  return form ?? (word.endsWith('s') && PLURAL.test(word) ? word.slice(0, -1) : word);
};

const PLURAL = /^[a-z]{4,}[^s]s$/;

const withoutElision = (lower: string, elision: RegExp | null): string => {
  if (!lower.includes("'")) return lower;
  return elision === null ? lower.replace(/'s$/, '') : lower.replace(elision, '');
};

/** Whether a folded word is a content word. */
export const isTelling = (word: string, { functionWords }: Language): boolean =>
  word !== 'be' && !functionWords.has(word);

export const hasDigit = (word: string): boolean => /\p{N}/u.test(word);
