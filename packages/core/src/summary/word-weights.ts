/** Texts as word vectors (tf-idf), for finding similar and central texts among a few thousand. */
import { tellingWords } from '../search/query.ts';

/** A unit vector: the weight of each word of a text. Empty for a text without words. */
export type WordVector = ReadonlyMap<string, number>;

/** Returns a vector per text. Words that fewer texts hold weigh more. */
export const wordVectors = (texts: readonly string[]): readonly WordVector[] => {
  const words = texts.map(tellingWords);
  const weightOf = rarityOf(words);
  return words.map((list) => unit(new Map(list.map((word) => [word, weightOf(word)]))));
};

/** Returns the inverse document frequency of a word. A word that no text holds gets the highest. */
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

/** The normalised sum of the vectors. */
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
