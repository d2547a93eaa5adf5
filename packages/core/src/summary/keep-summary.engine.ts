/** Saves summaries, and marks the memories that they cover. [SU-1, SU-2, SU-4] */
import type { EntityId } from '@cairn/schema';
import type { WriteDeps } from '../engine/deps.ts';
import type { Citation, MemoryAge, ModelCallRow, StoreTransaction, SummaryRow } from '../ports/store.ts';
import { nameOf } from './tasks.ts';

export interface WrittenSummary {
  readonly summary: SummaryRow;
  readonly replaces: readonly string[];
  /** Memories to mark as summarised when it is stored, unless their text has changed. */
  readonly marks: readonly Citation[];
}

/**
 * Saves a summary. Returns false and writes nothing if a replaced summary is absent or a source was forgotten meanwhile. Then the
 * summary must be written again from the remaining sources.
 */
export const keepSummary = ({ store }: Pick<WriteDeps, 'store'>, written: WrittenSummary): Promise<boolean> =>
  store.write(async (tx) => {
    const { summary, replaces, marks } = written;
    if ((await tx.presentSummaries(replaces)).length < replaces.length) return false;
    const cited = [...summary.sentences.flatMap(({ cites }) => cites), ...summary.alsoCites, ...marks];
    const unique = [...new Map(cited.map((one) => [nameOf(one), one])).values()];
    if ((await tx.countUnforgotten(unique, replaces)) < unique.length) return false;
    const summarised = await stillSaying(tx, marks);
    await tx.apply({ summariesRemove: replaces, summariesAdd: [summary], summarised });
    return true;
  });

/** Returns the memories whose text is still the one that the summary was written from. Changed memories wait for the next summary. */
const stillSaying = async (
  tx: StoreTransaction,
  marks: readonly Citation[],
): Promise<readonly EntityId[]> => {
  const rows = await tx.memoriesByHash([...new Set(marks.map(({ contentHash }) => contentHash))]);
  const present = new Set(rows.map(({ id, contentHash }) => `${id} ${contentHash}`));
  return marks.flatMap(({ entity, contentHash }) =>
    present.has(`${entity} ${contentHash}`) ? [entity] : [],
  );
};

/** Rows per transaction, so that saves can run in between. */
const MARK_STEP = 250;

/** Marks the older memories of a backlog after a summary covers them. Returns the number of marked rows. [SU-4] */
export const markBacklog = async (
  { store }: Pick<WriteDeps, 'store'>,
  project: string | null,
  before: MemoryAge,
): Promise<number> => {
  let sum = 0;
  for (;;) {
    const marked = await store.write((tx) => tx.markOlderSummarised(project, before, MARK_STEP));
    sum += marked;
    if (marked < MARK_STEP) return sum;
  }
};

export const noteModelCall = ({ store }: Pick<WriteDeps, 'store'>, call: ModelCallRow): Promise<void> =>
  store.write((tx) => tx.apply({ modelCalls: [call] }));
