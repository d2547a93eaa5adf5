/** A memory as the visibility rules see it. [SY-M5, SY-M8, RL-1] */
import type { EntityId, Hlc, Trust } from '@cairn/schema';
import type { MemoryRow } from './memory-row.ts';

/** A memory replaced `original`. `kept`: a person keeps both beside each other. [RL-3] */
export interface Edge {
  readonly original: EntityId;
  readonly kept: boolean;
}

/** `gone`: a tombstone is in force and there is no row. `linkHlc`: the stamp of its `link` register. */
export interface Neighbour
  extends Pick<MemoryRow, 'id' | 'supersededBy' | 'project' | 'namespace' | 'state'> {
  readonly gone: boolean;
  readonly linkHlc: Hlc | null;
  /** Sorted by the id of the original. */
  readonly replaces: readonly Edge[];
  readonly contentHash: string | null;
  readonly trust: Trust | null;
}
