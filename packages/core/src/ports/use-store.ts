/** How memories were used on this device. Local, never sent. [M-14, SY-D4] */
import type { EntityId } from '@cairn/schema';
import type { uses } from '@cairn/schema/local-tables';
import type { MemoryRow } from './memory-row.ts';

/** The uses by one agent, whose name may be empty. Times in milliseconds. */
export type UseRow = Readonly<Omit<typeof uses.$inferSelect, 'entity'>> & { readonly entity: EntityId };

/** Queries about use. Lists of rows contain only current, unpinned memories that were not imported and that nobody decided to keep. */
export interface UseQueries {
  usesOf(ids: readonly EntityId[]): Promise<readonly UseRow[]>;
  /** Returns the memories that the session was given, and that no answer used yet. `at`: milliseconds. */
  unusedIn(session: string): Promise<readonly { readonly id: EntityId; readonly at: number }[]>;
  /**
   * Returns memories given at least `times` times, first at or before `sinceMs`, never used, and not read since they were first
   * given. Most often given first. Styles are left out, because no answer repeats their words.
   */
  givenUnused(
    often: { readonly times: number; readonly sinceMs: number },
    limit: number,
  ): Promise<readonly { readonly memory: MemoryRow; readonly firstAt: number }[]>;
  /**
   * Returns memories created at or before `beforeMs`, never given, and not read after it, oldest first. Another memory of the same
   * project must have been given by then. Leaves out memories of low trust.
   */
  neverGiven(beforeMs: number, limit: number): Promise<readonly MemoryRow[]>;
}

export interface UseTransaction {
  countGiven(agent: string, ids: readonly string[], nowMs: number): Promise<void>;
  /** Counts a use of each memory that the session was given and has not used since. */
  countUsed(session: string, agent: string, ids: readonly EntityId[], nowMs: number): Promise<void>;
}
