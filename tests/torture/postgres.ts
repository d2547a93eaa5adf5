// A Postgres of our own for a run: it may be killed and started again on its files. Gone with the run.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  findPostgres,
  freePort,
  type PostgresPrograms,
  runSql,
  traversableTmp,
  waitUntil,
} from '@cairn/test-support';
import type { Database } from './server.ts';

export interface Postgres {
  createDatabase(): Promise<Database>;
  /** As the power does. */
  kill(): Promise<void>;
  /** Nothing when it runs. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const run = promisify(execFile);

/** Null: this machine has none. */
export const startPostgres = async (): Promise<Postgres | null> => {
  const programs = findPostgres();
  return 'missing' in programs ? null : startWith(programs);
};

const startWith = async (programs: PostgresPrograms): Promise<Postgres> => {
  const folder = mkdtempSync(join(traversableTmp(), 'cairn-torture-postgres-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const { user } = programs;
  if (user !== null) chownSync(data, user.uid, user.gid);
  const as = { cwd: folder, ...(user ?? {}) };
  await run(
    programs.initdb,
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    as,
  );
  const port = await freePort();
  const url = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const sql = (text: string): Promise<void> => runSql(url('postgres'), text);
  let child: ChildProcess | null = null;
  let count = 0;

  const isRunning = (): boolean => child !== null && child.exitCode === null && child.signalCode === null;

  const startOnce = async (): Promise<void> => {
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '100',
      fsync: 'off',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    child = spawn(programs.postgres, ['-D', data, '-p', String(port), ...options], {
      stdio: 'ignore',
      ...as,
    });
    child.on('error', () => undefined);
    const answers = async (): Promise<boolean> => {
      if (isRunning()) await sql('select 1');
      return true;
    };
    await waitUntil(answers, { timeoutMs: 30_000, what: 'Postgres to answer', everyMs: 100 });
    // Processes of the one before may still hold its memory for a moment.
    if (!isRunning()) throw new Error('Postgres did not start');
  };
  let starting: Promise<unknown> | null = null;
  const start = async (): Promise<void> => {
    if (starting === null && isRunning()) return;
    starting ??= waitUntil(() => startOnce().then(() => true), {
      timeoutMs: 60_000,
      what: 'Postgres to start',
      everyMs: 500,
    }).finally(() => {
      starting = null;
    });
    await starting;
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    if (running === null || !isRunning()) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await ended;
  };
  // Also when this process ends by an error.
  process.once('exit', () => child?.kill('SIGQUIT'));
  await start();
  return {
    createDatabase: async () => {
      count += 1;
      const name = `torture_${count}`;
      await sql(`create database ${name}`);
      const copyInto = async (from: string, to: string): Promise<void> => {
        await sql(`drop database if exists ${to} with (force)`);
        await sql(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`);
        await sql(`create database ${to} template ${from}`);
      };
      return {
        url: url(name),
        copier: {
          take: async (as) => {
            await copyInto(name, `${name}_${as.replaceAll('-', '_')}`);
            return `${name}_${as.replaceAll('-', '_')}`;
          },
          putBack: (copy) => copyInto(copy, name),
        },
      };
    },
    kill: () => end('SIGKILL'),
    start,
    close: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
};
