/**
 * The sign bits of every vector, side by side in memory: 64 bytes per row for 512 dimensions. For a question, one pass counts the
 * differing bits and one picks the nearest rows by a histogram, without sorting.
 */
import { createBitRows } from './bit-rows.ts';

const ROWS_AT_FIRST = 256;

export const createBitsTable = (words: number) => {
  let numbers = new Float64Array(ROWS_AT_FIRST);
  const bits = createBitRows(words);
  bits.reserve(ROWS_AT_FIRST);
  let size = 0;
  const resize = (rows: number): void => {
    const old = numbers;
    numbers = new Float64Array(rows);
    numbers.set(old.subarray(0, size));
    bits.reserve(rows);
  };
  /** Moves the rows to keep to the front, in order. */
  const compact = (keeps: (row: number) => boolean): void => {
    let kept = 0;
    for (let row = 0; row < size; row++) {
      if (!keeps(row)) continue;
      numbers[kept] = numbers[row] ?? 0;
      bits.move(row, kept);
      kept++;
    }
    bits.clear(kept, size);
    size = kept;
  };
  return {
    size: () => size,
    /** Adds a row. Numbers must rise. */
    add(number: number, row: Uint32Array): void {
      if (size === numbers.length) resize(size * 2);
      numbers[size] = number;
      bits.set(size, row);
      size++;
    },
    remove: (gone: ReadonlySet<number>) => compact((row) => !gone.has(numbers[row] ?? 0)),
    keepNewest(rows: number): void {
      const first = size - rows;
      if (first > 0) compact((row) => row >= first);
    },
    measure: (question: Uint32Array) => nearness(numbers, bits.differences(size, question)),
  };
};

const nearness = (numbers: Float64Array, found: Uint16Array) => {
  let most = 0;
  for (const count of found) if (count > most) most = count;
  // Sized by the largest count. Clearing an array for all 16-bit numbers for each question would be wasted work.
  const starts = new Uint32Array(most + 2);
  for (const count of found) starts[count + 1] = (starts[count + 1] ?? 0) + 1;
  for (let count = 1; count < starts.length; count++)
    starts[count] = (starts[count] ?? 0) + (starts[count - 1] ?? 0);
  return {
    /**
     * Returns the numbers of the nearest rows, from place `before` to place `count`. `before` is the `count` of an
     * earlier, smaller call. Rows with fewer differing bits come first; of equal ones the newer.
     */
    nearest(count: number, before = 0): readonly number[] {
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
