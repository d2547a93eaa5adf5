import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { waitUntil } from './wait-until.ts';

/**
 * Returns whether the process runs. A killed process that its parent has not collected (a zombie) counts as dead. Without an init
 * process, signal 0 still reaches a zombie for seconds.
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

/** Sends SIGKILL if the process runs, and waits for its end. */
export const endProcess = async (pid: number): Promise<void> => {
  if (!pidAlive(pid)) return;
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => !pidAlive(pid), { timeoutMs: 60_000, what: `the end of ${pid}` });
};

export interface NeglectedChild {
  readonly pid: number;
  /** Ends the process and its parent. The system then collects the zombie. */
  readonly end: () => Promise<void>;
}

/** Starts a process that becomes a zombie when it is killed, because its parent never waits for it. Linux only. */
export const startNeglectedChild = async (): Promise<NeglectedChild> => {
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(parent.stdout, 'data');
  // Waits for the parent's exec: before that the parent is a shell, which collects its child.
  const program = (): string => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim();
  await waitUntil(() => program() === 'sleep', { timeoutMs: 20_000, what: 'the shell to be something else' });
  const pid = Number(String(line).trim());
  const end = async (): Promise<void> => {
    if (parent.exitCode !== null || parent.signalCode !== null) return;
    process.kill(pid, 'SIGKILL');
    parent.kill('SIGKILL');
    await once(parent, 'exit');
  };
  return { pid, end };
};

/** Returns the `pid` in a JSON file, such as a lock; null when there is none. */
export const pidIn = (path: string): number | null => {
  try {
    return Number(JSON.parse(readFileSync(path, 'utf8')).pid) || null;
  } catch {
    return null;
  }
};
