/** The words of a question in what it found. */
import type { SearchHit } from '@cairn/schema';
import type { Style } from '../style.ts';

export const termsOf = (why: SearchHit['why']): readonly string[] => {
  const terms: unknown = why?.terms;
  return Array.isArray(terms) ? terms.filter((term) => typeof term === 'string') : [];
};

/** A word that begins with one of the terms is marked as far as the term goes. */
export const withMarks = (line: string, terms: readonly string[], { bold }: Style): string => {
  const wanted = terms.filter((term) => term !== '').toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0) return line;
  const pattern = `(?<![\\p{L}\\p{N}])(?:${wanted.map((term) => term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`;
  return line.replace(new RegExp(pattern, 'giu'), (found) => bold(found));
};
