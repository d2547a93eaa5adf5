// A Postgres process with its own data folder. It can be killed and started again.

import { type ChildProcess, spawn } from 'node:child_process';
import { type PostgresPrograms, runSql, waitUntil } from '@cairn/test-support';

export interface PostgresNode {
  readonly port: number;
  readonly data: string;
  isRunning(): boolean;
  /** Runs one statement. Throws Postgres' error. */
  sql(text: string): Promise<void>;
  /** Starts the process. Does nothing when it runs. */
  start(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  fsync: 'off',
};
const OPTIONS = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

export const createPostgresNode = (
  { postgres, user }: PostgresPrograms,
  folder: string,
  data: string,
  port: number,
): PostgresNode => {
  const sql = (text: string): Promise<void> => runSql(`postgres://postgres@127.0.0.1:${port}/postgres`, text);
  let child: ChildProcess | null = null;
  const isRunning = (): boolean => child !== null && child.exitCode === null && child.signalCode === null;
  const startOnce = async (): Promise<boolean> => {
    const args = ['-D', data, '-p', String(port), ...OPTIONS];
    child = spawn(postgres, args, { stdio: 'ignore', cwd: folder, ...(user ?? {}) });
    child.on('error', () => undefined);
    const answers = async (): Promise<boolean> => {
      if (isRunning()) await sql('select 1');
      return true;
    };
    await waitUntil(answers, { timeoutMs: 30_000, what: 'Postgres to answer', everyMs: 100 });
    // Processes of the predecessor may hold its shared memory for a moment.
    if (!isRunning()) throw new Error('Postgres did not start');
    return true;
  };
  return {
    port,
    data,
    isRunning,
    sql,
    start: async () => {
      if (isRunning()) return;
      await waitUntil(startOnce, { timeoutMs: 60_000, what: 'Postgres to start', everyMs: 500 });
    },
    end: async (signal) => {
      const running = child;
      if (running === null || !isRunning()) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill(signal);
      await ended;
    },
  };
};
