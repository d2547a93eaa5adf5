/**
 * Finds the people and the exact names of things that a question names. A named person's words are more likely meant than the same
 * words of others; docs/retrieval.md measures the effect. [F-7, F-10]
 */
import { folded } from './fold.ts';
import type { ParsedQuery } from './query.ts';

/** A text that may answer the question, with its author; null when unknown. */
export interface Voice {
  readonly author: string | null;
  readonly text: string;
}

/** Words of the first person. Such a question is about the user, so the user's own turns count for more than the answers. [F-20] */
const FIRST_PERSON =
  /(?<!\p{L})(?:(?:i|my|me|mine|myself|ich|mein\p{L}*|mir|mich|je|mon|ma|mes|moi|yo|mi|mis)(?!\p{L})|[jm]['’](?=[aàâeéèêhiîoôuy]))|我|私|僕/iu;

export type Naming = ReturnType<typeof namingOf>;

export const namingOf = ({ terms, text }: ParsedQuery) => {
  const questionWords = new Set(terms.map(folded));
  const isOwn = text !== undefined && FIRST_PERSON.test(text);
  const compounds = terms.filter((term) => COMPOUND.test(term)).map(folded);
  return {
    /** False when the question holds no name, so no text can be named. */
    hasNames: questionWords.size > 0,
    /** The divisor for scores of texts that are not named. Measured: docs/retrieval.md. */
    othersDivisor: isOwn ? OWN_DIVISOR : AUTHOR_DIVISOR,
    /** Whether the question names the text's author; with `subjectNamingOf`, the text's first word. */
    isNamed: ({ author }: Voice): boolean => {
      if (isOwn && author === 'user') return true;
      const words = wordsOf(author ?? '').filter((word) => !isRole(word));
      return words.length > 0 && words.every((word) => questionWords.has(word));
    },
    /** Whether the text holds a phrase or an id from the question. */
    isExact: ({ text }: Voice): boolean => {
      if (compounds.length === 0) return false;
      const spaced = ` ${wordsOf(text).join(' ')} `;
      return compounds.some((compound) => spaced.includes(` ${compound} `));
    },
  };
};

/**
 * Like `namingOf`, for memories, which have no author. A memory is taken to be about its first word. It is named when the question
 * holds that word as a name: capitalised, and not as the question's first word.
 */
export const subjectNamingOf = (question: string, parsed: ParsedQuery) => {
  const terms = new Set(parsed.terms.map(folded));
  const [, ...others] = question.toWellFormed().match(WORD) ?? [];
  const names = new Set(
    others
      .filter((word) => CAPITAL.test(word))
      .map(folded)
      .filter((word) => terms.has(word)),
  );
  return {
    ...namingOf(parsed),
    hasNames: names.size > 0,
    othersDivisor: SUBJECT_DIVISOR,
    isNamed: ({ text }: Voice) => names.has(folded(FIRST_WORD.exec(text)?.[0] ?? '')),
  };
};

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const FIRST_WORD = /[\p{L}\p{N}\p{M}]+/u;
const CAPITAL = /^\p{Lu}/u;

/** A term of several words, or one in which letters and digits touch. */
const COMPOUND = / |\p{L}\p{N}|\p{N}\p{L}/u;

const wordsOf = (text: string): readonly string[] => folded(text).match(WORD) ?? [];

/** Authors that are roles and not names. "user" in a question is no name, though half of all turns have it as author. [F-10, F-20] */
const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'tool', 'agent', 'human', 'ai']);

export const isRole = (author: string | null): boolean => author !== null && ROLES.has(author.toLowerCase());

/** The divisor for a question with a name. */
const AUTHOR_DIVISOR = 1.5;
/** The divisor for a question with "I". It is smaller, because the assistant repeats what the user said. */
const OWN_DIVISOR = 1.3;
/** The divisor for memories. It is smaller, because the first word is a poor guess at the subject. */
const SUBJECT_DIVISOR = 1.3;

/**
 * Divides the score of every row that the question does not name, and sorts again. [F-10] `ranked`: best first. When no row is named,
 * no score changes; a row that holds an exact name keeps its score.
 */
export const favourNamed = <Row extends { readonly score: number; readonly isExact: boolean }>(
  ranked: readonly Row[],
  naming: Naming,
  voiceOf: (row: Row) => Voice,
): readonly (Row & { readonly isNamed: boolean })[] => {
  const marked = ranked.map((row) => ({ ...row, isNamed: naming.isNamed(voiceOf(row)) }));
  if (!marked.some((row) => row.isNamed)) return marked;
  return marked
    .map((row) =>
      row.isNamed || row.isExact || naming.isExact(voiceOf(row))
        ? row
        : { ...row, score: row.score / naming.othersDivisor },
    )
    .sort((a, b) => Number(b.isExact) - Number(a.isExact) || b.score - a.score);
};
