/** Reads the branch that is checked out in a folder from the repository's HEAD, without starting a process. [M-15, TR-12] */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readInside } from '@cairn/client/device';
import { BRANCH_LIMITS, FOLDER_LIMITS, oneLine, orElse } from '@cairn/schema';
import { findRepository } from './git-place.ts';

/** Returns null if there is no repository, no branch is checked out, or the name is too long or not printable. */
export const branchOf = (folder: string): string | null => {
  const place = findRepository(orElse(() => realpathSync(folder), folder))?.place ?? null;
  if (place === null) return null;
  const { gitDir, common } = place;
  const head = [common, gitDir]
    .map((inside) => readInside(inside, join(gitDir, 'HEAD'), FOLDER_LIMITS.gitPointerBytesMax))
    .find((bytes) => bytes !== null);
  const name = /^ref: *refs\/heads\/(\S+)$/.exec(head?.toString('utf8').trim() ?? '')?.[1];
  if (name === undefined || name.length > BRANCH_LIMITS.nameCharsMax || oneLine(name) !== name) return null;
  return name;
};
