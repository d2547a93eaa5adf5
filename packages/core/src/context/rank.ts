/** Which entries of a section are worth their tokens most. [M-6] */
import type { ContextRow, MemoryRow } from '../ports/store.ts';
import { lastingShare } from '../summary/lasting.ts';

/**
 * What lasts (a preference, a rule, a decision) before what may, and what was merely done at the end. Among them an entry's age counts divided by one more than how often it was found or shown: looked at nine times, a month old one
 * stands where one of three days does that nobody asked for. Being injected is no access.
 */
export const rankForContext = (rows: readonly ContextRow[], nowMs: number): readonly MemoryRow[] => {
  const age = ({ memory, accesses }: ContextRow): number =>
    Math.max(0, nowMs - memory.createdAt) / (1 + accesses);
  return rows
    .map((row) => ({ ...row, lasting: lastingShare(row.memory.content) }))
    .sort(
      (a, b) =>
        b.lasting - a.lasting ||
        age(a) - age(b) ||
        b.accesses - a.accesses ||
        b.memory.createdAt - a.memory.createdAt ||
        (a.memory.id < b.memory.id ? 1 : -1),
    )
    .map(({ memory }) => memory);
};
