/** What became of memories on this device: local, never sent. [M-14, SY-D4] */
import type { EntityId } from '@cairn/schema';
import type { MemoryRow } from './memory-row.ts';

/** Of one agent; its name is empty where it has none. Times in milliseconds. */
export interface UseRow {
  readonly entity: EntityId;
  readonly agent: string;
  readonly given: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly used: number;
  readonly usedAt: number | null;
}

/** A memory that a session was given, whose words no answer has used yet. */
export interface GivenMemory {
  readonly id: EntityId;
  readonly at: number;
}

/** Memories that are current, not pinned, no import, and that nobody decided to keep. */
export interface UseQueries {
  usesOf(ids: readonly EntityId[]): Promise<readonly UseRow[]>;
  unusedIn(session: string): Promise<readonly GivenMemory[]>;
  /** Given so often since then or before, and never used nor looked at; the most often given first. Styles are left out: no answer has their words. */
  givenUnused(
    often: { readonly times: number; readonly sinceMs: number },
    limit: number,
  ): Promise<readonly { readonly memory: MemoryRow; readonly firstAt: number }[]>;
  /** Made by then, never given, not looked at since then, while others of the project were given since before; the oldest first. */
  neverGiven(beforeMs: number, limit: number): Promise<readonly MemoryRow[]>;
}

export interface UseTransaction {
  countGiven(agent: string, ids: readonly string[], nowMs: number): Promise<void>;
  /** Once for each time that the session was given it. */
  countUsed(session: string, agent: string, ids: readonly EntityId[], nowMs: number): Promise<void>;
}
