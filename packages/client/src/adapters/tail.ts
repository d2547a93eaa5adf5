import { readFileSync } from 'node:fs';

/** Returns the last lines of a file, oldest first. Empty if it cannot be read. For files of a few megabytes. */
export const tailOf = (path: string, lines: number): readonly string[] => {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).filter(Boolean);
  } catch {
    return [];
  }
};
