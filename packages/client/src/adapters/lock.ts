/**
 * The exclusive lock that makes sure that one process at most opens the database. A file names its holder by pid and start
 * time; it appears with its content or not at all (a hard link), and is never taken from a process that lives.
 *
 * A lock whose holder is dead may be removed by one process only, or the second remover would remove the lock of a process that
 * came after the first. So a remover first takes a guard, which is a lock of the same kind, named after the dead lock's
 * nonce: only who holds the guard of exactly this dead lock may remove it, and looks again before it does. A remover that
 * dies leaves a dead guard, removed the same way.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { clearWay, readPlain } from './plain-file.ts';
import { type ProcessStart, processStart } from './process-identity.ts';

interface Holder {
  readonly pid: number;
  readonly start: ProcessStart;
  readonly nonce: string;
  /** Absent in the locks of older programs. */
  readonly role?: LockRole | undefined;
}

/** Only a daemon may be told to end by somebody who knows no more of it than its lock. */
export type LockRole = 'daemon' | 'program';

export type LockOutcome =
  | { readonly kind: 'taken'; release(): void; renew(): boolean }
  | { readonly kind: 'held'; readonly pid: number };

/** In place of the pid of a process in another container, which says nothing here. */
export const ELSEWHERE = 0;

/** A guard of a guard of a guard … needs as many processes killed within the same microseconds. */
const DEPTH_MAX = 8;

/**
 * Throws what the file system throws (read-only, full). Never waits. `renew` puts a lock back that somebody removed, and
 * answers false when another process holds it now.
 */
export const takeLock = (path: string, role: LockRole = 'program'): LockOutcome => {
  const own = holderHere(role);
  const taken = takeAt(path, own, 0);
  if (taken !== null) return { kind: 'held', pid: taken };
  return {
    kind: 'taken',
    release: () => removeIf(path, own.nonce),
    renew: () => readHolder(path)?.nonce === own.nonce || takeAt(path, own, 0) === null,
  };
};

/** The pid of the process that holds the lock, null when it is free or its holder is dead. */
export const lockHolder = (path: string): number | null => livingHolder(path)?.pid ?? null;

/** The same, where the holder is a daemon. */
export const lockingDaemon = (path: string): number | null => {
  const holder = livingHolder(path);
  return holder?.role === 'daemon' ? holder.pid : null;
};

const livingHolder = (path: string): Holder | null => {
  const holder = readHolder(path);
  return holder !== null && isHolding(holder) ? holder : null;
};

const holderHere = (role: LockRole): Holder => ({
  pid: process.pid,
  start: processStart(process.pid) ?? 'unknown',
  nonce: randomBytes(8).toString('hex'),
  role,
});

/** Null when it is taken now, else the pid of its holder. */
const takeAt = (path: string, own: Holder, depth: number): number | null => {
  for (;;) {
    if (linkInto(path, own)) return null;
    const holder = readHolder(path);
    if (holder === null) continue;
    if (isHolding(holder) || depth >= DEPTH_MAX) return holder.pid;
    const guard = `${path}.${holder.nonce}`;
    const guarding = holderHere('program');
    const guarded = takeAt(guard, guarding, depth + 1);
    if (guarded !== null) return guarded;
    removeIf(path, holder.nonce);
    removeIf(guard, guarding.nonce);
  }
};

/** False when somebody else's lock is there. */
const linkInto = (path: string, holder: Holder): boolean => {
  const draft = `${path}.${holder.nonce}.new`;
  try {
    writeFileSync(draft, JSON.stringify(holder), { mode: 0o600, flush: true });
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    // On a full disk it may be there, and empty.
    rmSync(draft, { force: true });
  }
};

/** Null when there is no lock. One whose content was lost (a power cut), or that is no file, is dead, and known by its inode. */
const readHolder = (path: string): Holder | null => {
  let text: string;
  let inode: number;
  try {
    const found = lstatSync(path);
    inode = found.ino;
    text = found.isDirectory() ? '' : readPlain(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'pid' in value && 'start' in value && 'nonce' in value)
      return {
        pid: Number(value.pid),
        start: String(value.start),
        nonce: nameOf(value.nonce),
        role: 'role' in value && value.role === 'daemon' ? 'daemon' : 'program',
      };
  } catch {
    // Falls through: not a lock that this program wrote whole.
  }
  return { pid: 0, start: '', nonce: `inode-${inode}` };
};

/** The nonce becomes part of a file's name. */
const nameOf = (nonce: unknown): string =>
  String(nonce)
    .replace(/[^0-9a-z-]/g, '')
    .slice(0, 32);

const isHolding = (holder: Holder): boolean => {
  const start = processStart(holder.pid);
  if (start === null) return false;
  return start === 'unknown' || holder.start === 'unknown' || start === holder.start;
};

const removeIf = (path: string, nonce: string): void => {
  if (readHolder(path)?.nonce !== nonce) return;
  try {
    if (clearWay(path) === null) unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
};

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error ? String(error.code) : null;
