/** Whether two texts share so many words that they may say the same. [PG-30] */

const SHARE_MIN = 0.5;

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** True if the longer text contains half of the shorter one's words. */
export const areAlike = (one: string, other: string): boolean => {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared > 1 && shared >= SHARE_MIN * Math.min(a.size, b.size);
};
