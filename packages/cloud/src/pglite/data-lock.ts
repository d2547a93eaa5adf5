/**
 * The lock of an embedded database's folder. PGlite has none, and is ruined when two processes open one folder. The lock is
 * a file beside the folder that names its holder; it is never taken from a live process.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { err, ok, type Result } from '@cairn/schema';
import * as z from 'zod';
import { identityOf, isSameProcess, type ProcessIdentity } from './process-identity.ts';

export interface DataLock {
  release(): void;
}

const holderSchema = z.object({ pid: z.number().int(), startedAt: z.string().nullable() });

const ATTEMPTS_MAX = 20;

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

/** Moves a dead holder's file aside. If it was another's by then, it is put back. */
const removeDead = (path: string, text: string, aside: string): void => {
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (readOrNull(aside) !== text) linkOnce(aside, path);
  rmSync(aside, { force: true });
};

/** The error names the holder. `path`: the lock file, outside the folder that it guards. */
export const takeDataLock = (path: string): Result<DataLock, { readonly holderPid: number }> => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const own = JSON.stringify(identityOf(process.pid));
  const draft = `${path}.${process.pid}`;
  const aside = `${path}.${process.pid}.dead`;
  writeFileSync(draft, own, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      if (linkOnce(draft, path)) return ok({ release: () => releaseOwn(path, own) });
      const text = readOrNull(path);
      if (text === null) continue;
      const holder = holderIn(text);
      if (holder !== null && isSameProcess(holder)) return err({ holderPid: holder.pid });
      removeDead(path, text, aside);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw new Error(`the lock ${path} changes hands too quickly`);
};

const releaseOwn = (path: string, own: string): void => {
  if (readOrNull(path) === own) rmSync(path, { force: true });
};
