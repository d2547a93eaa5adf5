/** `cairn-server`: composition root, and the only reader of the environment. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { err, LIMITS, ok, type Result } from '@cairn/schema';
import packageJson from '../package.json' with { type: 'json' };
import { clientAddress } from './adapters/client-address.ts';
import { startCollectionTimer } from './adapters/collection-timer.ts';
import { ed25519 } from './adapters/ed25519.ts';
import { listenHttp } from './adapters/http-listener.ts';
import { createLiveStreams } from './adapters/live-streams.ts';
import { openDatabase } from './adapters/open-database.ts';
import { createPinoLog, type ServerLog } from './adapters/pino-log.ts';
import { createProcessHints } from './adapters/process-hints.ts';
import { createApp } from './app.ts';
import { parseConfig, type ServerConfig } from './config.ts';
import { poolerAdvice } from './config-database.ts';
import type { SqlDatabase } from './sql/database.ts';
import { isMigrated, type MigrationOutcome, migrate } from './sql/migrate.ts';
import { createSqlStore } from './sql/sql-store.ts';
import { createSyncServer, type SyncServer } from './sync-server.ts';

const HELP = `cairn-server: the sync server of Cairn

  cairn-server            serve (migrates the database first)
  cairn-server migrate    bring the database up to date, and end
  cairn-server --version

Environment; each also as NAME_FILE, the path of a file that holds the value:
  CAIRN_SERVER_PORT       8787; 0 for any free port
  CAIRN_SERVER_HOST       127.0.0.1
  CAIRN_SERVER_DATA       folder of the embedded database
  DATABASE_URL            a Postgres instead of the embedded one
  DATABASE_DIRECT_URL     the same without a pooler, for LISTEN; needed when DATABASE_URL has port 6543
  CAIRN_DATABASE_PREPARE  0 behind a pooler in transaction mode; 1 unless the port is 6543
  SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY
                          a Supabase project whose sessions open accounts
  SUPABASE_JWT_ISSUER     SUPABASE_URL/auth/v1
  CAIRN_SETUP_TOKEN       opens the first vault; made and printed once when not set
  CAIRN_REGISTRATION      closed (after the first vault) or open
  CAIRN_TRUST_PROXY       1 when a proxy of yours sets X-Forwarded-For
`;

/** In-flight requests have this long, the database the rest of the 10 s. */
const DRAIN_MS = 7_000;
/** A request that hangs past everything else. */
const STOP_MS_MAX = 9_500;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const complain = (line: string): void => {
  process.stderr.write(`cairn-server: ${line}\n`);
};

const clock = { nowMs: () => Date.now() };
const random = { bytes: (count: number) => randomBytes(count) };

const migrationRefusal = (outcome: MigrationOutcome): string | null => {
  if (outcome.kind === 'newer') {
    return `The database was written by a newer cairn-server (migration ${outcome.found}, this one knows ${outcome.known}). Update cairn-server.`;
  }
  return outcome.kind === 'altered'
    ? `The database's migration "${outcome.name}" is not the one of this cairn-server. It was not made by a release; restore a backup.`
    : null;
};

const openMigrated = async (config: ServerConfig): Promise<Result<SqlDatabase, string>> => {
  const opened = await openDatabase(config.database);
  if (!opened.ok) return opened;
  const database = opened.value;
  try {
    const refusal = migrationRefusal(await migrate(database, clock.nowMs()));
    if (refusal === null) return ok(database);
    await database.close();
    return err(refusal);
  } catch (error) {
    await database.close();
    const reason = database.unavailable(error);
    if (reason === null) throw error;
    return err(`The database does not answer (${reason}). Is DATABASE_URL right, and the database up?`);
  }
};

const announceSetupToken = async (
  server: SyncServer,
  config: ServerConfig,
  log: ServerLog,
): Promise<void> => {
  const made = await server.ensureSetupToken(config.setupToken);
  if (!made.ok) log.warn('the setup token could not be checked: the database is busy');
  else if (made.value !== null) say(`setup token: ${made.value}`);
};

/** Resolves with the signal that asks to stop. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });

const compose = (config: ServerConfig, database: SqlDatabase, log: ServerLog) => {
  const store = createSqlStore(database);
  const hints = createProcessHints();
  const { registration, trustProxy } = config;
  const server = createSyncServer({ store, clock, random, hints, signatures: ed25519, registration });
  const live = createLiveStreams({ store, hints, clock });
  const app = createApp({
    server,
    live,
    log,
    isReady: () => isMigrated(database).catch(() => false),
    addressOf: clientAddress({ trustProxy }),
    limits: {
      failuresPerAddressPerMinute: LIMITS.requestsPerAddressPerMinute,
      openPerAddressPerMinute: LIMITS.requestsPerAddressPerMinute * 10,
      perDevicePerMinute: LIMITS.requestsPerDevicePerMinute,
    },
  });
  return { store, hints, server, live, app };
};

const serve = async (config: ServerConfig): Promise<number> => {
  const stopping = stopSignal();
  const log = createPinoLog();
  const opened = await openMigrated(config);
  if (!opened.ok) {
    complain(opened.error);
    return 1;
  }
  const advice = config.database.kind === 'postgres' ? poolerAdvice(config.database) : null;
  if (advice !== null) log.warn(advice);
  const { store, hints, server, live, app } = compose(config, opened.value, log);
  await announceSetupToken(server, config, log);
  const listener = await listenHttp(app, config);
  if (!listener.ok) {
    complain(listener.error);
    await store.close();
    return 1;
  }
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  say(`listening on http://${host}:${listener.value.port}`);
  const collection = startCollectionTimer({ collectAll: server.collectAll, log });
  await stopping;
  log.info('stopping');
  const cut = setTimeout(() => process.exit(1), STOP_MS_MAX);
  const collected = collection.close();
  live.close();
  hints.close();
  await listener.value.stop(DRAIN_MS);
  await collected;
  await store.close();
  clearTimeout(cut);
  log.flush();
  return 0;
};

const migrateOnly = async (config: ServerConfig): Promise<number> => {
  const opened = await openMigrated(config);
  if (!opened.ok) {
    complain(opened.error);
    return 1;
  }
  await opened.value.close();
  say('the database is up to date');
  return 0;
};

const run = async (args: readonly string[]): Promise<number> => {
  const [command = 'serve', ...rest] = args;
  if (command === '--help' || command === '-h' || command === 'help') {
    say(HELP.trimEnd());
    return 0;
  }
  if (command === '--version' || command === '-v') {
    say(packageJson.version);
    return 0;
  }
  if (rest.length > 0 || (command !== 'serve' && command !== 'migrate')) {
    complain(`there is no command "${args.join(' ')}". See cairn-server --help.`);
    return 2;
  }
  const config = parseConfig({
    env: process.env,
    homeFolder: homedir(),
    readText: (path) => readFileSync(path, 'utf8'),
  });
  if (!config.ok) {
    for (const mistake of config.error) complain(mistake);
    return 1;
  }
  return command === 'migrate' ? migrateOnly(config.value) : serve(config.value);
};

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
}
