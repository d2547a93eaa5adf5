// A private Postgres for tests and benchmarks, with its own folder and port, on loopback only. It ends when its owner process ends.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { freePort } from './free-port.ts';
import { findPostgres, type PostgresPrograms, traversableTmp } from './postgres-programs.ts';
import { waitUntil } from './wait-until.ts';

export type PostgresHandle = {
  /** Returns a connection URL to a database of the cluster; `postgres` by default. */
  url(database?: string): string;
  /** Makes an empty database and returns its connection URL. Several processes may call it at once. */
  createDatabase(): Promise<string>;
  /** Stops the cluster and deletes its files. On a handle from `connectPostgres`, it only closes the connection. */
  stop(): Promise<void>;
};

export type PostgresOptions = {
  /** Whether Postgres has the durability settings of a real server, for benchmarks. False (the default) disables fsync. */
  readonly durable?: boolean;
};

const START_ATTEMPTS = 3;
const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 10_000;
const watchdog = fileURLToPath(new URL('./postgres-watchdog.mjs', import.meta.url));
const run = promisify(execFile);

/** Returns a handle on a cluster that another process runs. `adminUrl` must be allowed to create databases. */
export const connectPostgres = (adminUrl: string): PostgresHandle => {
  const sql = postgres(adminUrl, { max: 1, idle_timeout: 2, onnotice: () => {} });
  const url = (database = 'postgres'): string => {
    const parsed = new URL(adminUrl);
    parsed.pathname = `/${database}`;
    return parsed.href;
  };
  return {
    url,
    createDatabase: async () => {
      const name = `test_${randomBytes(8).toString('hex')}`;
      await sql.unsafe(`create database ${name}`);
      return url(name);
    },
    stop: () => sql.end({ timeout: 1 }),
  };
};

const makeFolder = async ({ user }: PostgresPrograms): Promise<{ folder: string; data: string }> => {
  const folder = await mkdtemp(join(traversableTmp(), 'cairn-postgres-'));
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  if (user !== null) await chown(data, user.uid, user.gid);
  return { folder, data };
};

const initCluster = async (programs: PostgresPrograms, folder: string, data: string): Promise<void> => {
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  await run(programs.initdb, args, { cwd: folder, ...programs.user });
};

const serverArguments = (data: string, port: number, durable: boolean): string[] => {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    logging_collector: 'off',
    // Logical, so that a test can read what a publication sends.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', wal_level: 'logical' }),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', data, '-p', String(port), ...options];
};

const spawnWatched = (programs: PostgresPrograms, folder: string, args: string[]): ChildProcess => {
  const { uid = '-', gid = '-' } = programs.user ?? {};
  const argv = [watchdog, folder, String(uid), String(gid), programs.postgres, ...args];
  // The child has its own process group, so that Ctrl-C only reaches the owner. The watchdog then sees that the pipe closed.
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'ignore', 'pipe'], detached: true });
  child.unref();
  return child;
};

const collect = (child: ChildProcess): (() => string) => {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-4_000);
  });
  return () => text;
};

/** Runs one statement on a new connection. Throws the server's error. */
export const runSql = async (url: string, text: string): Promise<void> => {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    await sql.unsafe(text);
  } finally {
    await sql.end({ timeout: 1 });
  }
};

const answers = async (url: string): Promise<boolean> => {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
};

const startOnce = async (programs: PostgresPrograms, durable: boolean): Promise<PostgresHandle> => {
  const { folder, data } = await makeFolder(programs);
  try {
    await initCluster(programs, folder, data);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const port = await freePort();
  const child = spawnWatched(programs, folder, serverArguments(data, port, durable));
  const log = collect(child);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const ended = once(child, 'exit');
  const stopped = async (): Promise<void> => {
    child.stdin?.destroy();
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    if (child.exitCode === null && child.signalCode === null) await ended;
    clearTimeout(timer);
  };
  const ready = async (): Promise<'up' | 'ended' | null> => {
    if (child.exitCode !== null) return 'ended';
    return (await answers(url)) ? 'up' : null;
  };
  try {
    const state = await waitUntil(ready, {
      timeoutMs: START_TIMEOUT_MS,
      what: 'Postgres to answer',
      everyMs: 50,
    });
    if (state === 'ended') throw new Error(`Postgres did not start:\n${log()}`);
  } catch (error) {
    await stopped();
    throw error;
  }
  const handle = connectPostgres(url);
  return { ...handle, stop: async () => handle.stop().then(stopped) };
};

const sayMissing = (reason: string): void => {
  const line = '!'.repeat(78);
  console.error(`\n${line}\n  NO POSTGRES: ${reason}.\n  The tests that need one are SKIPPED.`);
  console.error(`  Install it (Debian: apt-get install postgresql) and run them again.\n${line}\n`);
};

/**
 * Starts a new cluster. Returns null, with a warning, when Postgres is not installed. `stop` ends the cluster and deletes its files. The
 * same happens when this process ends in any way, even by SIGKILL.
 */
export const startPostgres = async ({
  durable = false,
}: PostgresOptions = {}): Promise<PostgresHandle | null> => {
  const programs = findPostgres();
  if ('missing' in programs) {
    sayMissing(programs.missing);
    return null;
  }
  let failure: unknown;
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    try {
      return await startOnce(programs, durable);
    } catch (error) {
      failure = error;
    }
  }
  throw new Error('Postgres is installed but cannot be started', { cause: failure });
};
