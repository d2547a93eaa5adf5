/**
 * The sign bits of every vector, side by side in memory: 64 bytes a row for 512 dimensions. A question is answered by one
 * pass that counts the bits that differ and one that picks the nearest by a histogram, so nothing is sorted.
 */

export interface BitsTable {
  readonly size: () => number;
  /** The highest number that was ever added; 0 before that. */
  readonly last: () => number;
  /** Numbers must rise. */
  readonly add: (number: number, bits: Uint32Array) => void;
  readonly remove: (numbers: ReadonlySet<number>) => void;
  /** Keeps the newest. */
  readonly keepNewest: (rows: number) => void;
  /** Measures every row against the question. */
  readonly measure: (question: Uint32Array) => Nearness;
}

export interface Nearness {
  /**
   * Numbers of the nearest rows, at most `count` and without those of `before` (the count of an earlier, smaller call): nearer
   * ones first by bits that differ, newer ones first among equals.
   */
  readonly nearest: (count: number, before?: number) => readonly number[];
}

const ROWS_AT_FIRST = 256;

export const createBitsTable = (words: number): BitsTable => {
  let numbers = new Float64Array(ROWS_AT_FIRST);
  let bits = new Uint32Array(ROWS_AT_FIRST * words);
  let size = 0;
  let last = 0;
  const resize = (rows: number): void => {
    const [oldNumbers, oldBits] = [numbers, bits];
    numbers = new Float64Array(rows);
    bits = new Uint32Array(rows * words);
    numbers.set(oldNumbers.subarray(0, Math.min(size, rows)));
    bits.set(oldBits.subarray(0, Math.min(size, rows) * words));
  };
  /** Moves the rows that `keeps` says to the front, in their order. */
  const compact = (keeps: (row: number) => boolean): void => {
    let kept = 0;
    for (let row = 0; row < size; row++) {
      if (!keeps(row)) continue;
      numbers[kept] = numbers[row] ?? 0;
      bits.copyWithin(kept * words, row * words, (row + 1) * words);
      kept++;
    }
    bits.fill(0, kept * words, size * words);
    size = kept;
  };
  return {
    size: () => size,
    last: () => last,
    add(number, row) {
      if (size === numbers.length) resize(size * 2);
      numbers[size] = number;
      bits.set(row.subarray(0, words), size * words);
      size++;
      last = number;
    },
    remove: (gone) => compact((row) => !gone.has(numbers[row] ?? 0)),
    keepNewest(rows) {
      const first = size - rows;
      if (first > 0) compact((row) => row >= first);
    },
    measure: (question) => nearness(numbers, differences(bits, size, words, question)),
  };
};

const differences = (bits: Uint32Array, size: number, words: number, question: Uint32Array): Uint16Array => {
  const found = new Uint16Array(size);
  let at = 0;
  for (let row = 0; row < size; row++) {
    let count = 0;
    for (let word = 0; word < words; word++) {
      // Bits set in the word, counted in parallel: pairs, fours, bytes, then their sum.
      let x = (bits[at++] ?? 0) ^ (question[word] ?? 0);
      x -= (x >>> 1) & 0x55555555;
      x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
      count += Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }
    found[row] = count;
  }
  return found;
};

const nearness = (numbers: Float64Array, found: Uint16Array): Nearness => {
  // Room for every count that a 16-bit number can hold would be cleared in vain for each question.
  const starts = new Uint32Array(found.reduce((most, count) => Math.max(most, count), 0) + 2);
  for (const count of found) starts[count + 1] = (starts[count + 1] ?? 0) + 1;
  for (let count = 1; count < starts.length; count++)
    starts[count] = (starts[count] ?? 0) + (starts[count - 1] ?? 0);
  return {
    nearest(count, before = 0) {
      const places = starts.slice();
      const chosen = new Array<number>(Math.max(0, Math.min(count, found.length) - before)).fill(0);
      for (let row = found.length - 1; row >= 0; row--) {
        const difference = found[row] ?? 0;
        const place = places[difference] ?? 0;
        places[difference] = place + 1;
        if (place >= before && place < count) chosen[place - before] = numbers[row] ?? 0;
      }
      return chosen;
    },
  };
};
