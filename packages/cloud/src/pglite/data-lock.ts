/**
 * The lock of an embedded database's folder. PGlite has none, and is ruined when two processes open one folder. The lock is
 * a file beside the folder that names its holder; it is never taken from a live process.
 *
 * A dead holder's lock may be removed by one process only, or a slow remover would remove the lock of the one that came after it.
 * So a remover first takes a guard, which is a lock of the same kind, named after the text of the dead lock, and looks again.
 */
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { err, ok, type Result } from '@cairn/schema';
import * as z from 'zod';
import { identityOf, isSameProcess, type ProcessIdentity } from './process-identity.ts';

export interface DataLock {
  release(): void;
}

const holderSchema = z.object({ pid: z.number().int(), startedAt: z.string().nullable() });

/** A guard of a guard of a guard … needs as many processes killed within the same microseconds. */
const DEPTH_MAX = 8;

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

const readOrNull = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

/** Null for a file that names nobody; it was written by something else, or cut short. */
const holderIn = (text: string): ProcessIdentity | null => {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

/** `link` fails when the name is taken, and the file appears with its content complete. */
const linkOnce = (from: string, to: string): boolean => {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
};

type Taken = Result<DataLock, { readonly holderPid: number }>;

/** The error names the holder. `path`: the lock file, outside the folder that it guards. Never waits. */
export const takeDataLock = (path: string): Taken => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return takeAt(path, 0);
};

const takeAt = (path: string, depth: number): Taken => {
  const own = JSON.stringify(identityOf(process.pid));
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, own, { mode: 0o600 });
  try {
    for (;;) {
      if (linkOnce(draft, path)) return ok({ release: () => removeIf(path, own) });
      const text = readOrNull(path);
      if (text === null) continue;
      const holder = holderIn(text);
      const holderPid = holder?.pid ?? 0;
      if (depth >= DEPTH_MAX || (holder !== null && isSameProcess(holder))) return err({ holderPid });
      const guard = takeAt(`${path}.${digest(text)}`, depth + 1);
      if (!guard.ok) return guard;
      removeIf(path, text);
      guard.value.release();
    }
  } finally {
    rmSync(draft, { force: true });
  }
};

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const removeIf = (path: string, text: string): void => {
  if (readOrNull(path) === text) rmSync(path, { force: true });
};
