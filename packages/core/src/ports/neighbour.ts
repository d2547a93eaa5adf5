/** A memory as the visibility rules see it. [SY-M5, SY-M8, RL-1] */
import type { EntityId, Hlc, Trust } from '@cairn/schema';
import type { MemoryState } from './memory-row.ts';

/** A memory replaced `original`. `kept`: a person keeps both beside each other. [RL-3] */
export interface Edge {
  readonly original: EntityId;
  readonly kept: boolean;
}

/** `gone`: a tombstone is in force and there is no row. `linkHlc`: the stamp of its `link` register. */
export interface Neighbour {
  readonly id: EntityId;
  readonly gone: boolean;
  readonly supersededBy: EntityId | null;
  readonly linkHlc: Hlc | null;
  /** Sorted by the id of the original. */
  readonly replaces: readonly Edge[];
  readonly contentHash: string | null;
  readonly project: string | null;
  readonly namespace: string | null;
  readonly trust: Trust | null;
  readonly state: MemoryState;
}
