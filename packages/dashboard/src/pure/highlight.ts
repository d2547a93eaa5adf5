/** Splits a text into pieces and marks those that match the search. */
import { termsPattern } from '@cairn/schema';

export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Marks only the term in a word that begins with it. */
export const highlight = (text: string, terms: readonly string[]): readonly Piece[] => {
  const pattern = termsPattern(terms);
  if (pattern === null) return [{ text, isMatch: false }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index > end) pieces.push({ text: text.slice(end, index), isMatch: false });
    pieces.push({ text: found, isMatch: true });
    end = index + found.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false });
  return pieces;
};
