/** Decides when memories are summarised, and how many at once. [SU-1, SU-4] */
import { LIMITS } from '@cairn/schema';
import type { StoredSummary } from '../ports/summary-store.ts';

/** `asked`: a person requested it. `settled`: something was forgotten, so a summary must be rewritten. */
export type SummaryTrigger = 'count' | 'session_start' | 'session_end' | 'interval' | 'settled' | 'asked';

/** The fewest waiting memories of one project for which a batch is due. */
const BATCH_MIN: Readonly<Record<SummaryTrigger, number>> = {
  count: LIMITS.summariseAt,
  session_start: LIMITS.summariseAt + 1,
  ...{ session_end: 1, interval: 1, settled: 1, asked: 1 },
};

/** Whether a batch is due. `waiting`: memories of one project that are in no summary. */
export const isBatchDue = (trigger: SummaryTrigger, waiting: number): boolean =>
  waiting >= BATCH_MIN[trigger];

/**
 * Returns the summaries to compact: all compacted ones, and incremental ones older than a day, of which at least two must exist. On a
 * person's request: all of both kinds, at least two in total. Empty when no compaction is due.
 */
export const dueForCompaction = (
  summaries: readonly StoredSummary[],
  nowMs: number,
  trigger: 'daily' | 'asked',
): readonly StoredSummary[] => {
  const compacted = summaries.filter(({ type }) => type === 'compacted');
  const incremental = summaries.filter(
    ({ type, createdAt }) =>
      type === 'incremental' && (trigger === 'asked' || createdAt <= nowMs - LIMITS.compactAfterMs),
  );
  const isDue = trigger === 'asked' ? compacted.length + incremental.length > 1 : incremental.length > 1;
  return isDue ? [...compacted, ...incremental] : [];
};

/** Returns the oldest rows that fit into one summary and one prompt. `rows`: newest first. */
export const takeBatch = <R extends { readonly content: string }>(rows: readonly R[]): readonly R[] => {
  const batch: R[] = [];
  let chars = 0;
  for (const row of [...rows].reverse()) {
    chars += row.content.length;
    if (batch.length > 0 && (batch.length >= LIMITS.summaryNotesMax || chars > LIMITS.summaryCharsMax)) break;
    batch.push(row);
  }
  return batch;
};
