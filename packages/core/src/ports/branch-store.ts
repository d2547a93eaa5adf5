/** The git branch on which something was said in a session, or saved. Local, never sent. [M-15, SY-D4] */
import type { branches } from '@cairn/schema/local-tables';
import type { MemoryRow } from './memory-row.ts';

/** `subject`: a session's name, or a memory's id. `at`: Unix time, milliseconds. */
export type BranchNote = Readonly<typeof branches.$inferSelect>;

export interface BranchQueries {
  /** Returns the branches of a project, most recently used first. `since`: time of the first note, milliseconds. */
  branchesOf(project: string): Promise<readonly { readonly branch: string; readonly since: number }[]>;
  /**
   * Returns the newest current, trusted memories of the project and global ones, oldest first. They were saved on the branch, or learned from a
   * session that was on it at that time. The last note of a memory counts; without one, that of its session.
   */
  memoriesOnBranch(
    where: Pick<BranchNote, 'project' | 'branch'>,
    limit: number,
  ): Promise<readonly MemoryRow[]>;
}

export interface BranchTransaction {
  /** Writes the note, unless it equals the last one of the subject. */
  noteBranch(note: BranchNote): Promise<void>;
}
