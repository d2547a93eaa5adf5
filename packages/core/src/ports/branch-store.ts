/** On which branch of git something was said in a session, or saved: local, never sent. [M-15, SY-D4] */
import type { MemoryRow } from './memory-row.ts';

/** `subject`: a session's name, or a memory's id. `at`: milliseconds. */
export interface BranchNote {
  readonly subject: string;
  readonly branch: string;
  readonly project: string;
  readonly at: number;
}

export interface BranchQueries {
  /** The last worked on first. `since`: milliseconds, of the first note. */
  branchesOf(project: string): Promise<readonly { readonly branch: string; readonly since: number }[]>;
  /**
   * Current and trusted ones, of the project or global, that were saved on the branch, or learned from a session that was on it
   * then; the oldest first. The last note of a memory counts, and before that of its session.
   */
  memoriesOnBranch(
    where: Pick<BranchNote, 'project' | 'branch'>,
    limit: number,
  ): Promise<readonly MemoryRow[]>;
}

export interface BranchTransaction {
  /** Nothing when it is as the last one of the subject. */
  noteBranch(note: BranchNote): Promise<void>;
}
