import { readFileSync } from 'node:fs';

/** The last lines of a file, oldest first; none when it cannot be read. For files of a few megabytes. */
export const tailOf = (path: string, lines: number): readonly string[] => {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).filter(Boolean);
  } catch {
    return [];
  }
};
