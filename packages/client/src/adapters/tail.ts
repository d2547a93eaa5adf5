import { readFileSync } from 'node:fs';
import { orElse } from '@cairn/schema';

/** Returns the last lines of a file, oldest first; empty if it cannot be read. Reads the whole file, so it must be small. */
export const tailOf = (path: string, lines: number): readonly string[] =>
  orElse(() => readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).filter(Boolean), []);
