/** Notes on which branch something was said in a session, or saved. Nobody waits for it. [M-15] */
import type { Engine } from '@cairn/core';
import type { Gate } from './gate.ts';
import type { Log } from './log.ts';
import type { ProjectFinder } from './resolve-project.ts';

export interface Branches {
  /** `subject`: a session's name, or a memory's id. */
  note(subject: string, folder: string | null | undefined): void;
  /** The one that is checked out in a folder. */
  at(folder: string): string | null;
  end(): Promise<void>;
}

export interface BranchesDeps {
  readonly engine: () => Pick<Engine, 'noteBranch' | 'readOnly'>;
  readonly projects: ProjectFinder;
  readonly branchOf: (folder: string) => string | null;
  readonly gate: Gate;
  readonly log: Log;
}

/** Sessions whose last branch is known without asking. */
const KNOWN_MAX = 1_000;

export const createBranches = ({ engine, projects, branchOf, gate, log }: BranchesDeps): Branches => {
  const known = new Map<string, string>();
  let last: Promise<void> = Promise.resolve();
  const keep = async (subject: string, folder: string, branch: string): Promise<void> => {
    if (engine().readOnly) return;
    await engine().noteBranch({ subject, branch, project: await projects.projectOf(folder) });
  };
  return {
    at: branchOf,
    note(subject, folder) {
      const branch = folder == null ? null : branchOf(folder);
      if (folder == null || branch === null || known.get(subject) === branch) return;
      if (known.size >= KNOWN_MAX) known.clear();
      known.set(subject, branch);
      last = last
        .then(() => gate.share(() => keep(subject, folder, branch)))
        .catch((error: unknown) => log.warn('a branch was not noted', { error: String(error) }));
    },
    end: () => last,
  };
};
