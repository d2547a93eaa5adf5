/**
 * Finds the project of a folder from its files within limits. Starts no process, and reads nothing outside the repository. A worktree
 * belongs to its original repository. A submodule is a repository of its own. [M-8, TR-11, TR-12]
 */
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readInside } from '@cairn/client/device';
import { FOLDER_LIMITS, LIMITS, oneLine, orElse } from '@cairn/schema';
import { chooseRemote, type GitConfig, parseGitConfig } from '../git/config.ts';
import { canonicalRemote } from '../services/canonical-remote.ts';
import { headCommit, type KnownRoots, rootCommits } from './git-history.ts';
import { findRepository, type GitPlace, type Repository } from './git-place.ts';
import { steadyMs } from './system-time.ts';

const KEPT_MS = 30_000;
const KEPT_MAX = 1_000;

/** Caches each project for half a minute, and the root commit while HEAD stays the same. */
export const createGitProjects = (): ((folder: string) => Promise<string>) => {
  const known = new Map<string, { readonly project: Promise<string>; readonly untilMs: number }>();
  const roots = new Map<string, KnownRoots>();
  return (folder) => {
    const nowMs = steadyMs();
    const kept = known.get(folder);
    if (kept !== undefined && kept.untilMs > nowMs) return kept.project;
    if (known.size >= KEPT_MAX) known.clear();
    if (roots.size >= KEPT_MAX) roots.clear();
    const project = identify(folder, roots);
    known.set(folder, { project, untilMs: nowMs + KEPT_MS });
    return project;
  };
};

const identify = async (folder: string, known: Map<string, KnownRoots>): Promise<string> => {
  for await (const name of namesOf(folder, known)) return name;
  return folder;
};

/** Returns the name of the folder's project, then those that it had before its remote and before its first commit. */
export const allNamesOf = async (folder: string): Promise<readonly string[]> => {
  const names: string[] = [];
  for await (const name of namesOf(folder, new Map())) names.push(name);
  return names;
};

/** Yields the name of the folder's project, then those that it would have without what gives it that name. */
async function* namesOf(folder: string, known: Map<string, KnownRoots>): AsyncGenerator<string> {
  // A folder that does not exist, or cannot be read, keeps its path.
  const real = orElse(() => realpathSync(folder), resolve(folder));
  const repository = findRepository(real);
  if (repository?.place != null) {
    const { remotes, objectFormat } = settingsOf(repository);
    const url = chooseRemote(remotes);
    const remote = url === null || url.length > FOLDER_LIMITS.gitUrlCharsMax ? null : canonicalRemote(url);
    if (remote !== null) yield remote;
    const root = await rootOf(repository.place, objectFormat, known);
    if (root !== undefined) yield `git:${root}`;
  }
  yield nameOfPath(repository?.top ?? real);
}

const rootOf = async (
  place: GitPlace,
  objectFormat: string,
  known: Map<string, KnownRoots>,
): Promise<string | undefined> => {
  const head = headCommit(place, objectFormat === 'sha256' ? 64 : 40);
  if (head === null) return undefined;
  const before = known.get(place.common);
  const roots = before?.head === head ? before.roots : await rootCommits(place, head, before);
  known.set(place.common, { head, roots });
  return roots?.[0];
};

/**
 * Returns a project's name for a path. A path that is too long, or is not one clean line, loses its beginning and gets its digest. So
 * nothing about a folder makes a save fail. [TR-12]
 */
const nameOfPath = (path: string): string => {
  const line = oneLine(path.toWellFormed());
  if (line === path && path.length <= LIMITS.projectCharsMax) return path;
  const digest = createHash('sha256').update(path).digest('hex').slice(0, DIGEST_CHARS);
  return `…${line.slice(DIGEST_CHARS + 2 - LIMITS.projectCharsMax)} ${digest}`;
};
const DIGEST_CHARS = 16;

/** A repository's configuration with its includes, if they are in the repository itself. [TR-12] */
type RepositorySettings = Pick<GitConfig, 'remotes' | 'objectFormat' | 'isCaseless'>;

const NONE: RepositorySettings = { remotes: new Map(), objectFormat: 'sha1', isCaseless: false };

export const settingsOf = ({ top, place }: Repository): RepositorySettings => {
  if (place === null) return NONE;
  const read = new Set<string>();
  const textOf = (path: string): string | null => {
    if (read.has(path) || read.size >= FOLDER_LIMITS.gitConfigFilesMax) return null;
    read.add(path);
    const from = [place.common, top].map((folder) =>
      readInside(folder, path, FOLDER_LIMITS.gitConfigBytesMax),
    );
    return from.find((bytes) => bytes !== null)?.toString('utf8') ?? null;
  };
  /** A file's own settings override its includes. */
  const settingsIn = (path: string): RepositorySettings => {
    const text = textOf(path);
    if (text === null) return NONE;
    const { remotes, includes, objectFormat, isCaseless } = parseGitConfig(text);
    const included = includes.flatMap((include) => {
      // The person's home is not part of the repository.
      if (include.startsWith('~')) return [];
      return [...settingsIn(isAbsolute(include) ? include : join(dirname(path), include)).remotes];
    });
    return { remotes: new Map([...included, ...remotes]), objectFormat, isCaseless };
  };
  return settingsIn(join(place.common, 'config'));
};
