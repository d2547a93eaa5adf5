/**
 * Lists the files of a folder that are worth indexing. In a repository, files that git ignores are left out. Reads folders within
 * limits and follows no links. [M-11, TR-12]
 */
import { opendirSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';
import { FOLDER_LIMITS } from '@cairn/schema';
import { type IgnoreLevel, isIgnored, type Work } from '../git/ignore.ts';
import { isSkippedName } from './document-files.ts';
import { findRepository, repositoryAt } from './git-place.ts';
import { type IgnoreFiles, ignoreFilesOf } from './ignore-files.ts';
import { steadyMs } from './system-time.ts';

export interface Problem {
  readonly path: string;
  readonly error: unknown;
}

interface Folder {
  readonly path: string;
  /** Path from the repository's top; empty outside of one. */
  readonly parts: readonly string[];
  readonly levels: readonly IgnoreLevel[];
  readonly depth: number;
}

interface Walk {
  readonly files: string[];
  /** Pipes, sockets and devices. */
  readonly special: string[];
  /** Folders that could not be listed, or only in part. Files that an earlier listing found in them may still exist. */
  readonly problems: Problem[];
  readonly work: Work;
  readonly untilMs: number;
  /** Null outside a repository, where nothing is ignored. */
  readonly ignored: IgnoreFiles | null;
  entries: number;
}

const UNCLEAR = 'its ignore file has too many or too long rules';
/** Entries between two yields to the event loop. */
const SLICE = 256;

/** `files`: absolute paths, sorted by name. */
export const listFolder = async (root: string) => {
  const repository = findRepository(root);
  const walk: Walk = {
    ...{ files: [], special: [], problems: [], entries: 0 },
    work: { left: FOLDER_LIMITS.ignoreStepsMax },
    untilMs: steadyMs() + FOLDER_LIMITS.listFolderMsMax,
    ignored: repository === null ? null : ignoreFilesOf(repository),
  };
  const waiting = begin(walk, root, repository?.top ?? null);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    try {
      for (const folder of await look(walk, at)) waiting.push(folder);
    } catch (error) {
      walk.problems.push({ path: at.path, error });
    }
    const end = whyEnded(walk);
    if (end === null) continue;
    walk.problems.push({ path: root, error: new Error(end) });
    break;
  }
  const files = walk.files.slice(0, FOLDER_LIMITS.folderFilesMax).toSorted();
  return { files, special: walk.special, problems: walk.problems };
};

const whyEnded = ({ files, entries, work, untilMs }: Walk): string | null => {
  if (files.length > FOLDER_LIMITS.folderFilesMax || entries > FOLDER_LIMITS.folderEntriesMax)
    return 'there are too many files in it; index its parts';
  if (work.left < 0) return 'its ignore files take too long to follow';
  return steadyMs() > untilMs ? 'it takes too long to list; index its parts' : null;
};

/** Returns the folder with the rules of its parents; empty if they ignore it. A link in its path is a problem. */
const begin = (walk: Walk, root: string, top: string | null): Folder[] => {
  try {
    if (realpathSync(root) !== root) throw new Error('a link leads to it');
  } catch (error) {
    walk.problems.push({ path: root, error });
    return [];
  }
  const names = top === null || top === root ? [] : relative(top, root).split(sep);
  const parts = names.map((name) => walk.ignored?.spelled(name) ?? name);
  let levels: readonly IgnoreLevel[] = walk.ignored?.everywhere ?? [];
  let path = top ?? root;
  for (const [n, name] of names.entries()) {
    const within = walk.ignored?.within(levels, path, n) ?? null;
    if (within === null) {
      walk.problems.push({ path, error: new Error(UNCLEAR) });
      return [];
    }
    levels = within;
    if (isIgnored(levels, parts.slice(0, n + 1), true, walk.work)) return [];
    path = join(path, name);
  }
  return [{ path: root, parts, levels, depth: 0 }];
};

/** Adds a folder's files, and returns its subfolders. A repository inside a repository is left out. */
const look = async (walk: Walk, folder: Folder): Promise<readonly Folder[]> => {
  if (folder.depth > FOLDER_LIMITS.folderDepthMax)
    throw new Error(`it is more than ${FOLDER_LIMITS.folderDepthMax} folders deep`);
  const { path, parts, depth } = folder;
  const levels =
    walk.ignored?.within(folder.levels, path, parts.length) ?? (walk.ignored === null ? [] : null);
  if (levels === null) throw new Error(UNCLEAR);
  const below: Folder[] = [];
  const entries = opendirSync(path);
  try {
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
      if (++walk.entries % SLICE === 0) await otherWork();
      if (whyEnded(walk) !== null) return [];
      walk.work.left += FOLDER_LIMITS.ignoreStepsPerEntryMax;
      const at: Folder = {
        path: join(path, entry.name),
        parts: [...parts, walk.ignored?.spelled(entry.name) ?? entry.name],
        levels,
        depth: depth + 1,
      };
      if (isSkippedName(entry.name) || isIgnored(levels, at.parts, entry.isDirectory(), walk.work)) continue;
      if (entry.isDirectory()) {
        if (walk.ignored === null || repositoryAt(at.path) === null) below.push(at);
      } else if (entry.isFile()) walk.files.push(at.path);
      else if (!entry.isSymbolicLink()) walk.special.push(at.path);
    }
  } finally {
    entries.closeSync();
  }
  return below;
};
