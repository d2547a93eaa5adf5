/**
 * Measures a server under load: `--devices` connections push and pull as fast as the server answers, to `--vaults` vaults. HTTP and
 * Postgres are real, and Postgres syncs to disk. The load generator shares this machine's processors with the server.
 */
import { pullResponse } from '@cairn/schema';
import postgres from 'postgres';
import { openBareInsert } from '../bare/bare-insert.ts';
import { median, p99, range } from '../measure.ts';
import { fillVaults, type LoadDevice, pushNew, WIRE_HEADERS } from '../processes/load-vaults.ts';
import { processorMs, residentMb, watchPostgres } from '../processes/process-usage.ts';
import { openRawConnection, type RawConnection } from '../processes/raw-http.ts';
import { type Server, startCluster, startServer } from '../processes/server.ts';
import { factRow, type Row, rateRow, samplesRow } from '../report.ts';
import type { Bench, World } from '../world.ts';

/** Number of vaults for which the target is set. With another number, the row has no target. */
const VAULTS = 32;
/** Target: lowest accepted median of one-item pushes per second. */
const SINGLE_PER_SECOND = 1_500;
const PAGE_ROWS = 2_000;

export interface Loaded {
  readonly server: Server;
  readonly usage: Awaited<ReturnType<typeof watchPostgres>>;
  /** Workers, each with one connection and its share of the devices. */
  readonly workers: readonly {
    readonly connection: RawConnection;
    readonly devices: readonly LoadDevice[];
  }[];
}

export const load: Bench = async (world) => {
  const vaults = world.option('vaults') ?? VAULTS;
  const devices = world.option('devices') ?? 32;
  const seconds = world.option('seconds') ?? world.size(10, 1);
  const name = `${vaults.toLocaleString('en-US')} vaults, ${devices} at once`;
  const cluster = await startCluster(world);
  const database = await cluster.createDatabase();
  world.say(`load: making ${vaults} vaults`);
  const made = await fillVaults(database, { vaults, devices });
  const server = await startServer(world, { database });
  const usage = await watchPostgres(database);
  const loaded = { server, usage, workers: await openWorkers(world, server, made, devices) };

  world.say('load: warming up');
  await during(loaded, Math.min(seconds / 5, 2), (connection, device) => pushNew(connection, device, 1));
  world.say('load: pushes of one item');
  const single = await during(loaded, seconds, (connection, device) => pushNew(connection, device, 1));
  world.say('load: bare transactions');
  const bare = await bareInserts(loaded, database, seconds);
  world.say('load: pushes of 100 items');
  const batch = await during(loaded, seconds, (connection, device) => pushNew(connection, device, 100));
  world.say('load: pulls from nothing');
  let pulled = 0;
  const pull = await during(loaded, seconds, async (connection, device) => {
    const rows = await pullFirst(connection, device);
    pulled += rows;
  });
  const rowsPerPull = pulled / Math.max(pull.samples.length, 1);
  return [
    rateRow(
      nameOf('push.1', `pushes of 1 item, ${name}`, 'tx/s'),
      single.perSecond,
      vaults === VAULTS ? SINGLE_PER_SECOND : null,
    ),
    ...latencyRows('push.1', 'a push of 1 item', single),
    rateRow(
      nameOf('bare', `bare transactions of one insert, ${devices} connections`, 'tx/s'),
      bare.perSecond,
    ),
    factRow(nameOf('bare.postgres', 'a bare transaction, processor of Postgres', 'ms'), bare.postgresMs),
    factRow(nameOf('bare.client', 'a bare transaction, processor of its client', 'ms'), bare.generatorMs),
    factRow(
      nameOf('push.1.bare', 'pushes of 1 item for a bare transaction, in one run', '×'),
      median(single.perSecond) / median(bare.perSecond),
    ),
    rateRow(
      nameOf('push.100', `pushes of 100 items, ${name}`, 'items/s'),
      batch.perSecond.map((count) => count * 100),
    ),
    ...latencyRows('push.100', 'a push of 100 items', batch),
    rateRow(
      nameOf('pull', `pulls of up to ${PAGE_ROWS} rows, ${name}`, 'rows/s'),
      pull.perSecond.map((count) => count * rowsPerPull),
    ),
    ...latencyRows('pull', `a pull of ${Math.round(rowsPerPull)} rows`, pull),
    factRow(nameOf('server.rss', 'memory of the server', 'MB'), await residentMb(server.pid)),
    ...[usage.residentMb()].flatMap((mb) =>
      mb === null ? [] : [factRow(nameOf('postgres.rss', 'memory of Postgres', 'MB'), mb)],
    ),
    ...(await sizeRows(database)),
  ];
};

const nameOf = (id: string, what: string, unit: string) => ({ id: `load.${id}`, what, unit });

const latencyRows = (id: string, what: string, phase: Phase): readonly Row[] => [
  samplesRow(nameOf(`${id}.ms`, what, 'ms'), phase.samples),
  factRow(nameOf(`${id}.p99`, `${what}, 99 of 100 within`, 'ms'), p99(phase.samples)),
  factRow(nameOf(`${id}.server`, `${what}, processor of the server`, 'ms'), phase.serverMs),
  factRow(nameOf(`${id}.postgres`, `${what}, processor of Postgres`, 'ms'), phase.postgresMs),
  factRow(nameOf(`${id}.generator`, `${what}, processor of what makes the load`, 'ms'), phase.generatorMs),
];

export const openWorkers = async (
  world: World,
  server: Server,
  made: readonly LoadDevice[],
  count: number,
): Promise<Loaded['workers']> => {
  const workers = await Promise.all(
    range(count).map(async (worker) => ({
      connection: await openRawConnection(server.url, WIRE_HEADERS),
      devices: made.filter((_, at) => at % count === worker),
    })),
  );
  world.cleanup.add(async () => {
    for (const { connection } of workers) connection.close();
  });
  return workers;
};

/** Runs `work` for `seconds` and measures it. Each connection uses its devices in turn, with one request in flight. */
export const during = async (
  { server, usage, workers }: Loaded,
  seconds: number,
  work: (connection: RawConnection, device: LoadDevice) => Promise<void>,
) => {
  const samples: number[] = [];
  const perSecond = range(Math.max(Math.floor(seconds), 1)).map(() => 0);
  const [serverBefore, postgresBefore] = [await processorMs(server.pid), await usage.processorMs()];
  const generatorBefore = process.cpuUsage();
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const run = async ({ connection, devices }: Loaded['workers'][number]): Promise<void> => {
    for (let turn = 0; performance.now() < endsAt; turn += 1) {
      const device = devices[turn % devices.length];
      if (device === undefined) return;
      const from = performance.now();
      await work(connection, device);
      const until = performance.now();
      samples.push(until - from);
      const second = Math.floor((until - startedAt) / 1_000);
      if (second < perSecond.length) perSecond[second] = (perSecond[second] ?? 0) + 1;
    }
  };
  await Promise.all(workers.map(run));
  const { user, system } = process.cpuUsage(generatorBefore);
  const each = (spentMs: number): number => spentMs / Math.max(samples.length, 1);
  return {
    /** Duration of each request, in milliseconds. */
    samples,
    /** Number of requests that ended in each second. */
    perSecond,
    /** Processor times per request, in milliseconds. The generator is this process. */
    serverMs: each((await processorMs(server.pid)) - serverBefore),
    postgresMs: each((await usage.processorMs()) - postgresBefore),
    generatorMs: each((user + system) / 1_000),
  };
};

type Phase = Awaited<ReturnType<typeof during>>;

/** Measures inserts into the same database without a server, with as many connections as there are workers. */
const bareInserts = async (loaded: Loaded, database: string, seconds: number): Promise<Phase> => {
  const bare = await openBareInsert(database, loaded.workers.length);
  try {
    return await during(loaded, seconds, bare.insert);
  } finally {
    await bare.close();
  }
};

/** Pulls the first page of the vault and returns the number of its rows. */
const pullFirst = async (connection: RawConnection, device: LoadDevice): Promise<number> => {
  const answer = await connection.ask('GET', `/v1/pull?limit=${PAGE_ROWS}`, device.token);
  const text = answer.body.toString('utf8');
  if (answer.status !== 200) throw new Error(`pull: ${answer.status} ${text}`);
  return pullResponse.parse(JSON.parse(text)).items.length;
};

const sizeRows = async (database: string): Promise<readonly Row[]> => {
  const sql = postgres(database, { max: 1 });
  try {
    const [size] = await sql<{ registers: number; bytes: number; all: number }[]>`
      select sum(v.registers)::float as registers, pg_database_size(current_database())::float as all,
        (select sum(pg_total_relation_size(inhrelid))::float from pg_inherits where inhparent = 'cairn.registers'::regclass) as bytes
      from cairn.vaults v`;
    const { registers = 0, bytes = 0, all = 0 } = size ?? {};
    return [
      factRow(nameOf('registers', 'registers at the end', ''), registers),
      factRow(nameOf('bytes', 'of table and indexes per register', 'bytes'), bytes / registers),
      factRow(nameOf('bytes.all', 'of the whole database per register', 'bytes'), all / registers),
    ];
  } finally {
    await sql.end();
  }
};
