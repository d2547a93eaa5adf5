/** The ignore files that apply to a folder: the person's own, the repository's, and one of each folder. [M-11, TR-12] */
import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { readInside } from '@cairn/client/device';
import { FOLDER_LIMITS } from '@cairn/schema';
import { parseGitConfig } from '../git/config.ts';
import { type IgnoreLevel, parseIgnore } from '../git/ignore.ts';
import type { Repository } from './git-place.ts';
import { settingsOf } from './git-projects.ts';

export type IgnoreFiles = ReturnType<typeof ignoreFilesOf>;
type Levels = readonly IgnoreLevel[];

export const ignoreFilesOf = (repository: Repository) => {
  const { top, place } = repository;
  const { isCaseless } = settingsOf(repository);
  const rulesIn = (folder: string, path: string) => {
    const bytes = readInside(folder, path, FOLDER_LIMITS.ignoreFileBytesMax);
    return bytes === null ? null : parseIgnore(bytes.toString('latin1'), isCaseless);
  };
  const personal = personalIgnoreFile();
  const everywhere = [
    rulesIn(dirname(personal), personal),
    place === null ? null : rulesIn(place.common, join(place.common, 'info', 'exclude')),
  ];
  return {
    /** Returns a part of a path in the form of the rules. Git compares bytes, so one character stands for one byte. */
    spelled: (name: string) => {
      const bytes = Buffer.from(name).toString('latin1');
      return isCaseless ? bytes.toLowerCase() : bytes;
    },
    /** Rules for the whole repository. */
    everywhere: everywhere.flatMap((rules) => (rules === null ? [] : [{ depth: 0, rules }])),
    /** Adds the rules of a folder at this depth. Null if the rules cannot be read, or are too many to be followed. */
    within(levels: Levels, folder: string, depth: number): Levels | null {
      const path = join(folder, '.gitignore');
      // As in git, a link or something that is no file does not count.
      if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return levels;
      const rules = rulesIn(top, path);
      const all = rules === null ? null : [...levels, { depth, rules }];
      const count = all?.reduce((sum, level) => sum + level.rules.length, 0) ?? 0;
      return count > FOLDER_LIMITS.ignoreRulesMax ? null : all;
    },
  };
};

/**
 * Returns the path of the person's own ignore file: `core.excludesFile` of a configuration in the home folder, else `~/.config/git/ignore`.
 * Unlike git, follows neither `XDG_CONFIG_HOME` nor includes. A repository cannot set the path.
 */
const personalIgnoreFile = (): string => {
  const home = homedir();
  const folder = join(home, '.config', 'git');
  for (const path of [join(home, '.gitconfig'), join(folder, 'config')]) {
    const text = readInside(dirname(path), path, FOLDER_LIMITS.gitConfigBytesMax);
    const named = text === null ? null : parseGitConfig(text.toString('utf8')).excludesFile;
    const file = named?.replace(/^~(?=\/)/, home) ?? '';
    if (isAbsolute(file)) return file;
  }
  return join(folder, 'ignore');
};
