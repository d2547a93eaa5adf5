/**
 * Whom a question names, and what it asks for by its exact name. What somebody said who is named is more likely meant than the same
 * words of others; how much that helps is measured in docs/retrieval.md. [F-7, F-10]
 */
import type { ParsedQuery } from './query.ts';

export interface Voice {
  readonly author: string | null;
  readonly text: string;
}

export interface Naming {
  /** Whether anybody could be named at all. */
  readonly hasNames: boolean;
  /** The scores of all whom the question does not name are divided by this. Measured: docs/retrieval.md. */
  readonly othersDivisor: number;
  /** Every word of the author's name is a word of the question. */
  isNamed(voice: Voice): boolean;
  /** Holds a phrase or an id that the question asks for. */
  isExact(voice: Voice): boolean;
}

/** A question in the first person is the user's about themselves: what they said counts, not what was answered. [F-20] */
const FIRST_PERSON =
  /(?<!\p{L})(?:i|my|me|mine|myself|ich|mein\p{L}*|mir|mich|je|j'|mon|ma|mes|moi|yo|mi|mis|me)(?!\p{L})|我|私|僕/iu;

export const namingOf = ({ terms, text }: ParsedQuery): Naming => {
  const asked = new Set(terms);
  const isOwn = text !== undefined && FIRST_PERSON.test(text);
  const compounds = terms.filter((term) => COMPOUND.test(term));
  return {
    hasNames: asked.size > 0,
    othersDivisor: isOwn ? OWN_DIVISOR : AUTHOR_DIVISOR,
    isNamed: ({ author }) => {
      if (isOwn && author === 'user') return true;
      const words = wordsOf(author ?? '').filter((word) => !isRole(word));
      return words.length > 0 && words.every((word) => asked.has(word));
    },
    isExact: ({ text }) => {
      if (compounds.length === 0) return false;
      const spaced = ` ${wordsOf(text).join(' ')} `;
      return compounds.some((compound) => spaced.includes(` ${compound} `));
    },
  };
};

/**
 * Of memories, which nobody says: one is about whom or what it begins with, so it is named when the question has that word as a name,
 * with a capital letter and not as its first word.
 */
export const subjectNamingOf = (asked: string, question: ParsedQuery): Naming => {
  const terms = new Set(question.terms);
  const [, ...others] = asked.toWellFormed().match(WORD) ?? [];
  const names = new Set(
    others
      .filter((word) => CAPITAL.test(word))
      .map((word) => word.normalize('NFKC').toLowerCase())
      .filter((word) => terms.has(word)),
  );
  return {
    ...namingOf(question),
    hasNames: names.size > 0,
    othersDivisor: SUBJECT_DIVISOR,
    isNamed: ({ text }) => names.has(WORD_FIRST.exec(text)?.[0].normalize('NFKC').toLowerCase() ?? ''),
  };
};

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const WORD_FIRST = /[\p{L}\p{N}\p{M}]+/u;
const CAPITAL = /^\p{Lu}/u;

/** Several words that belong together, or letters and digits in one. */
const COMPOUND = / |\p{L}\p{N}|\p{N}\p{L}/u;

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Authors who have a role and no name: half of all turns are "the user's". [F-10, F-20] */
const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'tool', 'agent', 'human', 'ai']);

export const isRole = (author: string | null): boolean => author !== null && ROLES.has(author.toLowerCase());

/** By whom a name names the question tells more than by "I", as an assistant repeats what the user said. */
const AUTHOR_DIVISOR = 1.5;
const OWN_DIVISOR = 1.3;
/** Of memories, whose first word is a poor guess at what they are about. */
const SUBJECT_DIVISOR = 1.3;

/**
 * Puts first, among the ranked rows, those that the question names. [F-10]
 * `ranked`: best first. When nobody is named, no score changes; what is asked for by its exact name keeps its score.
 */
export const favourNamed = <Of extends { readonly score: number; readonly isExact: boolean }>(
  ranked: readonly Of[],
  naming: Naming,
  voiceOf: (one: Of) => Voice,
): readonly (Of & { readonly isNamed: boolean })[] => {
  const marked = ranked.map((one) => ({ ...one, isNamed: naming.isNamed(voiceOf(one)) }));
  if (!marked.some((one) => one.isNamed)) return marked;
  return marked
    .map((one) =>
      one.isNamed || one.isExact || naming.isExact(voiceOf(one))
        ? one
        : { ...one, score: one.score / naming.othersDivisor },
    )
    .sort((a, b) => Number(b.isExact) - Number(a.isExact) || b.score - a.score);
};
