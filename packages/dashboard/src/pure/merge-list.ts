/** A list of memories, newest first, and what became of some of them. [PG-9] */
import type { Memory } from '@cairn/schema';

/** Negative: `a` stands before `b`. As the daemon sorts. */
export const newestFirst = (a: Memory, b: Memory): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? 1 : a.id > b.id ? -1 : 0) : a.createdAt < b.createdAt ? 1 : -1;

/**
 * `asked`: what may have changed. `found`: those of them that the list should show. What would stand behind the last of a
 * list that goes on is left for its page.
 */
export const mergeChanged = (
  list: readonly Memory[],
  asked: readonly string[],
  found: readonly Memory[],
  goesOn: boolean,
): readonly Memory[] => {
  const changed = new Set(asked);
  const stay = list.filter(({ id }) => !changed.has(id));
  const last = list.at(-1);
  const come = found.filter((memory) => !goesOn || (last !== undefined && newestFirst(memory, last) <= 0));
  return come.length === 0 ? stay : [...stay, ...come].sort(newestFirst);
};
