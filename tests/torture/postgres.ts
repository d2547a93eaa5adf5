// A Postgres for one run. It can be killed and started again on its files, and a replica can replace it. It ends with the run.

import { execFile } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  type FaultProxy,
  findPostgres,
  freePort,
  type PostgresPrograms,
  startFaultProxy,
  traversableTmp,
  waitUntil,
} from '@cairn/test-support';
import { createPostgresNode, type PostgresNode } from './postgres-node.ts';
import { oneAtATime } from './processes.ts';
import type { Database } from './server.ts';

export interface Postgres {
  createDatabase(): Promise<Database>;
  /** Kills it as a power cut does. */
  kill(): Promise<void>;
  /** Starts it. Does nothing when it runs. */
  start(): Promise<void>;
  /**
   * Adds a synchronous replica: afterwards, only what the replica has is acknowledged. Returns false when there is one already, or none
   * can be made at this moment.
   */
  addReplica(): Promise<boolean>;
  /** Kills the primary. Its replica takes over at the same address. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

const run = promisify(execFile);
/** Returns the path of pg_basebackup. It is in the folder of the real program, because the program may be linked from elsewhere. */
const baseBackup = ({ postgres }: PostgresPrograms): string =>
  join(dirname(realpathSync(postgres)), 'pg_basebackup');

/** Returns why this machine cannot make replicas; null when it can. */
export const replicasMissing = (): string | null => {
  const programs = findPostgres();
  if ('missing' in programs) return programs.missing;
  return existsSync(baseBackup(programs)) ? null : `there is no ${baseBackup(programs)}`;
};

/** Starts Postgres; null when it is not installed. */
export const startPostgres = async (): Promise<Postgres | null> => {
  const programs = findPostgres();
  return 'missing' in programs ? null : startWith(programs);
};

/** Statement that waits until the replica has everything and every new commit waits for it. */
const HAS_ALL = `do $$ begin
  if not exists (select from pg_stat_replication where sync_state = 'sync' and flush_lsn >= pg_current_wal_lsn()) then
    raise 'the replica is behind';
  end if;
end $$`;
const IS_FIRST = `do $$ begin if pg_is_in_recovery() then raise 'it still follows'; end if; end $$`;

const createCluster = async (programs: PostgresPrograms, folder: string) => {
  const as = { cwd: folder, ...(programs.user ?? {}) };
  let count = 0;
  const makeData = (): string => {
    count += 1;
    const data = join(folder, `data-${count}`);
    mkdirSync(data, { mode: 0o700 });
    if (programs.user !== null) chownSync(data, programs.user.uid, programs.user.gid);
    return data;
  };
  return {
    first: async (): Promise<PostgresNode> => {
      const data = makeData();
      const settings = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
      await run(programs.initdb, ['-D', data, ...settings], as);
      const node = createPostgresNode(programs, folder, data, await freePort());
      await node.start();
      return node;
    },
    /** Makes a replica. It has everything before the next commit is acknowledged. */
    replicaOf: async (first: PostgresNode): Promise<PostgresNode> => {
      const data = makeData();
      const from = ['-h', '127.0.0.1', '-p', String(first.port), '-U', 'postgres'];
      await run(
        baseBackup(programs),
        ['-D', data, ...from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
        as,
      );
      const node = createPostgresNode(programs, folder, data, await freePort());
      try {
        await node.start();
        await first.sql("alter system set synchronous_standby_names = '*'");
        await first.sql('select pg_reload_conf()');
        const hasAll = () => first.sql(HAS_ALL).then(() => true);
        await waitUntil(hasAll, { timeoutMs: 30_000, what: 'the replica to have all', everyMs: 50 });
        return node;
      } catch (error) {
        await node.end('SIGKILL');
        await first.sql('alter system reset synchronous_standby_names').catch(() => undefined);
        await first.sql('select pg_reload_conf()').catch(() => undefined);
        throw error;
      }
    },
  };
};

const promote = async (node: PostgresNode): Promise<void> => {
  await node.start();
  const isFirst = () => node.sql(IS_FIRST).then(() => true);
  await node.sql('select pg_promote(true)');
  await waitUntil(isFirst, { timeoutMs: 30_000, what: 'the replica to be the first', everyMs: 50 });
};

const startWith = async (programs: PostgresPrograms): Promise<Postgres> => {
  const folder = mkdtempSync(join(traversableTmp(), 'cairn-torture-postgres-'));
  chmodSync(folder, 0o755);
  const cluster = await createCluster(programs, folder);
  let first = await cluster.first();
  let replica: PostgresNode | null = null;
  // This also runs when the process ends by an error.
  process.once('exit', () => {
    for (const node of [first, replica]) void node?.end('SIGQUIT');
  });
  const proxy = await startFaultProxy(first.port);
  const alone = oneAtATime();
  const failOver = async (): Promise<void> => {
    const next = replica;
    if (next === null) return;
    replica = null;
    // New connections to the old primary are refused.
    proxy.refusing = true;
    proxy.cut();
    const before = first;
    try {
      await before.end('SIGKILL');
      await promote(next);
      first = next;
    } finally {
      Object.assign(proxy, { refusing: false, target: first.port });
    }
    // Its processes may write for a moment longer.
    rmSync(before.data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  return {
    createDatabase: createDatabases(() => first, proxy),
    kill: () => alone(() => first.end('SIGKILL')),
    start: () => alone(() => first.start()),
    addReplica: () =>
      alone(async () => {
        if (replica !== null || !first.isRunning()) return false;
        replica = await cluster.replicaOf(first);
        return true;
      }),
    failOver: () => alone(failOver),
    close: async () => {
      await proxy.close();
      await Promise.all([first, replica].map((node) => node?.end('SIGINT')));
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
};

const createDatabases = (first: () => PostgresNode, { port }: FaultProxy): Postgres['createDatabase'] => {
  let count = 0;
  const sql = (text: string): Promise<void> => first().sql(text);
  return async () => {
    count += 1;
    const name = `torture_${count}`;
    await sql(`create database ${name}`);
    const copyInto = async (from: string, to: string): Promise<void> => {
      await sql(`drop database if exists ${to} with (force)`);
      await sql(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`);
      await sql(`create database ${to} template ${from}`);
    };
    return {
      url: `postgres://postgres@127.0.0.1:${port}/${name}`,
      copier: {
        take: async (as) => {
          const copy = `${name}_${as.replaceAll('-', '_')}`;
          await copyInto(name, copy);
          return copy;
        },
        putBack: (copy) => copyInto(copy, name),
      },
    };
  };
};
