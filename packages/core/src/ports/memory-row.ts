/** A memory as the store keeps it for searching, listing and showing. */
import type { CountValue, DeviceId, EntityId, Names, Source, Trust } from '@cairn/schema';

/** 0 current, 1 superseded, 2 shown by an equal twin, 3 held for review. */
export type MemoryState = 0 | 1 | 2 | 3;

/** The projection of one memory; see schema's `local/tables`. The store keeps `summarised` while the words are the same. */
export interface MemoryRow extends Names {
  readonly id: EntityId;
  readonly content: string;
  readonly source: Source;
  readonly trust: Trust;
  readonly pinned: boolean;
  readonly tags: readonly string[];
  readonly supersededBy: EntityId | null;
  readonly supersededAt: number | null;
  readonly deviceId: DeviceId;
  readonly deviceName: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly state: MemoryState;
  readonly contentHash: string;
  /** These three are for the full-text index alone; `SearchColumns` says what is in them. */
  readonly aside: string;
  readonly grams: string;
  readonly scope: string;
  /** M-5: what all devices counted, dates in milliseconds; null for what is not counted. */
  readonly seen: CountValue | null;
}

/** The part of a row that ranking needs to know; rows that are shown are read whole. */
export interface FoundMemory extends Pick<MemoryRow, 'id' | 'content' | 'aside'> {}

/** F-5: part of the SQL, never a filter afterwards. `projects` undefined means everywhere; null in it is global. */
export interface Scope {
  readonly projects?: readonly (string | null)[];
  /** Without a slash at its end: matches itself and everything below it (`tacit` finds `tacit/style`, not `tacitus`). */
  readonly namespacePrefix?: string | null;
  /** Any of them, compared exactly. */
  readonly tags?: readonly string[];
  readonly pinned?: boolean;
  readonly source?: Source;
  readonly deviceId?: string;
  readonly agent?: string;
  /** Milliseconds: made at or after `since`, and before `until`. */
  readonly since?: number;
  readonly until?: number;
  /**
   * Milliseconds: what was current then, which is every row created at or before it whose state is 0, or 1 with
   * `supersededAt` after it. Undefined: state 0.
   */
  readonly asOf?: number;
  /** Milliseconds: what was counted and has expired by then is left out. Undefined: nothing is. [M-5] */
  readonly livingAt?: number;
}
