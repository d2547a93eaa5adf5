// The program of the newest earlier release, for the nemesis that changes the program. It is built once from git, in an ignored folder.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.ts';

const RELEASES = join(root, 'tests', 'fixtures', 'releases');
const BUILT = join(root, 'node_modules', '.cache', 'cairn-older');
/** File that is written last, so that an interrupted build is repeated. */
const MARK = 'is-built';

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Returns the newest commit that has fixtures. */
const newestRelease = (): string => {
  const commits = readdirSync(RELEASES).filter((name) => !name.includes('.'));
  return git('-C', root, 'rev-list', '--no-walk=sorted', '--max-count=1', ...commits);
};

const build = (commit: string, folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(BUILT, { recursive: true });
  git('clone', '--quiet', '--shared', '--no-checkout', root, folder);
  git('-C', folder, 'checkout', '--quiet', commit);
  execFileSync(process.execPath, ['scripts/run.mjs', 'setup'], { cwd: folder, stdio: 'pipe' });
  writeFileSync(join(folder, MARK), `${commit}\n`);
};

/** Returns the older program's folder, or why there is none. */
export const olderProgramFolder = (say: (line: string) => void): string | { readonly why: string } => {
  try {
    const commit = newestRelease();
    const folder = join(BUILT, commit.slice(0, 7));
    if (!existsSync(join(folder, MARK))) {
      say(`building the program of ${commit.slice(0, 7)}, once …`);
      build(commit, folder);
    }
    return folder;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { why: `the program of before cannot be built: ${said.trim().split('\n').slice(-1).join()}` };
  }
};
