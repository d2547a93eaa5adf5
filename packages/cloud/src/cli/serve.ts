/** `cairn-server`: composes the server, serves, and stops in order. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { defined, LIMITS } from '@cairn/schema';
import { listenAdmin } from '../adapters/admin-socket.ts';
import { createBackupCheck } from '../adapters/backup-check.ts';
import { openBackupFolder } from '../adapters/backup-files.ts';
import { clientAddress, clientIsSecure } from '../adapters/client-address.ts';
import { ed25519 } from '../adapters/ed25519.ts';
import { listenHttp } from '../adapters/http-listener.ts';
import { createLiveStreams } from '../adapters/live-streams.ts';
import { openAdmin } from '../adapters/open-admin.ts';
import { isMade } from '../adapters/open-database.ts';
import { openHints } from '../adapters/open-hints.ts';
import { createPinoLog, type ServerLog } from '../adapters/pino-log.ts';
import { startBackupTimer, startCollectionTimer, startMemoryFiller } from '../adapters/timers.ts';
import { createApp } from '../app.ts';
import type { AppContext, AppDeps } from '../app-context.ts';
import type { ServerConfig } from '../config.ts';
import { FIRST, poolerAdvice } from '../config-database.ts';
import { createRateLimiters } from '../middleware/rate-limit.ts';
import type { AccountSessions } from '../ports/account-sessions.ts';
import { POSTGRES_CONNECTIONS_MAX } from '../postgres/postgres-database.ts';
import type { Admin } from '../services/admin.ts';
import { createAdminDoor } from '../services/admin-door.ts';
import { measureServer, measureStore, measureStreams } from '../services/measured.ts';
import { createTally, type Tally } from '../services/request-tally.ts';
import { createScheduledBackups } from '../services/scheduled-backups.ts';
import { createServerView, type DatabaseDeps } from '../services/server-view.ts';
import { createAdminStore } from '../sql/admin-store.ts';
import type { SqlDatabase } from '../sql/database.ts';
import { isMigrated } from '../sql/migrate.ts';
import { createReadableTable } from '../sql/readable-memories.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { createSyncServer, type SyncServer } from '../sync-server.ts';
import { createVaultMap } from '../vault-map.ts';
import { type Opened, openAllMigrated } from './open-migrated.ts';

export interface Terminal {
  /** Prints a line on standard output. */
  readonly say: (line: string) => void;
  /** Prints a line on standard error. */
  readonly complain: (line: string) => void;
}

/** Time for running requests. The database gets the rest of `STOP_MS_MAX`. */
const DRAIN_MS = 7_000;
/** After this the process exits, even if a request hangs. Docker's default grace is 10 s. */
const STOP_MS_MAX = 9_500;
const STDERR = 2;

const clock = { nowMs: () => Date.now() };
const random = { bytes: (count: number) => randomBytes(count) };
const elapsedMs = () => performance.now();

/** Loads the code for sessions only if a Supabase project is set. */
const sessionsOf = async ({ supabase }: ServerConfig): Promise<AccountSessions | null> => {
  if (supabase === null) return null;
  const { createSupabaseSessions } = await import('../supabase/supabase-sessions.ts');
  return createSupabaseSessions({ ...supabase, nowMs: clock.nowMs, fetch });
};

/** Loads Prometheus only if metrics are on. */
const metricsFor = async (config: ServerConfig, version: string): Promise<AppDeps['metrics']> => {
  const { metricsToken: token, database } = config;
  if (token === null) return null;
  const { createPrometheus } = await import('../adapters/prometheus.ts');
  const connectionsMax = database.kind === 'postgres' ? POSTGRES_CONNECTIONS_MAX : 1;
  const prometheus = createPrometheus({ version, connectionsMax });
  return { counted: prometheus, page: prometheus, token };
};

/** Null if no backup folder is configured. [OP-15] */
const backupsOf = (
  { backups }: ServerConfig,
  deps: Pick<Composition, 'name' | 'log' | 'metrics'> & { readonly admin: Admin },
) => {
  if (backups === null) return null;
  const { name, log, metrics, admin } = deps;
  const [, program = ''] = process.argv;
  return createScheduledBackups({
    folder: openBackupFolder(name === FIRST ? backups.folder : join(backups.folder, name)),
    everyMs: backups.everyMs,
    write: async (path) => {
      const written = await admin({ command: 'backup', path });
      return written.ok ? null : written.error.message;
    },
    mark: () => randomBytes(4).toString('hex'),
    check: createBackupCheck(program, () => process.availableMemory()),
    clock,
    log,
    ended: (outcome) => metrics?.counted.backedUp(outcome),
  });
};

interface Composition {
  readonly config: ServerConfig;
  /** The name of the database. */
  readonly name: string;
  readonly database: SqlDatabase;
  readonly log: ServerLog;
  readonly version: string;
  readonly metrics: AppDeps['metrics'];
  readonly sessions: AccountSessions | null;
  readonly whyNotReady: AppDeps['whyNotReady'];
  readonly whyNoWrites: AppDeps['whyNoWrites'];
  /** The counts of all databases. */
  readonly tally: Tally;
  readonly look: NonNullable<AppDeps['adminPage']>['look'];
}

const UNTRUSTED_PROXY =
  'X-Forwarded-For of requests is ignored, so all clients behind that proxy share one rate limit; set CAIRN_TRUST_PROXY=1 if the proxy is yours';

const compose = (composition: Composition) => {
  const { config, name, database, log, version, metrics, sessions, tally, look } = composition;
  const { whyNotReady, whyNoWrites } = composition;
  const counted = metrics?.counted ?? null;
  const bareStore = createSqlStore(database);
  const store = counted === null ? bareStore : measureStore(bareStore, counted, elapsedMs);
  const hints = openHints({ config: config.database, database, log });
  const { registration, trustProxy } = config;
  const bareServer = createSyncServer({
    store,
    clock,
    random,
    hints,
    signatures: ed25519,
    registration,
    ...(sessions === null ? {} : { sessions }),
  });
  const server = counted === null ? bareServer : measureServer(bareServer, counted);
  const bareLive = createLiveStreams({ store, hints, clock });
  const live = counted === null ? bareLive : measureStreams(bareLive, counted);
  hints.join(live.refresh);
  const admin = openAdmin({ database, store, clock, random, hints, version });
  const backups = backupsOf(config, { name, log, metrics, admin });
  const shown: DatabaseDeps = {
    name,
    kind: config.database.kind === 'postgres' ? 'Postgres' : 'embedded (PGlite)',
    store,
    admin: createAdminStore({ database, clock, random, version }),
    backups,
    unavailable: database.unavailable,
  };
  const { adminToken } = config;
  const deps: AppDeps = {
    server,
    live,
    log: adminToken === null ? log : tally.counting(log),
    metrics,
    adminPage: adminToken === null ? null : { door: createAdminDoor(adminToken, { clock, store }), look },
    version,
    accounts: config.supabase,
    elapsedMs,
    ...{ whyNotReady, whyNoWrites },
    isSecure: clientIsSecure({ trustProxy }),
    addressOf: clientAddress({ trustProxy, onUntrusted: () => log.warn(UNTRUSTED_PROXY) }),
    limits: {
      failuresPerAddressPerMinute: LIMITS.requestsPerAddressPerMinute,
      openPerAddressPerMinute: LIMITS.requestsPerAddressPerMinute * 10,
      perDevicePerMinute: LIMITS.requestsPerDevicePerMinute,
    },
  };
  const limiters = createRateLimiters(deps.limits);
  const app = createApp(deps, limiters);
  const isRefused = async (context: AppContext): Promise<boolean> =>
    (await limiters.hasFailedTooOften(deps.addressOf(context))) !== null;
  return { database, store, hints, server, live, app, isRefused, admin, backups, shown };
};
type Served = ReturnType<typeof compose>;

const announceSetupToken = async (
  server: SyncServer,
  config: ServerConfig,
  log: ServerLog,
  { say }: Terminal,
): Promise<void> => {
  const made = await server.ensureSetupToken(config.setupToken);
  if (!made.ok) log.warn('the setup token could not be checked: the database is busy');
  else if (made.value !== null) say(`setup token: ${made.value}`);
};

/** For the operator's commands on an embedded database. Without the socket, they need the server to be stopped. On Postgres they open the database. */
const adminSocketFor = async ({ database }: ServerConfig, admin: Admin, log: ServerLog) => {
  if (database.kind !== 'pglite') return null;
  const socket = await listenAdmin(database.folder, admin);
  if (socket.ok) return socket.value;
  log.warn(`\`cairn-server admin\` cannot reach this server while it runs: ${socket.error}`);
  return null;
};

interface Running {
  readonly places: readonly Served[];
  readonly timers: readonly { close(): Promise<void> }[];
  readonly listener: { stop(graceMs: number): Promise<void> };
  readonly adminSocket: { close(): Promise<void> } | null;
}

const closeAll = (all: readonly { close(): unknown }[]): Promise<unknown> =>
  Promise.all(all.map((one) => one.close()));

const stopInOrder = async ({ places, timers, listener, adminSocket }: Running): Promise<void> => {
  const cut = setTimeout(() => process.exit(1), STOP_MS_MAX);
  const jobs = closeAll(timers);
  // Devices reconnect after their stream ends and a jittered wait. [SY-L1]
  for (const { live } of places) live.close();
  await listener.stop(DRAIN_MS);
  // Closed after the last requests, so that other replicas get the hints of their changes.
  await closeAll(places.map(({ hints }) => hints));
  await Promise.all([jobs, adminSocket?.close()]);
  await closeAll(places.map(({ store }) => store));
  clearTimeout(cut);
};

const timersOf = ({ server, backups, database }: Served, log: ServerLog) => [
  startCollectionTimer({ collectAll: server.collectAll, ...defined({ reclaim: database.reclaim }), log }),
  ...(backups === null ? [] : [startBackupTimer(backups)]),
  startMemoryFiller({ table: createReadableTable(database), log }),
];

/** Reports the oldest of the databases' newest backups; null if a database has none. */
const tellBackups = (places: readonly Served[], metrics: AppDeps['metrics']): void => {
  const all = places.flatMap(({ backups }) => backups ?? []);
  if (all.length === 0) return;
  const lastAtMs = (): number | null => {
    const times = all.flatMap((one) => one.lastAtMs() ?? []);
    return times.length < all.length ? null : Math.min(...times);
  };
  metrics?.page.tellBackups(lastAtMs, clock.nowMs);
};

/** One unreachable database makes the whole server unready, because some devices have their vaults there. [OP-20] */
const readinessOf =
  (opened: readonly Opened[], isStopping: () => boolean): AppDeps['whyNotReady'] =>
  async () => {
    if (isStopping()) return 'The server is stopping.';
    const asked = await Promise.all(
      opened.map(async ({ name, database }) => {
        if (await isMigrated(database).catch(() => false)) return [];
        const named = opened.length === 1 ? '' : ` "${name}"`;
        return `The database${named} cannot be reached, or its migrations are missing: run \`cairn-server migrate\`.`;
      }),
    );
    return asked.flat().join(' ') || null;
  };

/** [OP-25] */
const noWritesOf =
  (opened: readonly Opened[]): AppDeps['whyNoWrites'] =>
  async () => {
    const asked = await Promise.all(
      opened.map(async ({ name, database }) => {
        const reason = await database.whyNoWrites();
        const named = opened.length === 1 ? '' : ` "${name}"`;
        return reason === null ? [] : [`The database${named} takes no writes: ${reason}`];
      }),
    );
    return asked.flat().join(' ') || null;
  };

/** Printed before a wait: opening may take half a minute on a busy machine. [RL-25] */
const openingText = (name: string, { database }: ServerConfig): string => {
  if (name !== FIRST) return `opening the database "${name}" of CAIRN_DATABASES …`;
  if (database.kind === 'postgres') return 'opening the Postgres database of DATABASE_URL …';
  return isMade(database.folder)
    ? `opening the embedded database in ${database.folder} …`
    : `making a new embedded database in ${database.folder} …`;
};

/** Returns the exit code. */
export const serve = async (config: ServerConfig, version: string, terminal: Terminal): Promise<number> => {
  const stopping = stopSignal();
  let isStopping = false;
  const format = config.logFormat ?? (isatty(STDERR) ? 'text' : 'json');
  const log = createPinoLog({ level: config.logLevel, format });
  const all = await openAllMigrated(config, clock.nowMs(), {
    onOpening: (name) => terminal.say(openingText(name, config)),
  });
  if (!all.ok) {
    terminal.complain(all.error);
    return 1;
  }
  const opened = all.value;
  const advice = config.database.kind === 'postgres' ? poolerAdvice(config.database) : null;
  if (advice !== null) log.warn(advice);
  const metrics = await metricsFor(config, version);
  const sessions = await sessionsOf(config);
  const tally = createTally(clock.nowMs);
  const whyNotReady = readinessOf(opened, () => isStopping);
  const databases: DatabaseDeps[] = [];
  const look = createServerView({ databases, nowMs: clock.nowMs, whyNotReady, tally, version });
  const whyNoWrites = noWritesOf(opened);
  const shared = { log, version, metrics, sessions, whyNotReady, whyNoWrites, tally, look };
  const places = opened.map(({ name, settings, database }) =>
    compose({ name, database, config: { ...config, database: settings }, ...shared }),
  );
  databases.push(...places.map(({ shown }) => shown));
  const [first, ...others] = places;
  if (first === undefined) throw new Error('a server has a database');
  tellBackups(places, metrics);
  // One database needs no map from vaults to databases.
  const { isRefused } = first;
  const app = others.length === 0 ? first.app : createVaultMap({ home: first, others, isRefused, log });
  const listener = await listenHttp(app, config);
  if (!listener.ok) {
    terminal.complain(listener.error);
    await closeAll(places.map(({ hints }) => hints));
    await closeAll(places.map(({ store }) => store));
    return 1;
  }
  // A server that cannot listen makes no token. [RL-25]
  await announceSetupToken(first.server, config, log, terminal);
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  terminal.say(`listening on http://${host}:${listener.value.port}`);
  const adminSocket = await adminSocketFor(config, first.admin, log);
  const timers = places.flatMap((place) => timersOf(place, log));
  await stopping;
  isStopping = true;
  log.info('stopping');
  listener.value.retire();
  await after(config.drainMs);
  await stopInOrder({ places, timers, listener: listener.value, adminSocket });
  log.info('stopped');
  log.flush();
  return 0;
};

/** The numbers of the signals that stop the server. */
const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;

/** Resolves at the first SIGTERM or SIGINT. A second one ends the process at once, with the shell's usual code, 128 + n. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let asked = false;
    for (const [signal, number] of Object.entries(SIGNALS)) {
      process.on(signal, () => {
        if (asked) process.exit(128 + number);
        asked = true;
        resolve();
      });
    }
  });
