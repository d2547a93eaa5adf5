/** When there is something to summarise, and how much of it at once. [SU-1, SU-4] */
import { exhaustive, LIMITS } from '@cairn/schema';
import type { StoredSummary } from '../ports/summary-store.ts';

/** `asked`: by a person. `settled`: something was forgotten, and its branch is to be rewritten. */
export type SummaryTrigger = 'count' | 'session_start' | 'session_end' | 'interval' | 'settled' | 'asked';

/** `waiting`: memories of one project that are in no summary. */
export const isBatchDue = (trigger: SummaryTrigger, waiting: number): boolean => {
  switch (trigger) {
    case 'count':
      return waiting >= LIMITS.summariseAt;
    case 'session_start':
      return waiting > LIMITS.summariseAt;
    case 'session_end':
    case 'interval':
    case 'settled':
    case 'asked':
      return waiting > 0;
    default:
      return exhaustive(trigger);
  }
};

/**
 * One compaction takes these: the compacted summaries that there are, and incremental ones older than a day, of which it needs
 * two; asked for by a person, all of them, of which it needs two in all. Empty when it is not due.
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

/** Newest first in, the oldest of them out: as many as one summary and one question to a model bear. */
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
