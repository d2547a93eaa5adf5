/** A real `cairn-server`, on Postgres with production settings or on its embedded database. */
import { spawn } from 'node:child_process';
import { type PostgresHandle, startPostgres, waitUntil } from '@cairn/test-support';
import { tempFolder, type World } from '../world.ts';
import { endProcess } from './device.ts';
import { cleanEnv, serverProgram } from './places.ts';

export type Server = Awaited<ReturnType<typeof startServer>>;

/** Starts a Postgres cluster. Throws when Postgres is not installed, because the targets are for Postgres. */
export const startCluster = async (world: World): Promise<PostgresHandle> => {
  const cluster = await startPostgres({ durable: true });
  if (cluster === null) throw new Error('this bench needs Postgres (Debian: apt-get install postgresql)');
  world.cleanup.add(() => cluster.stop());
  return cluster;
};

/**
 * Starts a server on a new database of a cluster, on an existing database (which replicas share), or, for null, on the embedded
 * database.
 */
export const startServer = async (
  world: World,
  where: PostgresHandle | { readonly database: string } | null,
) => {
  const home = await tempFolder(world, 'server');
  const env = cleanEnv({
    HOME: home,
    CAIRN_SERVER_DATA: home,
    CAIRN_SERVER_PORT: '0',
    ...(where === null
      ? {}
      : { DATABASE_URL: 'database' in where ? where.database : await where.createDatabase() }),
  });
  const child = spawn(process.execPath, [serverProgram()], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const pid = child.pid ?? 0;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(0, 4_000);
    });
  }
  world.cleanup.add(async () => {
    if (child.exitCode === null) await endProcess(pid);
  });
  const line = await waitUntil(() => /^listening on (\S+)$/m.exec(output), {
    timeoutMs: 60_000,
    what: 'the sync server to listen',
  }).catch((error: unknown) => {
    throw new Error(`the sync server did not start: ${output}`, { cause: error });
  });
  return {
    url: line[1] ?? '',
    setupToken: /^setup token: (\S+)$/m.exec(output)?.[1] ?? '',
    pid,
    /** Stops the server as an operator does. Resolves when the process has ended. */
    stop: () => endProcess(pid),
  };
};
