/** ST-1: a file of a newer program is only read here, so of its vault nothing can be known or done. */
import { type CairnError, cairnError, type SyncStatus } from '@cairn/schema';

export const NEWER_FILE: CairnError = cairnError(
  'storage_newer',
  'The database was written by a newer version of Cairn: here it is only read, and nothing is saved or synced. Update Cairn on this device.',
);

/** Until a person acts, and not "in no vault": that is not known. */
export const asNewerFile = (status: SyncStatus, nowMs: number): SyncStatus => ({
  ...status,
  state: 'stopped',
  lastError: { ...NEWER_FILE, at: new Date(nowMs).toISOString() },
});
