/** One memory as the rules see it that say which memories are current. [SY-M5, SY-M8, RL-1] */
import type { EntityId, Hlc, Trust } from '@cairn/schema';
import type { MemoryState } from './memory-row.ts';

/** A memory says that it took the place of `original`. `kept`: a person said that it stands by itself all the same. [RL-3] */
export interface Edge {
  readonly original: EntityId;
  readonly kept: boolean;
}

/** `gone`: a tombstone is in force and there is no row. `linkHlc` is the stamp of its `link` register. */
export interface Neighbour {
  readonly id: EntityId;
  readonly gone: boolean;
  readonly supersededBy: EntityId | null;
  readonly linkHlc: Hlc | null;
  /** By the id of the original. */
  readonly replaces: readonly Edge[];
  readonly contentHash: string | null;
  readonly project: string | null;
  readonly namespace: string | null;
  readonly trust: Trust | null;
  readonly state: MemoryState;
}
