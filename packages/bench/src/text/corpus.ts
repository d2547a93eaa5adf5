/** Memories and questions of Zipf-distributed words: word `r` stands about 1/(r + 2.7) as often as the first. */
import { createSeededRandom, type SeededRandom } from '@cairn/core/testing';
import { range } from '../measure.ts';
import { createVocabulary } from './vocabulary.ts';

export interface Corpus {
  /** The `n`th memory, about 200 characters; the same text for every caller at any time. */
  memory(n: number): string;
  memories(count: number): readonly string[];
  /**
   * A fixed mix of 3 to 10 words about the first `stored` memories: three of five take words out of one memory in their
   * order, two draw theirs by frequency. Common words are among them as they are among words.
   */
  questions(count: number, stored: number): readonly string[];
  /** A text that no other call answers, with a word of its own at its end. */
  unique(name: string): { readonly text: string; readonly word: string };
}

const ZIPF_OFFSET = 2.7;
const CHARS_MIN = 120;
const CHARS_SPREAD = 160;

export const createCorpus = (seed: string): Corpus => {
  const vocabulary = createVocabulary();
  const draw = createZipf(vocabulary);
  const memory = (n: number): string => {
    const random = createSeededRandom(`${seed}/memory/${n}`);
    const length = CHARS_MIN + random.below(CHARS_SPREAD);
    const words: string[] = [];
    for (let chars = 0; chars < length; chars += (words.at(-1)?.length ?? 0) + 1) words.push(draw(random));
    return `${words.join(' ')}.`;
  };
  const question = (n: number, stored: number): string => {
    const random = createSeededRandom(`${seed}/question/${n}`);
    const count = 3 + (n % 8);
    if (n % 5 >= 3)
      return range(count)
        .map(() => draw(random))
        .join(' ');
    const words = memory(random.below(stored)).slice(0, -1).split(' ');
    const from = random.below(Math.max(1, words.length - count));
    return words.slice(from, from + count).join(' ');
  };
  return {
    memory,
    memories: (count) => range(count).map(memory),
    questions: (count, stored) => range(count).map((n) => question(n, stored)),
    unique: (name) => {
      const word = `mark${name.replaceAll(/[^a-z0-9]/g, '')}`;
      return { text: `${memory(fingerprint(name)).slice(0, -1)} ${word}`, word };
    },
  };
};

/** Somewhere far behind the memories that are stored in rows. */
const fingerprint = (name: string): number =>
  [...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1_000_000_007, 7) + 10_000_000;

const createZipf = (words: readonly string[]): ((random: SeededRandom) => string) => {
  let total = 0;
  const sums = Float64Array.from(words, (_, rank) => {
    total += 1 / (rank + 1 + ZIPF_OFFSET);
    return total;
  });
  return (random) => {
    const wanted = random.next() * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? total) < wanted) low = middle + 1;
      else high = middle;
    }
    return words[low] ?? '';
  };
};
