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
  /** Every word of the author's name is a word of the question. */
  isNamed(voice: Voice): boolean;
  /** Holds a phrase or an id that the question asks for. */
  isExact(voice: Voice): boolean;
}

/** Who has a role and no name: half of all turns are "the user's". */
const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'tool', 'agent', 'human', 'ai']);

export const namingOf = ({ terms }: ParsedQuery): Naming => {
  const asked = new Set(terms);
  const markers = terms.filter((term) => MARKER.test(term));
  return {
    isNamed: ({ author }) => {
      const words = wordsOf(author ?? '').filter((word) => !ROLES.has(word));
      return words.length > 0 && words.every((word) => asked.has(word));
    },
    isExact: ({ text }) => {
      if (markers.length === 0) return false;
      const spaced = ` ${wordsOf(text).join(' ')} `;
      return markers.some((marker) => spaced.includes(` ${marker} `));
    },
  };
};

/** Several words that belong together, or letters and digits in one. */
const MARKER = / |\p{L}\p{N}|\p{N}\p{L}/u;

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
