/**
 * Finds missing tombstones, which are requested by name. A first pull skips old tombstones, but the tombstone of a
 * successor decides whether the memory before it is visible. [SY-P6]
 */
import type { EntityId } from '@cairn/schema';
import type { StoreReads, WriteSet } from '../ports/store.ts';
import type { SyncSession } from './sync-session.engine.ts';

/** Notes that a replaced memory arrived. Its successor may have been forgotten before this device joined. */
export const noteReplaced = ({ memory }: SyncSession, { memories = [] }: WriteSet): void => {
  if (memories.some(({ supersededBy }) => supersededBy !== null)) memory.mayMissEnds = true;
};

/** Notes that a link is sent, whose target may have been forgotten too. */
export const noteLinks = ({ memory }: SyncSession, sent: readonly { readonly facet: string }[]): void => {
  if (sent.some(({ facet }) => facet === 'link')) memory.mayMissEnds = true;
};

/** Returns successors without a memory or tombstone here. Empty in a first pull, or when no tombstone was skipped. */
export const missingEnds = async ({ memory }: SyncSession, tx: StoreReads): Promise<readonly EntityId[]> => {
  if (!memory.mayMissEnds) return [];
  const pull = await tx.meta('pull');
  if (pull === null || pull.bootstrap !== null) return [];
  const missing = pull.skipped === undefined ? [] : await tx.missingSuccessors();
  memory.mayMissEnds = missing.length > 0;
  return missing;
};
