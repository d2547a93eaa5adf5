/** Notes the branches of sessions and memories, and returns the memories of a branch, as far as this device saw them. [M-15] */
import {
  BRANCH_LIMITS,
  type BranchMemoriesResult,
  type CairnError,
  cairnError,
  err,
  ok,
} from '@cairn/schema';
import type { Answer, StoreDeps, WriteDeps } from '../engine/deps.ts';
import { history } from '../engine/read/history.ts';
import { isoTime, rowToMemory } from '../memory/to-memory.ts';
import type { BranchNote, MemoryRow } from '../ports/store.ts';

/** Writes nothing while the branch and project of the subject stay the same. */
export const noteBranch = (
  { store, clock }: Pick<WriteDeps, 'store' | 'clock'>,
  note: Omit<BranchNote, 'at'>,
): Promise<void> => store.write((tx) => tx.noteBranch({ ...note, at: clock.nowMs() }));

export interface BranchQuestion {
  readonly project: string;
  readonly branch: string;
  /** The branch to compare with. It is only named in the answer: a memory is on one branch, that of its last note. */
  readonly base: string | null;
}

export const branchMemories = async (
  { store }: StoreDeps,
  { project, branch, base }: BranchQuestion,
): Answer<BranchMemoriesResult> => {
  const known = await store.branchesOf(project);
  const own = known.find((one) => one.branch === branch);
  if (own === undefined) return err(unknownBranch(branch, known));
  const limit = BRANCH_LIMITS.memoriesMax;
  const rows = await store.memoriesOnBranch({ project, branch }, limit + 1);
  const memories: BranchMemoriesResult['memories'] = [];
  for (const row of rows.slice(-limit))
    memories.push({ memory: rowToMemory(row), before: await beforeOf({ store }, row, own.since) });
  return ok({ project, branch, base, since: isoTime(own.since), memories, more: rows.length > limit });
};

/** Returns the last text from before work on the branch began, or null. */
const beforeOf = async (deps: StoreDeps, row: MemoryRow, since: number): Promise<string | null> => {
  const past = await history(deps, row.id);
  if (!past.ok) return null;
  const earlier = past.value.versions.filter(({ current, at }) => !current && Date.parse(at) < since);
  return earlier.at(-1)?.content ?? null;
};

const SHOWN_MAX = 10;

const unknownBranch = (branch: string, known: readonly { readonly branch: string }[]): CairnError => {
  const names = known.slice(0, SHOWN_MAX).map((one) => one.branch);
  const here =
    names.length === 0
      ? 'Cairn records a branch when an agent with hooks works in the folder, or when something is saved from it.'
      : `Branches known here, last used first: ${names.join(', ')}.`;
  return cairnError(
    'not_found',
    `Nothing was said or saved on the branch ${JSON.stringify(branch)} of this project on this device. ${here}`,
  );
};
