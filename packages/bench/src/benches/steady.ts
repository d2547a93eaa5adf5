/**
 * Measures a busy hour: `--devices` devices with open streams at two replicas, and 50 pushes a second at a fixed rate. Halfway, one
 * replica stops and another starts. Every fiftieth device does not read its stream, and twenty connections send their body at one byte a
 * second. The load generator shares this machine's processors with the servers.
 */
import { connect, type Socket } from 'node:net';
import { waitUntil } from '@cairn/test-support';
import postgres from 'postgres';
import { atRate, median, p99, range, sleep } from '../measure.ts';
import { startPouch } from '../peers/pouch.ts';
import { openEach, openEventStream } from '../processes/event-streams.ts';
import { fillVaults, type LoadDevice, newPush, takeAnswer, WIRE_HEADERS } from '../processes/load-vaults.ts';
import { processorMs, residentMb, watchPostgres } from '../processes/process-usage.ts';
import { headerLines, openRawConnection } from '../processes/raw-http.ts';
import { type Server, startCluster, startServer } from '../processes/server.ts';
import { factRow, type Row, samplesRow } from '../report.ts';
import type { Bench, World } from '../world.ts';

const DEVICES = 1_000;
const PER_SECOND = 50;
const SLOW_EVERY = 50;
const SLOW_BODIES = 20;
const RETRY_MS = 100;
/** Milliseconds after which the bench fails, because a push was not accepted or a stream was not open. */
const PATIENCE_MS = 60_000;
/** Load of one person, as docs/scale.md assumes: pushes a day, ratio of the peak to the mean, and devices. */
const PERSON = { pushes: 40, peak: 4, devices: 2.5 };
const DAY_S = 86_400;

const nameOf = (id: string, what: string, unit: string) => ({ id: `steady.${id}`, what, unit });
const now = (): number => performance.now();

/** Replicas that requests use in turn, as behind a round-robin proxy. A request that one replica refuses is sent to the next. */
interface Replicas {
  servers: readonly Server[];
}

const openStreams = async (replicas: Replicas, devices: readonly LoadDevice[], world: World) => {
  /** Devices that received a head, each with the time. The map's key is the vault and the head. */
  const heard = new Map<string, { readonly device: LoadDevice; readonly at: number }[]>();
  const sockets = new Map<LoadDevice, Socket>();
  let over = false;
  const open = async (device: LoadDevice, at: number): Promise<void> => {
    for (let tries = 0; !over; tries += 1) {
      const server = replicas.servers[(at + tries) % replicas.servers.length];
      const socket = await openEventStream(server?.url ?? '', device.token, {
        onHead: (head) => {
          const key = `${device.vault} ${head}`;
          heard.set(key, [...(heard.get(key) ?? []), { device, at: now() }]);
        },
        onClose: () => {
          sockets.delete(device);
          if (!over) void sleep(Math.random() * 1_000).then(() => open(device, at));
        },
      }).catch(() => null);
      // A refused connection is tried again.
      if (socket === null) await sleep(RETRY_MS);
      else {
        sockets.set(device, socket);
        if (at % SLOW_EVERY === 0) socket.pause();
        return;
      }
    }
  };
  world.cleanup.add(async () => {
    over = true;
    for (const socket of sockets.values()) socket.destroy();
  });
  await openEach(devices, open);
  return {
    heard,
    allOpen: () =>
      waitUntil(() => sockets.size === devices.length, { timeoutMs: PATIENCE_MS, what: 'every stream' }),
  };
};

const openSlowBodies = ({ servers }: Replicas, { token }: LoadDevice, world: World): void => {
  const fixed = { host: 'x', ...WIRE_HEADERS, authorization: `Bearer ${token}`, 'content-length': '100000' };
  const head = `POST /v1/push HTTP/1.1\r\n${headerLines(fixed)}\r\n`;
  const sockets = range(SLOW_BODIES).map((at) => {
    const { hostname, port } = new URL(servers[at % servers.length]?.url ?? '');
    const socket = connect(Number(port), hostname, () => socket.write(head));
    return socket.on('error', () => {});
  });
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('{');
  }, 1_000);
  world.cleanup.add(async () => {
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  });
};

/** Sends pushes at a fixed rate. Each try opens a new connection. A push is retried until it is accepted. */
const pushSteadily = async (
  replicas: Replicas,
  devices: readonly LoadDevice[],
  seconds: number,
  rate: number,
) => {
  const tookMs: number[] = [];
  const sent = new Map<string, { readonly device: LoadDevice; readonly at: number }>();
  let again = 0;
  const push = async (device: LoadDevice, at: number): Promise<void> => {
    const body = newPush(device, 1);
    const from = now();
    for (let tries = 0; ; tries += 1) {
      const server = replicas.servers[(at + tries) % replicas.servers.length];
      const answer = await askOnce(server?.url ?? '', device.token, body);
      if (answer !== null && answer.status !== 503) {
        sent.set(`${device.vault} ${takeAnswer(device, answer)}`, { device, at: from });
        tookMs.push(now() - from);
        return;
      }
      if (now() - from > PATIENCE_MS) throw new Error('a push was not taken');
      again += 1;
      await sleep(RETRY_MS);
    }
  };
  const busy = new Set<LoadDevice>();
  await atRate({ count: seconds * rate, perSecond: rate }, async (n) => {
    const from = (n * 7) % devices.length;
    const device = [...devices.slice(from), ...devices.slice(0, from)].find((one) => !busy.has(one));
    if (device === undefined) throw new Error('every device waits for its push');
    busy.add(device);
    await push(device, n).finally(() => busy.delete(device));
  });
  return { tookMs, sent, again: () => again };
};

/** Returns null when the request failed, for whatever reason. The caller then asks another server, until its patience ends. */
const askOnce = async (url: string, token: string, body: string) => {
  const connection = await openRawConnection(url, WIRE_HEADERS).catch(() => null);
  const answer = await connection?.ask('POST', '/v1/push', token, body).catch(() => null);
  connection?.close();
  return answer ?? null;
};

/** Throws unless the database has as many registers as pushes were accepted. Each push has one register. */
const assertWhole = async (database: string, pushes: number): Promise<void> => {
  const sql = postgres(database, { max: 1 });
  const [row] = await sql<{ n: number }[]>`select sum(registers)::float as n from cairn.vaults`;
  await sql.end();
  if (row?.n !== pushes) throw new Error(`${pushes} pushes were taken, and ${row?.n} are there`);
};

export const steady: Bench = async (world) => {
  const count = world.option('devices') ?? world.size(DEVICES, 40);
  const seconds = world.option('seconds') ?? world.size(60, 4);
  const rate = world.size(PER_SECOND, 10);
  const cluster = await startCluster(world);
  const database = await cluster.createDatabase();
  world.say(`steady: making ${count} devices`);
  const vaults = world.option('vaults') ?? Math.ceil(count / 4);
  const devices = (await fillVaults(database, { vaults, devices: count })).slice(0, count);
  const replicas: Replicas = {
    servers: await Promise.all([0, 1].map(() => startServer(world, { database }))),
  };
  const [first] = devices;
  if (first === undefined) throw new Error('no device');
  const memory = async () => median(await Promise.all(replicas.servers.map(({ pid }) => residentMb(pid))));
  const usage = await watchPostgres(database);
  const spentMs = async () => {
    const each = await Promise.all(replicas.servers.map(({ pid }) => processorMs(pid)));
    return each.reduce((sum, ms) => sum + ms, await usage.processorMs());
  };
  const streams = await openStreams(replicas, devices, world);
  await streams.allOpen();
  openSlowBodies(replicas, first, world);
  const quietMs = world.size(20_000, 500);
  await sleep(quietMs / 2);
  world.say('steady: all listen');
  const quietFrom = await spentMs();
  await sleep(quietMs);
  const quietShare = ((await spentMs()) - quietFrom) / quietMs;

  world.say(`steady: ${rate} pushes a second`);
  const [spentFrom, from] = [await spentMs(), now()];
  const before = await pushSteadily(replicas, devices, seconds / 2, rate);
  const perPushMs = ((await spentMs()) - spentFrom - quietShare * (now() - from)) / before.tookMs.length;
  const fullMb = await memory();
  await sleep(world.size(5_000, 1_000));
  // Only hints before the restart count, because a reopened stream gets the head again. The device that pushed does not count: it gets no
  // hint, only the head from the server's next poll.
  const hints = [...before.sent].flatMap(([key, push]) =>
    (streams.heard.get(key) ?? []).flatMap(({ device, at }) =>
      device === push.device ? [] : [at - push.at],
    ),
  );

  world.say('steady: a replica stops, and another starts');
  const during = pushSteadily(replicas, devices, seconds / 2, rate);
  const [one, two] = replicas.servers;
  const stoppedAt = now();
  const restart = async (): Promise<number> => {
    if (one === undefined || two === undefined) throw new Error('two replicas');
    await one.stop();
    replicas.servers = [await startServer(world, { database }), two];
    await streams.allOpen();
    return now() - stoppedAt;
  };
  const [after, backMs] = await Promise.all([during, restart()]);
  await sleep(world.size(5_000, 1_000));
  const pushes = before.tookMs.length + after.tookMs.length;
  await assertWhole(database, pushes);

  const personShare =
    (PERSON.pushes * PERSON.peak * perPushMs) / DAY_S / 1_000 + (PERSON.devices * quietShare) / count;
  const what = `${count.toLocaleString('en-US')} devices listen, ${rate} pushes a second`;
  return [
    samplesRow(nameOf('push.ms', `a push, ${what}`, 'ms'), before.tookMs),
    factRow(nameOf('push.p99', 'a push, 99 of 100 within', 'ms'), p99(before.tookMs)),
    samplesRow(nameOf('hint.ms', 'from a push to its hint at another device', 'ms'), hints),
    factRow(nameOf('hint.p99', 'the same, 99 of 100 within', 'ms'), p99(hints)),
    samplesRow(nameOf('restart.push.ms', 'a push while a replica is replaced', 'ms'), after.tookMs),
    factRow(nameOf('restart.push.p99', 'the same, 99 of 100 within', 'ms'), p99(after.tookMs)),
    factRow(nameOf('restart.again', 'requests that had to be sent again meanwhile', ''), after.again()),
    factRow(nameOf('restart.back', 'until every stream was open again', 'ms'), backMs),
    factRow(nameOf('whole', 'pushes, each there once', ''), pushes),
    factRow(
      nameOf('quiet', 'processors while nobody pushes, servers and Postgres', '% of a core'),
      quietShare * 100,
    ),
    factRow(nameOf('push.processor', 'a push, processors of servers and Postgres', 'ms'), perPushMs),
    factRow(nameOf('rss', 'memory of a server', 'MB'), fullMb),
    factRow(nameOf('people.processor', 'people that a core serves at their busiest', ''), 1 / personShare),
    ...(await pouchRows(world, rate, seconds / 2)),
  ];
};

/** Sends documents as large as pushes, at the same rate, to PouchDB's HTTP server, which has neither accounts nor Postgres. */
const pouchRows = async (world: World, rate: number, seconds: number): Promise<readonly Row[]> => {
  const pouch = await startPouch(world, []);
  if (pouch === null) return [];
  const doc = JSON.stringify({ payload: 'x'.repeat(555) });
  const tookMs: number[] = [];
  const put = async (): Promise<void> => {
    const from = now();
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(pouch.database, { method: 'POST', headers, body: doc });
    await answer.text();
    if (!answer.ok) throw new Error(`PouchDB: ${answer.status}`);
    tookMs.push(now() - from);
  };
  const spentFrom = await processorMs(pouch.pid);
  await atRate({ count: seconds * rate, perSecond: rate }, put);
  const spentMs = (await processorMs(pouch.pid)) - spentFrom;
  return [
    samplesRow(nameOf('pouch.ms', `a document to PouchDB's server, ${rate} a second`, 'ms'), tookMs),
    factRow(nameOf('pouch.processor', 'the same, processor of the server', 'ms'), spentMs / tookMs.length),
  ];
};
