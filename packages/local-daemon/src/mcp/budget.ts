/** Fits a list into a budget of tokens. */

/** Returns the first entries, up to the first one that does not fit. `left`: the number of entries that did not fit. */
export const fitting = <T>(entries: readonly T[], tokensMax: number, tokensOf: (entry: T) => number) => {
  let sum = 0;
  let count = 0;
  for (const entry of entries) {
    sum += tokensOf(entry);
    if (sum > tokensMax) break;
    count++;
  }
  return { kept: entries.slice(0, count), left: entries.length - count };
};

/** Returns a text of at most so many characters, then `…` if it was cut. */
export const shortened = (text: string, charsMax: number): string => {
  const chars = [...text];
  return chars.length > charsMax ? `${chars.slice(0, charsMax).join('')}…` : text;
};

/** Returns at most the first `tokensMax` tokens of a text, then `…` if it was cut. Never splits a code point. */
export const beginning = (text: string, tokensMax: number, countTokens: (text: string) => number): string => {
  const chars = [...text];
  let count = chars.length;
  for (let tokens = countTokens(text); tokens > tokensMax && count > 0; ) {
    count = Math.min(count - 1, Math.floor((count * tokensMax) / tokens));
    tokens = countTokens(chars.slice(0, count).join(''));
  }
  return count === chars.length ? text : `${chars.slice(0, count).join('').trimEnd()}…`;
};
