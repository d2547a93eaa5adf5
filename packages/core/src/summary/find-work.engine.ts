/** Reads the data for the next summary task; pure functions decide. [SU-1, SU-4, SU-5] */

import { LIMITS } from '@cairn/schema';
import type { ReadDeps, StoreDeps } from '../engine/deps.ts';
import { isTrusted, STATE } from '../memory/memory-state.ts';
import type { MemoryAge, MemoryRow, ReadStore, StoredSummary } from '../ports/store.ts';
import { hasOwnNarrative } from '../profile/read-profile.engine.ts';
import { dueForCompaction, takeBatch } from './due.ts';
import {
  backlogTask,
  batchTask,
  citationsOf,
  compactionTask,
  narrativeTask,
  rewriteTask,
  type SummaryTask,
} from './tasks.ts';

/** The next task of a project. `rewrite`: a model rewords an extractive summary that is not in `except`. */
export type SummaryWork =
  | { readonly kind: 'batch'; readonly project: string | null }
  | { readonly kind: 'compact'; readonly project: string | null; readonly trigger: 'daily' | 'asked' }
  | { readonly kind: 'rewrite'; readonly project: string | null; readonly except: readonly string[] }
  | { readonly kind: 'narrative' };

/** `older`: where the unread rest of a backlog begins. That rest is marked as summarised without being read. */
export interface FoundWork {
  readonly task: SummaryTask;
  readonly older: MemoryAge | null;
}

/** The most memories for the narrative. */
const NARRATIVE_NOTES_MAX = 60;

export const findSummaryWork = async (
  { store, clock }: ReadDeps,
  work: SummaryWork,
): Promise<FoundWork | null> => {
  if (work.kind === 'batch') return findBatch(store, work.project);
  if (work.kind === 'rewrite') return found(await findRewrite(store, work.project, work.except));
  if (work.kind === 'narrative') return found(await findNarrative(store, clock.nowMs()));
  return found(await findCompaction(store, work.project, work.trigger, clock.nowMs()));
};

const found = (task: SummaryTask | null): FoundWork | null => (task === null ? null : { task, older: null });

/** SU-4: the memories older than the newest 200 of a backlog become one summary. The 200 are then summarised in batches. */
const findBatch = async (store: ReadStore, project: string | null): Promise<FoundWork | null> => {
  const newestMax = LIMITS.summariseNewestMax;
  const rows = await store.unsummarised(project, newestMax + LIMITS.summaryBacklogReadMax);
  const newest = rows.slice(0, newestMax);
  const oldestKept = newest.at(-1);
  if (oldestKept === undefined) return null;
  const older = rows.slice(newestMax);
  if (older.length === 0) return found(batchTask(project, takeBatch(newest)));
  return {
    task: backlogTask(project, [...older].reverse()),
    older: { createdAt: oldestKept.createdAt, id: oldestKept.id },
  };
};

const findCompaction = async (
  store: ReadStore,
  project: string | null,
  trigger: 'daily' | 'asked',
  nowMs: number,
): Promise<SummaryTask | null> => {
  const due = dueForCompaction(await store.summariesOf(project), nowMs, trigger);
  const cited = due.flatMap(({ sentences }) => sentences.flatMap(({ cites }) => cites));
  const ids = [...new Set(cited.map(({ entity }) => entity))];
  return compactionTask(due, (await store.memoriesByIds(ids)).filter(isShown));
};

const findRewrite = async (
  store: ReadStore,
  project: string | null,
  except: readonly string[],
): Promise<SummaryTask | null> => {
  const summary = (await store.summariesOf(project)).find(
    ({ id, type, model }) => type !== 'compacted' && model === null && !except.includes(id),
  );
  if (summary === undefined) return null;
  const rows = await citedRows(store, summary);
  return rewriteTask(summary, rows);
};

const citedRows = async (store: ReadStore, summary: StoredSummary): Promise<readonly MemoryRow[]> => {
  const rows = await store.memoriesByIds(citationsOf(summary).map(({ entity }) => entity));
  return rows.filter(isShown).sort((a, b) => a.createdAt - b.createdAt);
};

const isShown = (row: MemoryRow): boolean => row.state === STATE.current && isTrusted(row);

/**
 * Finds the work for the narrative. It takes global memories only, pinned ones first, then the newest, so that it holds no project's
 * facts. [SU-2]
 */
const findNarrative = async (store: ReadStore, nowMs: number): Promise<SummaryTask | null> => {
  if (await hasOwnNarrative({ store })) return null;
  const newest = async (kind: 'pinned' | 'recent'): Promise<readonly MemoryRow[]> => {
    const query = { kind, project: null, livingAt: nowMs, newest: NARRATIVE_NOTES_MAX, mostAccessed: 0 };
    const rows = await store.listForContext(query);
    return rows.map(({ memory }) => memory).sort((a, b) => b.createdAt - a.createdAt);
  };
  const rows = [...(await newest('pinned')), ...(await newest('recent'))].slice(0, NARRATIVE_NOTES_MAX);
  const present = (await store.summariesOf(null)).filter(({ type }) => type === 'narrative');
  return narrativeTask(rows, present);
};

export type SummaryProjects = Awaited<ReturnType<typeof summaryProjects>>;

/** Returns projects with waiting memories, and projects with summaries. */
export const summaryProjects = async ({ store }: StoreDeps) => ({
  waiting: await store.waitingToBeSummarised(),
  summarised: await store.summarisedProjects(),
});
