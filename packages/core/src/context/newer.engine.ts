/** Finds what takes the place of a memory that a prompt gets: an agent that is given only the old home answers wrongly. [CX-13] */
import type { ReadDeps } from '../engine/deps.ts';
import { isTrusted } from '../memory/memory-state.ts';
import { learnedAt } from '../memory/to-memory.ts';
import type { MemoryRow } from '../ports/store.ts';
import { contradictionOf } from '../review/compare.ts';
import { inOrder } from '../review/compare-next.engine.ts';
import { statementOf } from '../review/statement.ts';
import { candidatesFor } from '../search/similar.engine.ts';

/**
 * Returns each row, followed by the newest memory that contradicts it, each once. `beside`: other memories that the search found. A newer
 * text may use other words than the question ("I moved to Porto"), or name only what it replaces ("I sold the Fiat").
 */
export const withNewer = async (
  { store }: ReadDeps,
  rows: readonly MemoryRow[],
  beside: readonly MemoryRow[],
): Promise<readonly MemoryRow[]> => {
  const near = await Promise.all(rows.map((row) => candidatesFor(store, row)));
  const all = rows.flatMap((row, at) => {
    const others = [...beside, ...(near[at] ?? []).filter(isTrusted)];
    const newest = others
      .filter((other) => other.id !== row.id && isNewer(row, other))
      .sort((a, b) => learnedAt(b) - learnedAt(a))[0];
    return newest === undefined ? [row] : [row, newest];
  });
  return [...new Map(all.map((row) => [row.id, row])).values()];
};

const isNewer = (row: MemoryRow, other: MemoryRow): boolean =>
  inOrder(row, other)[0].id === row.id && contradictionOf(row, statementOf(other)) !== null;
