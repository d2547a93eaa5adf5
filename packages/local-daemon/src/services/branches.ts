/** Notes in the background on which branch a session's message was written, or a memory saved. [M-15] */
import type { Engine } from '@cairn/core';
import { createQueue } from './queue.ts';
import type { SharedDeps } from './shared-deps.ts';

export interface BranchesDeps extends Pick<SharedDeps, 'gate' | 'projects' | 'log'> {
  readonly engine: () => Pick<Engine, 'noteBranch' | 'readOnly'>;
  /** Returns the branch that is checked out in a folder. Null without a branch or a repository. */
  readonly branchOf: (folder: string) => string | null;
}

/** Maximum of subjects whose last folder and branch are cached, to avoid a second note of the same branch. */
const REMEMBERED_MAX = 1_000;

export const createBranches = ({ engine, projects, branchOf, gate, log }: BranchesDeps) => {
  /** Subject to folder and branch. Projects may have branches of the same name. */
  const lastPlace = new Map<string, string>();
  const inTurn = createQueue();
  const keep = async (subject: string, folder: string, branch: string): Promise<void> => {
    // The branch cannot be written here. Without it in the cache, the next call tries again.
    if (engine().readOnly) lastPlace.delete(subject);
    else await engine().noteBranch({ subject, branch, project: await projects.projectOf(folder) });
  };
  return {
    at: branchOf,
    /** `subject`: the name of a session, or the id of a memory. */
    note(subject: string, folder: string | null | undefined): void {
      const branch = folder == null ? null : branchOf(folder);
      if (folder == null || branch === null) return;
      const place = `${folder}\n${branch}`;
      if (lastPlace.get(subject) === place) return;
      if (lastPlace.size >= REMEMBERED_MAX) lastPlace.clear();
      lastPlace.set(subject, place);
      inTurn(() => gate.share(() => keep(subject, folder, branch))).catch((error: unknown) => {
        lastPlace.delete(subject);
        log.warn('a branch was not noted', { error: String(error) });
      });
    },
    /** Waits until all notes are written. */
    end: () => inTurn(async () => undefined),
  };
};
export type Branches = ReturnType<typeof createBranches>;
