/** Memories and questions of Zipf-distributed words: the word of rank `r` has a frequency proportional to 1/(r + 2.7). */
import { createSeededRandom, type SeededRandom } from '@cairn/core/testing';
import { range } from '../measure.ts';

export type Corpus = ReturnType<typeof createCorpus>;

const ZIPF_OFFSET = 2.7;
const CHARS_MIN = 120;
const CHARS_SPREAD = 160;

export const createCorpus = (seed: string) => {
  const vocabulary = createVocabulary();
  const draw = createZipf(vocabulary);
  /** Returns the `n`th memory, about 200 characters. Deterministic. */
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
    memories: (count: number) => range(count).map(memory),
    /**
     * Returns a fixed mix of 3 to 10 words about the first `stored` memories. Three of five take words from one memory, in order. Two
     * of five draw words by frequency, so common words occur as often as in the memories.
     */
    questions: (count: number, stored: number) => range(count).map((n) => question(n, stored)),
    /** Returns a text that no other call returns. It ends with a unique word. */
    unique: (name: string) => {
      const word = `mark${name.replaceAll(/[^a-z0-9]/g, '')}`;
      return { text: `${memory(fingerprint(name)).slice(0, -1)} ${word}`, word };
    },
  };
};

/** Maps a name to a number far above the numbers of the stored memories. */
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

/**
 * Size of the vocabulary, which is sorted by frequency. The commonest words are English, and about two thirds of the first 100 are stop
 * words. The other words are made of syllables. Deterministic.
 */
export const VOCABULARY_WORDS = 30_000;

/** English words by frequency in prose, mixed with words of technical notes. */
const REAL =
  `the of and to a in is that for it as was with be by on not he this are or his from at which but have an had
they you were their one all we can her has there been if more when will would who so no out up into them then she some
what my about time only could other its new these two may first any our like over such even most user made after also
file must before server way should use because each just those test people where does code how too own error state
long work data good make through want see run change build set same need name never always last key under value default
project prefer version keep without add page since write read function type list system right down another find
small large number point line word place day home part end order group case hand problem week company program question
night table client query index cache token message branch commit release module package service request response
memory store device update delete search save sync network database schema migration config option flag path folder
window thread worker queue batch limit timeout retry backup restore password secret account email customer meeting
team deadline budget invoice report design color font button layout language french german python rust typescript
linux laptop phone desktop morning evening coffee lunch travel flight hotel garden music guitar piano running cycling`
    .split(/\s+/)
    .filter((word, at, words) => words.indexOf(word) === at);

const ONSETS =
  'b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr v w z'.split(
    ' ',
  );
const VOWELS = 'a e i o u ai ea ee io ou'.split(' ');
const CODAS = ['', '', '', 'b', 'ck', 'd', 'l', 'm', 'n', 'nd', 'nt', 'r', 'rd', 's', 'st', 't', 'x'];
const ENDINGS = ['', '', '', 'al', 'ant', 'er', 'ic', 'ine', 'ist', 'ity', 'or', 'ory', 'um', 'us'];

export const createVocabulary = (): readonly string[] => {
  const random = createSeededRandom('bench vocabulary');
  const words = new Set(REAL);
  while (words.size < VOCABULARY_WORDS) {
    const syllables = 1 + random.below(2);
    const parts = Array.from(
      { length: syllables },
      () => random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS),
    );
    const word = parts.join('') + random.pick(ENDINGS);
    if (word.length >= 4 && word.length <= 10) words.add(word);
  }
  return [...words];
};
