/** Forgotten memories that are set aside for a while, outside searches and lists. [TR-3, M-16] */
import type { EntityId } from '@cairn/schema';
import type { removed } from '@cairn/schema/local-tables';

export type RemovedMemory = Readonly<typeof removed.$inferSelect>;

export interface RemovedChanges {
  readonly removedAdd?: readonly RemovedMemory[];
  /** Deletes these forever. */
  readonly removedErase?: readonly EntityId[];
}

/** Who forgot: a person or agent on this device (its trash), or other devices. */
export type RemovedBy = 'here' | 'others';

export interface RemovedQueries {
  /** Returns the copies, newest first. */
  removed(by: RemovedBy, limit: number): Promise<readonly RemovedMemory[]>;
  removedCount(by: RemovedBy): Promise<number>;
}

export interface RemovedReads extends RemovedQueries {
  /** Counts current rows. */
  livingCount(): Promise<number>;
}
