/** How fast a device's memories reach the server, and one device's save another device. */
import { range, timed } from '../measure.ts';
import { makeDevice } from '../processes/device.ts';
import { fillStore } from '../processes/filled-store.ts';
import { savedToFoundMs } from '../processes/saved-to-found.ts';
import { startCluster, startServer } from '../processes/server.ts';
import {
  awaitSynced,
  createPusher,
  createVault,
  isSynced,
  join,
  readSecrets,
  sealBatches,
  statusOf,
} from '../processes/vault.ts';
import { belowRow, type Row, rateRow } from '../report.ts';
import { createCorpus } from '../text/corpus.ts';
import type { Bench, World } from '../world.ts';

type Cluster = Awaited<ReturnType<typeof startCluster>>;

const PER_SECOND = 12_000;

export const sync: Bench = async (world) => {
  world.say('sync: starting Postgres');
  const cluster = await startCluster(world);
  return [
    await pushOfBatches(world, cluster),
    await pushOfDevice(world, cluster),
    await savedToFound(world, cluster),
  ];
};

const pushOfBatches = async (world: World, cluster: Cluster): Promise<Row> => {
  const rounds = world.size(12, 2);
  const batches = world.size(10, 2);
  const server = await startServer(world, cluster);
  const device = await makeDevice(world, 'push');
  await device.start();
  await createVault(device, server, 'laptop');
  await device.stop();
  const secrets = await readSecrets(device);
  world.say(`sync: sealing ${(rounds + 1) * batches * 500} memories`);
  const texts = createCorpus('push').memories((rounds + 1) * batches * 500);
  const sealed = await sealBatches(secrets, texts, Date.now() - texts.length);
  const pusher = await createPusher(server, secrets);
  world.say('sync: pushing them');
  const pushAll = async (from: number): Promise<void> => {
    for (const batch of sealed.slice(from, from + batches)) await pusher.push(batch);
  };
  await pushAll(0);
  const perSecond: number[] = [];
  for (const round of range(rounds)) {
    const tookMs = await timed(() => pushAll((round + 1) * batches));
    perSecond.push((batches * 500 * 1_000) / tookMs);
  }
  pusher.close();
  const what = 'push of 500-item sealed batches over HTTP to Postgres';
  return rateRow({ id: 'sync.push', what, unit: 'items/s' }, perSecond, PER_SECOND);
};

/** The whole way: out of the outbox, sealed, frozen, sent, settled. */
const pushOfDevice = async (world: World, cluster: Cluster): Promise<Row> => {
  const stored = world.size(30_000, 1_000);
  const perSecond: number[] = [];
  for (const round of range(world.size(3, 1))) {
    const server = await startServer(world, cluster);
    const device = await makeDevice(world, `device-${round}`);
    world.say(`sync: filling a device with ${stored} memories`);
    await fillStore(device.paths.database, createCorpus('device').memories(stored));
    await device.start();
    world.say('sync: it enters a vault and pushes them all');
    await createVault(device, server, 'laptop');
    const from = performance.now();
    const before = (await statusOf(device)).sync;
    // One waiting request: asking for the state again and again would count rows meanwhile.
    await device.ask('POST', '/v1/sync', { wait: true, timeoutS: 600 });
    const tookMs = performance.now() - from;
    if (!isSynced(await statusOf(device)))
      throw new Error('the device says that it is synced, but it is not');
    perSecond.push(((before.pending + before.inflight) * 1_000) / tookMs);
    await device.stop();
  }
  const what = `push of ${stored.toLocaleString('en-US')} memories by a device's daemon, sealing included`;
  return rateRow({ id: 'sync.push.device', what, unit: 'items/s' }, perSecond, PER_SECOND);
};

const GIVE_UP_MS = 30_000;

const savedToFound = async (world: World, cluster: Cluster): Promise<Row> => {
  const server = await startServer(world, cluster);
  const [a, b] = [await makeDevice(world, 'a'), await makeDevice(world, 'b')];
  await a.start();
  await b.start();
  await createVault(a, server, 'laptop');
  await join(a, b, server, 'desktop');
  for (const device of [a, b]) if (!isSynced(await statusOf(device))) await awaitSynced(device, GIVE_UP_MS);
  world.say('sync: saved on A, found on B');
  const samples = await savedToFoundMs(a, b, world.size(150, 5));
  await a.stop();
  await b.stop();
  const what = 'saved on A, found on B, two daemons and a server on one machine';
  return belowRow({ id: 'sync.latency', what, unit: 'ms' }, samples, 'median', 100);
};
