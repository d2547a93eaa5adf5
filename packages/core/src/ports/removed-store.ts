/** Forgotten memories that are kept aside for a while, out of searches and lists. [TR-3, M-16] */
import type { EntityId } from '@cairn/schema';
import type { removed } from '@cairn/schema/local-tables';

export type RemovedMemory = Readonly<typeof removed.$inferSelect>;

export interface RemovedChanges {
  readonly removedAdd?: readonly RemovedMemory[];
  /** These are dropped for good. */
  readonly removedErase?: readonly EntityId[];
}

/** Who forgot: a person or agent on this device, which is its trash, or other devices. */
export type RemovedBy = 'here' | 'others';

export interface RemovedQueries {
  /** The newest first. */
  removed(by: RemovedBy, limit: number): Promise<readonly RemovedMemory[]>;
  removedCount(by: RemovedBy): Promise<number>;
}

export interface RemovedReads extends RemovedQueries {
  /** Rows of state 0. */
  livingCount(): Promise<number>;
}
