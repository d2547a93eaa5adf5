// An exclusive lock between processes: a file that names its holder. It is free when the holder has died (a zombie included), or when its
// pid belongs to another process.

import { linkSync, mkdirSync, readFileSync, rmdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
/**
 * Age from which a thief's own lock is abandoned. A thief holds that lock for a few system calls only, so an older one belongs to a
 * killed process.
 */
const THIEF_STALE_MS = 10_000;

/** @param {unknown} error @returns {string | undefined} */
const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : undefined);

/**
 * Returns when the process was started, as a text that is only good for comparison; null when it does not run.
 * @param {number} pid @returns {string | null}
 */
const startOf = (pid) => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return null;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return fields[19] ?? 'unknown';
  } catch (error) {
    // The process has ended since the signal, unless the machine has no /proc.
    return process.platform === 'linux' && codeOf(error) === 'ENOENT' ? null : 'unknown';
  }
};

/** @typedef {{ pid: number, start: string }} Running A process, told from a later one with the same pid. */

/** @param {string} path @returns {Running | null} */
const readHolder = (path) => {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8'));
    return { pid: Number(value.pid), start: String(value.start) };
  } catch {
    return null;
  }
};

/** @param {Running | null} holder */
const isHeld = (holder) => {
  if (holder === null) return false;
  const start = startOf(holder.pid);
  return start !== null && (start === 'unknown' || start === holder.start);
};

/** @param {number} pid */
const describe = (pid) => JSON.stringify({ pid, start: startOf(pid) });

/** @param {string} path */
const tryTake = (path) => {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, describe(process.pid));
  try {
    // A link appears with its content or not at all.
    linkSync(own, path);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    unlinkSync(own);
  }
};

/**
 * Deletes a lock that nobody holds. Two processes that see the same dead holder must not both delete it: the second would delete the
 * lock of the first.
 * @param {string} path
 */
const clearStale = (path) => {
  const thief = `${path}.clearing`;
  try {
    mkdirSync(thief);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const age = Date.now() - (statSync(thief, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > THIEF_STALE_MS) rmdirSync(thief);
    return;
  }
  try {
    if (!isHeld(readHolder(path))) unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  } finally {
    rmdirSync(thief);
  }
};

/**
 * Notes a process that works under the lock, in case this process is killed and that one lives on.
 * @param {string} path @param {number | undefined} pid
 */
export const noteWorker = (path, pid) => {
  if (pid !== undefined) writeFileSync(path, describe(pid));
};

/**
 * Waits until the noted process has ended.
 * @param {string} path
 */
export const workerEnded = async (path) => {
  while (isHeld(readHolder(path))) await sleep(POLL_MS);
};

/**
 * Runs `work` while no other process does. Waits for the holder of the lock.
 * @template T
 * @param {string} path @param {(pid: number) => void} sayWaiting @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const withLock = async (path, sayWaiting, work) => {
  let waitingFor = 0;
  while (!tryTake(path)) {
    const holder = readHolder(path);
    if (!isHeld(holder)) {
      clearStale(path);
      continue;
    }
    if (holder !== null && holder.pid !== waitingFor) {
      waitingFor = holder.pid;
      sayWaiting(holder.pid);
    }
    await sleep(POLL_MS);
  }
  const release = () => {
    try {
      unlinkSync(path);
    } catch {
      // The lock was deleted by hand, so there is nothing to release.
    }
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
};
