/** The terms of a search, in the answer of `explain`, and where a text has them. */
import type { SearchHit } from './routes/schemas.ts';

export const termsOf = (why: SearchHit['why']): readonly string[] => {
  const terms: unknown = why?.terms;
  return Array.isArray(terms) ? terms.filter((term) => typeof term === 'string') : [];
};

/** Matches the part of a word that begins with one of the terms. Null without terms. */
export const termsPattern = (terms: readonly string[]): RegExp | null => {
  const wanted = terms.filter((term) => term !== '').toSorted((a, b) => b.length - a.length);
  const either = wanted.map((term) => term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return wanted.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${either})`, 'giu');
};
