/** Computes where each memory of a long list is on the screen: days with their rows, all of known height. [PG-5] */

export interface DayBlock {
  readonly day: number;
  /** The list index of its first memory. */
  readonly first: number;
  readonly count: number;
  /** Pixels from the top of the list to its heading. */
  readonly top: number;
}

export interface Heights {
  readonly row: number;
  readonly heading: number;
}

/** `days`: the day of each memory, in the order of the list. */
export const layOut = (days: readonly number[], { row, heading }: Heights): readonly DayBlock[] => {
  const blocks: DayBlock[] = [];
  let top = 0;
  for (let first = 0; first < days.length; ) {
    let end = first + 1;
    while (end < days.length && days[end] === days[first]) end++;
    blocks.push({ day: days[first] ?? 0, first, count: end - first, top });
    top += heading + (end - first) * row;
    first = end;
  }
  return blocks;
};

export const heightOf = (blocks: readonly DayBlock[], { row, heading }: Heights): number => {
  const last = blocks.at(-1);
  return last === undefined ? 0 : last.top + heading + last.count * row;
};

/** Returns the index of the block at this height; the first one for heights above all. */
export const blockAt = (blocks: readonly DayBlock[], px: number): number => {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((blocks[middle]?.top ?? 0) <= px) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
};

export interface PlacedRow {
  readonly index: number;
  readonly top: number;
}
export interface Visible {
  /** The days that are partly visible. A day's name stays at the top while its rows scroll by. */
  readonly headings: readonly DayBlock[];
  readonly rows: readonly PlacedRow[];
}

/** Returns the rows that are visible between two heights. */
export const visibleIn = (
  blocks: readonly DayBlock[],
  from: number,
  to: number,
  { row, heading }: Heights,
): Visible => {
  const headings: DayBlock[] = [];
  const rows: PlacedRow[] = [];
  for (let at = blockAt(blocks, from); at < blocks.length; at++) {
    const block = blocks[at];
    if (block === undefined || block.top > to) break;
    const start = block.top + heading;
    headings.push(block);
    const firstRow = Math.max(0, Math.floor((from - start) / row));
    const lastRow = Math.min(block.count - 1, Math.floor((to - start) / row));
    for (let n = firstRow; n <= lastRow; n++) rows.push({ index: block.first + n, top: start + n * row });
  }
  return { headings, rows };
};

/** Returns pixels from the top of the list. */
export const topOf = (blocks: readonly DayBlock[], index: number, { row, heading }: Heights): number => {
  const block = blocks.findLast(({ first }) => first <= index);
  return block === undefined ? 0 : block.top + heading + (index - block.first) * row;
};
