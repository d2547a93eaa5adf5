/**
 * A first pull is spared old tombstones. The one of a successor decides whether the memory before it is shown, so a device
 * asks for that by name. [SY-P6]
 */
import type { EntityId } from '@cairn/schema';
import type { StoreReads, WriteSet } from '../ports/store.ts';
import type { SyncSession } from './sync-session.engine.ts';

/** A replaced memory that comes in may have been so by one that was forgotten before this device came. */
export const noteReplaced = ({ memory }: SyncSession, { memories = [] }: WriteSet): void => {
  if (memories.some(({ supersededBy }) => supersededBy !== null)) memory.mayMissEnds = true;
};

/** A link that goes out, too. */
export const noteLinks = ({ memory }: SyncSession, sent: readonly { readonly facet: string }[]): void => {
  if (sent.some(({ facet }) => facet === 'link')) memory.mayMissEnds = true;
};

/** Successors of which neither a memory nor a tombstone is here. None while pages come, and where all tombstones came. */
export const missingEnds = async ({ memory }: SyncSession, tx: StoreReads): Promise<readonly EntityId[]> => {
  if (!memory.mayMissEnds) return [];
  const pull = await tx.meta('pull');
  if (pull === null || pull.bootstrap !== null) return [];
  const missing = pull.skipped === undefined ? [] : await tx.missingSuccessors();
  memory.mayMissEnds = missing.length > 0;
  return missing;
};
