/** The needs of review of a database: which memories were compared, what that found, and what somebody decided to keep. */
import type { EntityId } from '@cairn/schema';
import type { MemoryRow } from './memory-row.ts';

export interface Compared {
  readonly id: EntityId;
  readonly contentHash: string;
}

/** Said of contents: when one of them changes, it no longer holds. */
export interface Finding {
  readonly entity: Compared;
  /** The memory that it contradicts; null when it goes stale. */
  readonly other: Compared | null;
  /** From when on it is stale, milliseconds; 0 of a contradiction. */
  readonly dueAt: number;
}

/** Answers of current rows only, but for the two that say otherwise, and nothing that was decided to stay. */
export interface ReviewReads {
  /** Not compared since their content changed, the last written first. */
  uncompared(limit: number): Promise<readonly MemoryRow[]>;
  uncomparedCount(): Promise<number>;
  /** Held for review, the newest first. [G-1] */
  heldRows(limit: number): Promise<readonly MemoryRow[]>;
  /** Heads of branches that another branch took the place of, the newest first. [RL-2] */
  besideRows(limit: number): Promise<readonly MemoryRow[]>;
  /** The last found first. */
  contradictions(limit: number): Promise<readonly (readonly [EntityId, EntityId])[]>;
  /** Stale at or before that time, the longest first. */
  dueBy(
    nowMs: number,
    limit: number,
  ): Promise<readonly { readonly memory: MemoryRow; readonly dueAt: number }[]>;
  /**
   * Neither pinned nor keyed, of a source that is neither a person nor an agent, made, imported or changed at or before that
   * time and not looked at since on this device; the oldest first.
   */
  unused(beforeMs: number, limit: number): Promise<readonly MemoryRow[]>;
}

export interface ReviewWrites {
  /** Those whose content is still the same are compared. A finding about the same contents that is known stays as it is. */
  noteCompared(compared: readonly Compared[], findings: readonly Finding[]): Promise<void>;
  /** The two stay beside each other; without another, the one although it looks stale. Known or not. */
  keepFinding(entity: Compared, other: Compared | null): Promise<void>;
}
