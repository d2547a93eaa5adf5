/**
 * Which project a folder belongs to, read from git's own files: no process is started unless a repository has no remote.
 * A worktree is the repository it was made from; a submodule is a repository of its own. [M-8]
 */
import { execFile } from 'node:child_process';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { canonicalRemote } from '../services/canonical-remote.ts';
import { chooseRemote, parseGitConfig } from '../services/git-config.ts';
import { systemClock } from './system-time.ts';

interface Repository {
  readonly top: string;
  /** Where the configuration lies; shared by all worktrees. */
  readonly common: string;
}

const GIT_MS_MAX = 2_000;
const INCLUDE_DEPTH_MAX = 4;
const KEPT_MS = 30_000;
const KEPT_MAX = 1_000;

/** Finds projects, remembering each for half a minute. */
export const createGitProjects = (): ((folder: string) => Promise<string>) => {
  const known = new Map<string, { readonly project: string; readonly untilMs: number }>();
  return async (folder) => {
    const nowMs = systemClock.nowMs();
    const kept = known.get(folder);
    if (kept !== undefined && kept.untilMs > nowMs) return kept.project;
    const project = await identify(folder);
    if (known.size >= KEPT_MAX) known.clear();
    known.set(folder, { project, untilMs: nowMs + KEPT_MS });
    return project;
  };
};

const identify = async (folder: string): Promise<string> => {
  const real = realPath(folder);
  const repository = findRepository(real);
  if (repository === null) return real;
  const url = chooseRemote(remotesOf(join(repository.common, 'config'), 0));
  const remote = url === null ? null : canonicalRemote(url);
  if (remote !== null) return remote;
  const root = await rootCommit(repository.top);
  return root === null ? repository.top : `git:${root}`;
};

/** A folder that is not there, or not readable, is known by its spelling. */
const realPath = (folder: string): string => {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
};

const findRepository = (folder: string): Repository | null => {
  for (let at = folder; ; at = dirname(at)) {
    const found = repositoryAt(at);
    if (found !== null) return found;
    if (dirname(at) === at) return null;
  }
};

const repositoryAt = (top: string): Repository | null => {
  const dotGit = join(top, '.git');
  const stats = statSync(dotGit, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isDirectory()) return read(join(dotGit, 'HEAD')) === null ? null : { top, common: dotGit };
  const pointer = /^gitdir:\s*(.+)$/m.exec(read(dotGit) ?? '')?.[1]?.trim();
  if (pointer === undefined) return null;
  const gitDir = resolve(top, pointer);
  const shared = read(join(gitDir, 'commondir'))?.trim();
  return { top, common: shared === undefined ? gitDir : resolve(gitDir, shared) };
};

const remotesOf = (path: string, depth: number): ReadonlyMap<string, string> => {
  const text = read(path);
  if (text === null || depth > INCLUDE_DEPTH_MAX) return new Map();
  const { remotes, includes } = parseGitConfig(text);
  const included = includes.flatMap((include) => {
    const target = isAbsolute(include) ? include : join(dirname(path), include);
    return include.startsWith('~') ? [] : [...remotesOf(target, depth + 1)];
  });
  return new Map([...included, ...remotes]);
};

/** The same in every clone of a repository that has no remote; the smallest where histories were joined. */
const rootCommit = (top: string): Promise<string | null> =>
  new Promise((done) => {
    const args = ['-C', top, 'rev-list', '--max-parents=0', 'HEAD'];
    execFile('git', args, { timeout: GIT_MS_MAX, windowsHide: true }, (error, stdout) => {
      const roots = error === null ? stdout.split('\n').filter((line) => /^[0-9a-f]{40,64}$/.test(line)) : [];
      done(roots.toSorted()[0] ?? null);
    });
  });

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};
