/**
 * The exclusive lock that lets at most one process open the database. The lock file names its holder by pid and start time. It appears
 * with its content or not at all (by a hard link), and is never taken from a living process.
 *
 * Only one process may remove a lock whose holder is dead. Otherwise a second remover would remove the lock of a newer holder. So a
 * remover first takes a guard: a lock of the same kind, named after the dead lock's nonce. The remover checks the lock again under the
 * guard, and then removes it. A remover that dies leaves a dead guard, which is removed in the same way.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, realpathSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRecord, orElse, parseJson, systemCodeOf } from '@cairn/schema';
import { clearWay, readPlain } from './plain-file.ts';
import { type ProcessStart, processStart } from './process-identity.ts';

interface Holder {
  readonly pid: number;
  /** The start time in the holder's language and time zone. Older programs know only this one. */
  readonly start: ProcessStart;
  /** The same time for all programs of the machine. Absent in the locks of older programs. */
  readonly startUtc?: ProcessStart | undefined;
  readonly nonce: string;
  /** Where the lock was made, without links. Absent in the locks of older programs. */
  readonly folder?: string | undefined;
  /** Absent in the locks of older programs. */
  readonly role?: LockRole | undefined;
}

/** `daemon`: others may end the holder although they know only its lock. `program`: they may not. */
export type LockRole = 'daemon' | 'program';

export type LockOutcome =
  | { readonly kind: 'taken'; release(): void; renew(): boolean }
  | { readonly kind: 'held'; readonly pid: number };

/** Stands for the pid of a process in another container, whose pid means nothing here. */
export const ELSEWHERE = 0;

/** The limit of nested guards. Each further level needs another process killed within the same microseconds. */
const DEPTH_MAX = 8;

/**
 * Takes the lock, or names its holder. Never waits. Throws the file system's errors (read-only, full). `renew` restores a lock that
 * somebody removed, and returns false if another process holds it now.
 */
export const takeLock = (path: string, role: LockRole = 'program'): LockOutcome => {
  const own = holderHere(path, role);
  const taken = takeAt(path, own, 0);
  if (taken !== null) return { kind: 'held', pid: taken };
  return {
    kind: 'taken',
    release: () => removeIf(path, own.nonce),
    renew: () => readHolder(path)?.nonce === own.nonce || takeAt(path, own, 0) === null,
  };
};

/** Returns the pid of the process that holds the lock. Null if it is free or its holder is dead. */
export const lockHolder = (path: string): number | null => livingHolder(path)?.pid ?? null;

/** Returns the holder's pid if the holder is a daemon. */
export const lockingDaemon = (path: string): number | null => {
  const holder = livingHolder(path);
  return holder?.role === 'daemon' ? holder.pid : null;
};

const livingHolder = (path: string): Holder | null => {
  const holder = readHolder(path);
  return holder !== null && isHolding(holder) ? holder : null;
};

const holderHere = (path: string, role: LockRole): Holder => ({
  pid: process.pid,
  start: processStart(process.pid, 'local') ?? 'unknown',
  startUtc: processStart(process.pid) ?? 'unknown',
  nonce: randomBytes(8).toString('hex'),
  folder: realpathSync.native(dirname(path)),
  role,
});

/**
 * Returns true if the lock was copied from another folder that still has it, as a copy of a daemon's home has. Its holder has the other
 * folder's files open, and none here. A folder that cannot be read, such as another user's, does not have it.
 */
export const isCopied = (path: string): boolean => {
  const here = readRaw(path);
  const folder = here?.value?.folder;
  if (here === null || typeof folder !== 'string' || folder === realpathSync.native(dirname(path)))
    return false;
  const there = orElse(() => readRaw(join(folder, basename(path))), null);
  // A folder that is mounted at two places has one file.
  return there !== null && there.inode !== here.inode && there.value?.nonce === here.value?.nonce;
};

/** Tries to take the lock. Returns null if that succeeded, else the holder's pid. */
const takeAt = (path: string, own: Holder, depth: number): number | null => {
  for (;;) {
    if (linkInto(path, own)) return null;
    const holder = readHolder(path);
    if (holder === null) continue;
    if (isHolding(holder) || depth >= DEPTH_MAX) return holder.pid;
    const guard = `${path}.${holder.nonce}`;
    const guarding = holderHere(guard, 'program');
    const guarded = takeAt(guard, guarding, depth + 1);
    if (guarded !== null) return guarded;
    removeIf(path, holder.nonce);
    removeIf(guard, guarding.nonce);
  }
};

/** Returns false if another lock is there. */
const linkInto = (path: string, holder: Holder): boolean => {
  const draft = `${path}.${holder.nonce}.new`;
  try {
    writeFileSync(draft, JSON.stringify(holder), { mode: 0o600, flush: true });
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    // On a full disk, an empty draft may have been created.
    rmSync(draft, { force: true });
  }
};

/**
 * Returns the holder in the lock file, or null if there is no lock. A lock without readable content (after a power cut), or that is no
 * file, counts as dead. Its inode then identifies it.
 */
const readHolder = (path: string): Holder | null => {
  const found = readRaw(path);
  if (found === null) return null;
  const { inode, value } = found;
  if (value === null || !('pid' in value && 'start' in value && 'nonce' in value) || isCopied(path))
    return { pid: 0, start: '', nonce: `inode-${inode}` };
  return {
    pid: Number(value.pid),
    start: String(value.start),
    startUtc: 'startUtc' in value ? String(value.startUtc) : undefined,
    // Becomes part of a file's name.
    nonce: String(value.nonce)
      .replace(/[^0-9a-z-]/g, '')
      .slice(0, 32),
    role: value.role === 'daemon' ? 'daemon' : 'program',
  };
};

interface RawLock {
  readonly inode: number;
  /** Null if the content cannot be read. */
  readonly value: Readonly<Record<string, unknown>> | null;
}

/** Returns null if there is no lock. */
const readRaw = (path: string): RawLock | null => {
  try {
    const found = lstatSync(path);
    const value = parseJson(found.isDirectory() ? '' : readPlain(path));
    return { inode: found.ino, value: isRecord(value) ? value : null };
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

const isHolding = (holder: Holder): boolean => {
  const noted = holder.startUtc ?? holder.start;
  const start = processStart(holder.pid, holder.startUtc === undefined ? 'local' : 'utc');
  if (start === null) return false;
  return start === 'unknown' || noted === 'unknown' || start === noted;
};

const removeIf = (path: string, nonce: string): void => {
  if (readHolder(path)?.nonce !== nonce) return;
  try {
    if (clearWay(path) === null) unlinkSync(path);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  }
};
