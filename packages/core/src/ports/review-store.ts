/** The database interface of review: compared memories, findings, and decisions to keep memories. */
import type { EntityId } from '@cairn/schema';
import type { MemoryRow } from './memory-row.ts';

export interface Compared {
  readonly id: EntityId;
  readonly contentHash: string;
}

/** A finding about contents. It ends when one of the contents changes. */
export interface Finding {
  readonly entity: Compared;
  /** The memory that it contradicts; null for a memory that goes stale. */
  readonly other: Compared | null;
  /** The time from which it is stale, milliseconds; 0 for a contradiction. */
  readonly dueAt: number;
}

/**
 * Queries of review. Unless a query says otherwise, it returns current rows only. The queries about findings leave out memories and
 * pairs that somebody decided to keep.
 */
export interface ReviewReads {
  /** Returns memories not compared since their content changed, most recently written first. */
  uncompared(limit: number): Promise<readonly MemoryRow[]>;
  uncomparedCount(): Promise<number>;
  /** Returns memories held for review, newest first. [G-1] */
  heldRows(limit: number): Promise<readonly MemoryRow[]>;
  /** Returns heads of branches that another branch replaced, newest first. [RL-2] */
  besideRows(limit: number): Promise<readonly MemoryRow[]>;
  /** Returns contradicting pairs, most recently found first. */
  contradictions(limit: number): Promise<readonly (readonly [EntityId, EntityId])[]>;
  /** Returns memories that are stale by that time, longest stale first. */
  dueBy(
    nowMs: number,
    limit: number,
  ): Promise<readonly { readonly memory: MemoryRow; readonly dueAt: number }[]>;
  /**
   * Returns unpinned memories without a key, of a source that is neither a person nor an agent. They were created, imported or
   * changed at or before that time, and not read since on this device. Oldest first.
   */
  unused(beforeMs: number, limit: number): Promise<readonly MemoryRow[]>;
}

export interface ReviewWrites {
  /** Marks memories as compared when their content is still the same. A known finding about the same contents stays. */
  noteCompared(compared: readonly Compared[], findings: readonly Finding[]): Promise<void>;
  /** Keeps both memories of a pair. Without `other`, keeps one memory although it looks stale. No finding needs to exist. */
  keepFinding(entity: Compared, other: Compared | null): Promise<void>;
}
