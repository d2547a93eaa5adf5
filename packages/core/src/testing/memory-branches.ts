/** Branches in the in-memory store. [M-15] */
import { BRANCH_LIMITS, type EntityId } from '@cairn/schema';
import type { BranchNote, BranchQueries, BranchTransaction } from '../ports/branch-store.ts';
import type { MemoryRow } from '../ports/store.ts';
import type { Tables } from './memory-tables.ts';

const DAY_MS = 86_400_000;

const notesOf = (tables: Tables, subject: string): readonly BranchNote[] =>
  tables.branches.get(subject) ?? [];
const lastOf = (tables: Tables, subject: string, upto: number): BranchNote | undefined =>
  notesOf(tables, subject).findLast(({ at }) => at <= upto);

export const branchWritesOf = (tables: Tables): BranchTransaction => ({
  async noteBranch(note) {
    const last = notesOf(tables, note.subject).at(-1);
    if (last?.branch === note.branch && last.project === note.project) return;
    const kept = notesOf(tables, note.subject).filter(({ at }) => at !== note.at);
    tables.branches.set(note.subject, [...kept, note]);
    const times = [...tables.branches.values()].flat().map(({ at }) => at);
    const oldest =
      Math.max(...times.filter((at) => at <= note.at - DAY_MS)) - BRANCH_LIMITS.keptDays * DAY_MS;
    for (const subject of [...tables.branches.keys()])
      tables.branches.set(
        subject,
        notesOf(tables, subject).filter(({ at }) => at >= oldest),
      );
  },
});

export const branchQueriesOf = (tables: Tables): BranchQueries => ({
  branchesOf: async (project) => {
    const notes = [...tables.branches.values()].flat().filter((note) => note.project === project);
    const names = [...new Set(notes.map(({ branch }) => branch))];
    const timesOf = (branch: string) => notes.filter((note) => note.branch === branch).map(({ at }) => at);
    return names
      .sort((a, b) => Math.max(...timesOf(b)) - Math.max(...timesOf(a)))
      .map((branch) => ({ branch, since: Math.min(...timesOf(branch)) }));
  },
  memoriesOnBranch: async ({ project, branch }, limit) => {
    const isThere = (note: BranchNote | undefined): boolean =>
      note?.project === project && note.branch === branch;
    const isOn = (row: MemoryRow): boolean => {
      if (notesOf(tables, row.id).length > 0)
        return isThere(lastOf(tables, row.id, Number.POSITIVE_INFINITY));
      const learnedAt = row.key === null ? row.createdAt : row.updatedAt;
      return row.session !== null && isThere(lastOf(tables, row.session, learnedAt));
    };
    return [...tables.rows.values()]
      .filter(({ state, trust }) => state === 0 && (trust === 'high' || trust === 'normal'))
      .filter((row) => (row.project === null || row.project === project) && isOn(row))
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
      .slice(-limit);
  },
});

export const renameBranches = (tables: Tables, names: ReadonlyMap<EntityId, EntityId>): void => {
  for (const [from, to] of names) {
    const notes = notesOf(tables, from);
    if (notes.length === 0) continue;
    tables.branches.delete(from);
    tables.branches.set(
      to,
      notes.map((note) => ({ ...note, subject: to })),
    );
  }
};
