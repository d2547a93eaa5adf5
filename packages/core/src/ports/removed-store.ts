/** When other devices forget many memories at once, those are kept aside for a while, out of searches and lists. [TR-3] */
import type { EntityId } from '@cairn/schema';
import type { removed } from '@cairn/schema/local-tables';

export type RemovedMemory = Readonly<typeof removed.$inferSelect>;

export interface RemovedChanges {
  readonly removedAdd?: readonly RemovedMemory[];
  /** These are dropped for good. */
  readonly removedErase?: readonly EntityId[];
}

export interface RemovedQueries {
  /** The newest first. */
  removed(limit: number): Promise<readonly RemovedMemory[]>;
}

export interface RemovedReads extends RemovedQueries {
  removedCount(): Promise<number>;
  /** Rows of state 0. */
  livingCount(): Promise<number>;
}
