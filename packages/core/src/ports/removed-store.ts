/** Memories that many forgets of other devices took at once are kept aside for a while, out of searches and lists. [TR-3] */
import type { BodyValue, EntityId } from '@cairn/schema';

export interface RemovedMemory {
  readonly entity: EntityId;
  /** As it was last, with its tags and flags. */
  readonly body: BodyValue;
  /** The node of the device that sealed the tombstone, as `nodeOf` names it. */
  readonly node: string;
  readonly at: number;
}

export interface RemovedChanges {
  readonly removedAdd?: readonly RemovedMemory[];
  /** They end here. */
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
