import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

export interface NeglectedChild {
  readonly pid: number;
  /** Ends it and its parent; the system then collects what is left. */
  readonly end: () => Promise<void>;
}

/** Linux: a running process that stays a zombie once it was killed, since its parent never waits for it. */
export const startNeglectedChild = async (): Promise<NeglectedChild> => {
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(parent.stdout, 'data');
  // Until then the parent is a shell, which does look after its child.
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

/** The `pid` of a JSON file, such as a lock; null when there is none. */
export const pidIn = (path: string): number | null => {
  try {
    return Number(JSON.parse(readFileSync(path, 'utf8')).pid) || null;
  } catch {
    return null;
  }
};
