import { readFileSync } from 'node:fs';

/** Returns the last lines of a file, oldest first; empty if it cannot be read. Reads the whole file, so it must be small. */
export const tailOf = (path: string, lines: number): readonly string[] => {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).filter(Boolean);
  } catch {
    return [];
  }
};
