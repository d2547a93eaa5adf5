/** Texts as weighted words, for what is alike and what is central among a few thousand of them. */
import { tellingWords } from '../search/query.ts';

/** Words of one text by weight, of length 1 as a vector; empty for a text without words. */
export type WordVector = ReadonlyMap<string, number>;

/** A word counts the more, the fewer of the texts hold it. */
export const wordVectors = (texts: readonly string[]): readonly WordVector[] => {
  const words = texts.map(tellingWords);
  const weightOf = rarityOf(words);
  return words.map((list) => unit(new Map(list.map((word) => [word, weightOf(word)]))));
};

/** How much a word tells one text from the others; of words that none of them holds, the most. */
export const rarityOf = (words: readonly (readonly string[])[]): ((word: string) => number) => {
  const holders = new Map<string, number>();
  for (const list of words) for (const word of list) holders.set(word, (holders.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + words.length / (holders.get(word) ?? 0.5));
};

export const likeness = (a: WordVector, b: WordVector): number => {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [word, weight] of few) sum += weight * (many.get(word) ?? 0);
  return sum;
};

/** The centre of the texts: what they have in common. */
export const centroid = (vectors: readonly WordVector[]): WordVector => {
  const sum = new Map<string, number>();
  for (const vector of vectors)
    for (const [word, weight] of vector) sum.set(word, (sum.get(word) ?? 0) + weight);
  return unit(sum);
};

const unit = (vector: ReadonlyMap<string, number>): WordVector => {
  const length = Math.hypot(...vector.values());
  return length === 0 ? new Map() : new Map([...vector].map(([word, weight]) => [word, weight / length]));
};
