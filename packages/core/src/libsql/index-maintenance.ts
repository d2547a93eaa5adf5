/**
 * Maintains the full-text index in the background. Adds the entries that wait [F-6]. When nothing is written for some
 * seconds, merges the segments of many small writes, so a search reads fewer pages. Works in small steps, so saves run
 * in between. A kill loses only the step.
 */
import { countOf } from './columns.ts';
import { type Database, inTransaction } from './database.ts';
import type { LibsqlWriteStore } from './write-store.ts';

const STEP_ROWS = 1_000;
/** Wait after the last page, so incoming pages go first. */
const QUIET_MS = 250;
/** Time without writes before merging. */
const REST_MS = 5_000;
const MERGE_PAUSE_MS = 50;
/** 64: pages of 4 KB that one step of merging writes. */
const MERGES = [
  "INSERT INTO memory_fts (memory_fts, rank) VALUES ('merge', 64)",
  "INSERT INTO passage_fts (passage_fts, rank) VALUES ('merge', 64)",
] as const;
const CHANGES = 'SELECT total_changes()';

export const createIndexMaintenance = (store: LibsqlWriteStore) => {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let waits = false;
  /** Whether the last step failed. */
  let hasFailed = false;
  const schedule = (step: () => Promise<void>, delayMs: number): void => {
    if (timer !== null) clearTimeout(timer);
    timer = isStopped ? null : setTimeout(run, delayMs, step);
  };
  const run = (step: () => Promise<void>): void => {
    timer = null;
    hasFailed = false;
    // A full disk or a damaged index. The next write, start or repair tries again.
    step().catch(() => {
      hasFailed = true;
    });
  };
  const index = async (): Promise<void> => {
    const { more } = await store.write((tx) => tx.indexMore(STEP_ROWS));
    if (timer !== null) return;
    waits = more;
    if (more) schedule(index, 0);
    else schedule(merge, REST_MS);
  };
  const merge = async (): Promise<void> => {
    const more = await store.exclusive(mergeSome);
    if (more && timer === null) schedule(merge, MERGE_PAUSE_MS);
  };
  return {
    /** Schedules the indexing of waiting entries. `now`: no more entries will follow. */
    wake(when: 'now' | 'quiet'): void {
      waits = true;
      schedule(index, when === 'now' ? 0 : QUIET_MS);
    },
    /** Notes a write. It delays merging, and retries indexing after a failure. */
    noteWrite(): void {
      if (!waits) schedule(merge, REST_MS);
      else if (hasFailed && timer === null) schedule(index, REST_MS);
    },
    stop(): void {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
};

/**
 * Merges one step. Returns whether there may be more to merge. Each command counts as one change, so more changes mean
 * that it merged something. Runs in a transaction, because the count of changes belongs to a connection.
 */
export const mergeSome = (database: Database): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const before = await countOf(tx, CHANGES);
    for (const statement of MERGES) await tx.post(statement);
    return (await countOf(tx, CHANGES)) - before > MERGES.length;
  });
