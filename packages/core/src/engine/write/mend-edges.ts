/**
 * Writes lost edges. When a memory had two successors, earlier programs kept one link. They kept the other one only as
 * a revision, on devices that had seen both. Such a device writes the lost edge into a register, so every device gets
 * it. [RL-7]
 */
import { LIMITS } from '@cairn/schema';
import type { WriteDeps } from '../deps.ts';
import { fromDrafts } from './replacing.ts';
import { commit } from './write-memory.ts';
import { loadWriterFacts } from './writer-facts.ts';

/** Returns how many registers were written. Each transaction writes a few, so saves run in between. */
export const mendEdges = async (deps: WriteDeps): Promise<number> => {
  let mended = 0;
  for (;;) {
    const written = await mendSome(deps);
    mended += written;
    if (written === 0) return mended;
  }
};

const mendSome = (deps: WriteDeps): Promise<number> =>
  deps.store.write(async (tx) => {
    const lost = await tx.lostEdges(LIMITS.batchItemsMax);
    if (lost.length === 0) return 0;
    const facts = await loadWriterFacts(tx, deps);
    const drafts = [];
    for (const successor of new Set(lost.map((one) => one.successor))) {
      const edges = lost
        .filter((one) => one.successor === successor)
        .map(({ original }) => ({ original, kept: false }));
      drafts.push(...(await fromDrafts({ tx, facts }, successor, edges)));
    }
    if (drafts.length > 0) await commit({ tx, deps, facts }, drafts);
    return drafts.length;
  });
