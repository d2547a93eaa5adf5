/** The sync status where the file can only be read. [ST-1, RL-22] */
import type { CairnError, SyncStatus } from '@cairn/schema';

export const asReadOnly = (status: SyncStatus, { kind, message }: CairnError, nowMs: number): SyncStatus => ({
  ...status,
  state: 'stopped',
  nextTryAt: null,
  lastError: { kind, message, at: new Date(nowMs).toISOString() },
});
