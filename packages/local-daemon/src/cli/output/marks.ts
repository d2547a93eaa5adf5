/** Marks the words of a question in a result. */
import type { SearchHit } from '@cairn/schema';
import type { Style } from '../style.ts';

export const termsOf = (why: SearchHit['why']): readonly string[] => {
  const terms: unknown = why?.terms;
  return Array.isArray(terms) ? terms.filter((term) => typeof term === 'string') : [];
};

/** Matches the part of a word that begins with one of the terms. Null without terms. */
const patternOf = (terms: readonly string[]): RegExp | null => {
  const wanted = terms.filter((term) => term !== '').toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0) return null;
  const pattern = `(?<![\\p{L}\\p{N}])(?:${wanted.map((term) => term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`;
  return new RegExp(pattern, 'giu');
};

export const withMarks = (line: string, terms: readonly string[], { bold }: Style): string => {
  const pattern = patternOf(terms);
  return pattern === null ? line : line.replace(pattern, (found) => bold(found));
};

/** Returns where the first match begins; -1 if there is none. */
export const firstMark = (text: string, terms: readonly string[]): number =>
  patternOf(terms)?.exec(text)?.index ?? -1;
