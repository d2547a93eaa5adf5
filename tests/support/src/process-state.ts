import { readFileSync } from 'node:fs';
import { waitUntil } from './wait-until.ts';

/**
 * Whether the process runs. A killed process that its parent has not collected (a zombie) counts as dead: signal 0 still
 * reaches it for seconds on machines without an init process.
 */
export const pidAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    return state !== 'Z' && state !== 'X';
  } catch {
    return process.platform !== 'linux';
  }
};

/** SIGKILL, if it runs, and its end. */
export const endProcess = async (pid: number): Promise<void> => {
  if (!pidAlive(pid)) return;
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => !pidAlive(pid), { timeoutMs: 60_000, what: `the end of ${pid}` });
};

/** The `pid` of a JSON file, such as a lock; null when there is none. */
export const pidIn = (path: string): number | null => {
  try {
    return Number(JSON.parse(readFileSync(path, 'utf8')).pid) || null;
  } catch {
    return null;
  }
};
