/** Copies of what was forgotten end, here and in what the daemon copied by itself. [TR-3, ST-4] */
import type { RemovedMemory, StoreTransaction } from '../ports/store.ts';

export const endCopies = async (
  tx: StoreTransaction,
  removed: readonly RemovedMemory[],
  nowMs: number,
): Promise<number> => {
  if (removed.length === 0) return 0;
  await tx.apply({ removedErase: removed.map(({ entity }) => entity), meta: { erasedAt: nowMs } });
  return removed.length;
};
