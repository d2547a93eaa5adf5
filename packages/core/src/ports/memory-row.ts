/** A memory as the store keeps it for searches, lists and views. */
import type { CountValue, DeviceId, EntityId, Names, Source, Trust } from '@cairn/schema';

/** 0 current, 1 superseded, 2 hidden behind a twin with equal text, 3 held for review. */
export type MemoryState = 0 | 1 | 2 | 3;

/**
 * The projection of one memory; see schema's `local/tables`. The store keeps the mark `summarised` while the text does not change.
 */
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
  /** These three columns serve only the full-text index; see `SearchColumns`. */
  readonly aside: string;
  readonly grams: string;
  readonly scope: string;
  /** M-5: the count of all devices, with dates in milliseconds. Null for a memory that is not counted. */
  readonly seen: CountValue | null;
}

/** The fields that ranking needs. Rows that are shown are read in full. */
export interface FoundMemory extends Pick<MemoryRow, 'id' | 'content' | 'aside'> {}

/** F-5: the filter of a query, always part of the SQL. `projects` undefined means everywhere; null in the list is global. */
export interface Scope {
  readonly projects?: readonly (string | null)[];
  /** Matches a memory with any of these tags. Compared exactly. */
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
