/** Finds the root commit below a repository's HEAD by reading files. [M-8, TR-12] */
import { join } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';
import { readInside } from '@cairn/client/device';
import { FOLDER_LIMITS } from '@cairn/schema';
import { type CommitGraph, parseCommitGraph } from '../git/commit-graph.ts';
import { openObjects } from './git-objects.ts';
import type { GitPlace } from './git-place.ts';

/** Commits between two yields to other work. */
const SLICE = 128;

export interface KnownRoots {
  readonly head: string;
  /** Null if they were not found. They are not searched again while HEAD stays the same. */
  readonly roots: readonly string[] | null;
}

/** Returns the commit of HEAD. Null if there is none yet, or HEAD cannot be read. */
export const headCommit = ({ gitDir, common }: GitPlace, idChars: number): string | null => {
  let text = pointerAt(common, join(gitDir, 'HEAD'));
  for (let depth = 0; depth < FOLDER_LIMITS.gitRefDepthMax && text !== null; depth++) {
    if (isObjectId(text, idChars)) return text;
    const name = /^ref: *(refs\/\S+)$/.exec(text)?.[1];
    if (name === undefined || name.split('/').includes('..')) return null;
    text = pointerAt(common, join(common, name)) ?? packedRef(common, name, idChars);
  }
  return null;
};

const pointerAt = (common: string, path: string): string | null =>
  readInside(common, path, FOLDER_LIMITS.gitPointerBytesMax)?.toString('utf8').trim() ?? null;

const packedRef = (common: string, name: string, idChars: number): string | null => {
  const refs = readInside(common, join(common, 'packed-refs'), FOLDER_LIMITS.gitPackedRefsBytesMax);
  const at = refs?.indexOf(` ${name}\n`) ?? -1;
  return at < idChars ? null : (refs?.toString('latin1', at - idChars, at) ?? null);
};

const graphOf = (common: string, idBytes: number): CommitGraph | null => {
  const path = join(common, 'objects', 'info', 'commit-graph');
  const bytes = readInside(common, path, FOLDER_LIMITS.gitGraphBytesMax);
  return bytes === null ? null : parseCommitGraph(bytes, idBytes);
};

/**
 * Returns all commits without parents below HEAD, sorted. Commits at which a shallow clone was cut count as such. Commits of a known
 * earlier HEAD are not walked again. Returns null if a commit cannot be read or a limit is reached.
 */
export const rootCommits = async (
  { common }: GitPlace,
  head: string,
  known: KnownRoots | undefined,
): Promise<readonly string[] | null> => {
  const objects = openObjects(common);
  const shallow = readInside(common, join(common, 'shallow'), FOLDER_LIMITS.gitPackedRefsBytesMax);
  const cut = new Set(shallow?.toString('latin1').split('\n').filter(Boolean));
  const graph = cut.size === 0 ? graphOf(common, head.length / 2) : null;
  let unpacked = 0;
  const parentsFrom = (id: string): readonly string[] | null => {
    const known = graph?.parents(id) ?? null;
    if (known !== null) return known;
    const commit = ++unpacked > FOLDER_LIMITS.gitCommitsMax ? null : objects.commit(id);
    if (commit === null) return null;
    return cut.has(id) ? [] : parentsOf(commit, head.length);
  };
  const seen = new Set([head]);
  const roots = new Set<string>();
  let walked = 0;
  try {
    // Iterating a set includes elements that are added meanwhile.
    for (const id of seen) {
      if (seen.size > FOLDER_LIMITS.gitGraphCommitsMax) return null;
      if (++walked % SLICE === 0) await otherWork();
      if (id === known?.head && known.roots !== null) {
        for (const root of known.roots) roots.add(root);
        continue;
      }
      const parents = parentsFrom(id);
      if (parents === null) return null;
      if (parents.length === 0) roots.add(id);
      for (const parent of parents) seen.add(parent);
    }
    return [...roots].toSorted();
  } finally {
    objects.close();
  }
};

/** Returns the ids of a commit's parents, which are in its first lines. Null if the text is no commit. */
const parentsOf = (commit: Buffer, idChars: number): readonly string[] | null => {
  const parents: string[] = [];
  const lineChars = 'parent '.length + idChars;
  let at = `tree ${''.padStart(idChars)}\n`.length;
  if (commit.toString('latin1', 0, 5) !== 'tree ' || commit[at - 1] !== 0x0a) return null;
  while (commit.toString('latin1', at, at + 7) === 'parent ') {
    const id = commit.toString('latin1', at + 7, at + lineChars);
    if (!isObjectId(id, idChars) || commit[at + lineChars] !== 0x0a) return null;
    parents.push(id);
    at += lineChars + 1;
  }
  return parents;
};

const isObjectId = (text: string, idChars: number): boolean =>
  text.length === idChars && /^[0-9a-f]+$/.test(text);
