/** Word search of the in-memory stores. */
import type { Expression } from '../search/query.ts';

/** Returns the indexed words with single spaces between them and at both ends, so that a term or phrase is a substring. */
export const wordsIn = (text: string): string =>
  ` ${(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).join(' ')} `;

export const holds = (words: string, term: string): boolean => words.includes(` ${term} `);

export const fits = (words: string, expression: Expression): boolean => {
  if (expression.kind === 'term') return holds(words, expression.term);
  if (expression.kind === 'without')
    return fits(words, expression.wanted) && !fits(words, expression.unwanted);
  const { kind, parts } = expression;
  return kind === 'all' ? parts.every((part) => fits(words, part)) : parts.some((part) => fits(words, part));
};

/** Returns how many of the texts hold each token, up to `atMost`. */
export const countHolding = (
  texts: readonly string[],
  tokens: readonly string[],
  atMost: number,
): readonly number[] =>
  tokens.map((token) => Math.min(atMost, texts.filter((words) => holds(words, token)).length));
