/** Shows running work as bars, with its speed. */
import type { StatusResult } from '@cairn/schema';
import { facts } from '../output/columns.ts';
import { barText } from '../progress.ts';
import type { Style } from '../style.ts';

export const workLines = (
  { sync, models, store }: StatusResult,
  speeds: readonly string[],
  style: Style,
): readonly string[] => {
  const { embedder } = models;
  const waiting = (embedder?.pending ?? 0) - (embedder?.aside ?? 0);
  const work: readonly (readonly [string, number, number])[] = [
    ...(sync.bootstrap === null
      ? []
      : [['receiving', sync.bootstrap.done, sync.bootstrap.expected] as const]),
    ...(sync.reseal === null || sync.reseal.isOver
      ? []
      : [['new key', sync.reseal.done, sync.reseal.total] as const]),
    ...(embedder?.problem !== null || waiting <= 0 || waiting > store.memories
      ? []
      : [['embedding', store.memories - waiting, store.memories] as const]),
  ];
  // Passages wait too. How many there are in all is not known, so a bar would not move.
  const many = embedder?.problem === null && waiting > store.memories ? waiting : 0;
  if (work.length + speeds.length + many === 0) return [];
  const rows = work.map(
    ([name, done, total]) =>
      [name, `${barText(total === 0 ? 0 : done / total)}  ${done} of ${total}`] as const,
  );
  const texts = many === 0 ? [] : [['embedding', `${many} texts wait`] as const];
  const speed = speeds.length === 0 ? [] : [['speed', speeds.join('; ')] as const];
  return ['', facts([...rows, ...texts, ...speed], style)];
};
