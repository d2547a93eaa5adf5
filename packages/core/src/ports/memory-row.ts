/** A memory as the store keeps it for searches, lists and views. */
import type { CountValue, DeviceId, EntityId, Names, Source, Trust } from '@cairn/schema';
import type { MemoryState } from '../memory/memory-state.ts';

/** The columns that serve only the full-text index. */
export interface SearchColumns {
  /**
   * Key, namespace, tags, the date in words and digits, words with a different compatibility form, and words within runs without
   * spaces.
   */
  readonly aside: string;
  /** Single characters and pairs of runs without spaces; empty for most texts. */
  readonly grams: string;
  /** One token per project: `p` and up to 15 digits; `p0` is global. */
  readonly scope: string;
}

/** The projection of one memory. The store keeps the mark `summarised` while the text does not change. */
export interface MemoryRow extends Names, SearchColumns {
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
  /** M-5: the count of all devices, with dates in milliseconds. Null for a memory that is not counted. */
  readonly seen: CountValue | null;
}

/** The fields that ranking needs. Rows that are shown are read in full. */
export interface FoundMemory extends Pick<MemoryRow, 'id' | 'content' | 'aside'> {}

/** F-5: the filter of a query, always part of the SQL. `projects` undefined means everywhere; null in the list is global. */
export interface Scope {
  readonly projects?: readonly (string | null)[];
  /** Without a slash at its end. It matches itself and everything below it: `tacit` finds `tacit/style` and not `tacitus`. */
  readonly namespacePrefix?: string | null;
  /** Matches a memory with any of these tags. Compared exactly. */
  readonly tags?: readonly string[];
  readonly pinned?: boolean;
  readonly source?: Source;
  readonly deviceId?: string;
  readonly agent?: string;
  /** Unix time, milliseconds: created at or after `since`, and before `until`. */
  readonly since?: number;
  readonly until?: number;
  /**
   * Unix time, milliseconds: matches rows created at or before it that are current, or superseded later. Undefined: matches
   * current rows.
   */
  readonly asOf?: number;
  /** Unix time, milliseconds: leaves out counted memories that have expired by then. Undefined: keeps all. [M-5] */
  readonly livingAt?: number;
}
