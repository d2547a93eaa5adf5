/** Words as the stores in memory look for them. */

/** Of everything that is indexed, single spaces between and around, so that a term or phrase is a substring. */
export const wordsIn = (text: string): string =>
  ` ${(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).join(' ')} `;

export const holds = (words: string, term: string): boolean => words.includes(` ${term} `);

/** How many of the texts hold each token, counted no further than `atMost`. */
export const countHolding = (
  texts: readonly string[],
  tokens: readonly string[],
  atMost: number,
): readonly number[] =>
  tokens.map((token) => Math.min(atMost, texts.filter((words) => holds(words, token)).length));
