/** Folders that are indexed as a whole. New files are indexed too, except files that a person removed. Local only. [M-11] */
import { type Checked, type FolderResult, type FoldersRemoved, hasSeen, LIMITS, ok } from '@cairn/schema';
import type { Answer, StoreDeps, WriteDeps } from '../engine/deps.ts';
import { parseName, withinLimit } from '../memory/draft.ts';
import { invalid } from '../memory/invalid-input.ts';
import type { IndexedFolder, StoreTransaction } from '../ports/store.ts';

/** Returns the path unchanged, because another spelling names another file. [M-11] */
export const parsePath = (of: 'document' | 'file' | 'folder', path: string): Checked<string> => {
  if (!hasSeen(path)) return invalid(`Give the path of the ${of}.`);
  if (!path.isWellFormed() || path.includes('\0'))
    return invalid('The path contains a NUL or an incomplete character.');
  return withinLimit('path', path, LIMITS.documentPathCharsMax);
};

export const indexedFolders = async ({ store }: StoreDeps): Promise<readonly IndexedFolder[]> =>
  (await store.meta('folders')) ?? [];

/** Notes a folder. A folder that is noted again includes all of its files again. */
export const noteFolder = async (
  { store }: WriteDeps,
  input: { readonly path: string; readonly project?: string | null | undefined },
): Answer<FolderResult> => {
  const path = parsePath('folder', input.path);
  if (!path.ok) return path;
  const project = parseName('project', input.project, LIMITS.projectCharsMax);
  if (!project.ok) return project;
  const folder: IndexedFolder = { path: path.value, project: project.value ?? null, except: [] };
  return store.write(async (tx) => {
    const others = (await foldersIn(tx)).filter((one) => one.path !== folder.path);
    if (others.length >= LIMITS.indexedFoldersMax)
      return invalid(
        `${LIMITS.indexedFoldersMax} folders are indexed already. Take one out with \`cairn index --remove\`, or index a folder that holds several of them.`,
      );
    await tx.apply({ meta: { folders: [...others, folder] } });
    return ok({ path: folder.path, project: folder.project });
  });
};

/** Forgets this folder and those below it, and returns their number. Their documents stay. */
export const forgetFolders = async ({ store }: WriteDeps, name: string): Answer<FoldersRemoved> => {
  const path = parsePath('folder', name);
  if (!path.ok) return path;
  const root = path.value;
  return store.write(async (tx) => {
    const all = await foldersIn(tx);
    const left = all.filter((one) => one.path !== root && !isBelow(one.path, root));
    if (left.length < all.length) await tx.apply({ meta: { folders: left } });
    return ok({ removed: all.length - left.length });
  });
};

/** Notes that a person removed a file, so that the index of its folder leaves it out. */
export const leaveOut = async (tx: StoreTransaction, path: string): Promise<void> => {
  const all = await foldersIn(tx);
  if (!all.some((folder) => isBelow(path, folder.path))) return;
  const folders = all.map((folder) =>
    isBelow(path, folder.path)
      ? { ...folder, except: [...new Set([...folder.except, path])].slice(-LIMITS.indexedFolderExceptMax) }
      : folder,
  );
  await tx.apply({ meta: { folders } });
};

const foldersIn = async (tx: StoreTransaction): Promise<readonly IndexedFolder[]> =>
  (await tx.meta('folders')) ?? [];

const isBelow = (path: string, folder: string): boolean =>
  path.length > folder.length &&
  path.startsWith(folder) &&
  /[\\/]/.test(`${folder.at(-1)}${path[folder.length]}`);
