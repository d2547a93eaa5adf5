/** Shows running work as bars, with its speed. */
import type { StatusResult } from '@cairn/schema';
import { type Fact, facts } from '../output/columns.ts';
import { barText } from '../progress.ts';
import type { Style } from '../style.ts';

export const workLines = (
  { sync, models, store }: StatusResult,
  speeds: readonly string[],
  style: Style,
): readonly string[] => {
  const { embedder } = models;
  const waiting = (embedder?.pending ?? 0) - (embedder?.aside ?? 0);
  const bar = (done: number, total: number): string =>
    `${barText(total === 0 ? 0 : done / total)}  ${done} of ${total}`;
  const isEmbedding = embedder?.problem === null && waiting > 0;
  // Passages wait too. How many there are in all is not known, so a bar would not move.
  const isMore = waiting > store.memories;
  const { bootstrap, reseal } = sync;
  const rows: readonly Fact[] = [
    ['receiving', bootstrap === null ? null : bar(bootstrap.done, bootstrap.expected)],
    ['new key', reseal === null || reseal.isOver ? null : bar(reseal.done, reseal.total)],
    ['embedding', isEmbedding && !isMore ? bar(store.memories - waiting, store.memories) : null],
    ['embedding', isEmbedding && isMore ? `${waiting} texts wait` : null],
    ['speed', speeds.join('; ') || null],
  ];
  return rows.every(([, what]) => what === null) ? [] : ['', facts(rows, style)];
};
