/** Marks the words of a question in a result. */
import { termsPattern } from '@cairn/schema';
import type { Style } from '../style.ts';

export const withMarks = (line: string, terms: readonly string[], { bold }: Style): string => {
  const pattern = termsPattern(terms);
  return pattern === null ? line : line.replace(pattern, (found) => bold(found));
};

/** Returns where the first match begins; -1 if there is none. */
export const firstMark = (text: string, terms: readonly string[]): number =>
  termsPattern(terms)?.exec(text)?.index ?? -1;
