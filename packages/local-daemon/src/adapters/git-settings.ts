/** A repository's configuration with what it includes, as far as that lies in the repository itself. [TR-12] */
import { dirname, isAbsolute, join } from 'node:path';
import { readInside } from '@cairn/client/device';
import { FOLDER_LIMITS } from '@cairn/schema';
import { parseGitConfig } from '../git/config.ts';
import type { Repository } from './git-place.ts';

export interface RepositorySettings {
  readonly remotes: ReadonlyMap<string, string>;
  readonly objectFormat: string;
  readonly isCaseless: boolean;
}

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
  /** A file's own words count more than what it includes. */
  const settingsIn = (path: string): RepositorySettings => {
    const text = textOf(path);
    if (text === null) return NONE;
    const { remotes, includes, objectFormat, isCaseless } = parseGitConfig(text);
    const included = includes.flatMap((include) => {
      // The person's home is not the repository.
      if (include.startsWith('~')) return [];
      return [...settingsIn(isAbsolute(include) ? include : join(dirname(path), include)).remotes];
    });
    return { remotes: new Map([...included, ...remotes]), objectFormat, isCaseless };
  };
  return settingsIn(join(place.common, 'config'));
};
