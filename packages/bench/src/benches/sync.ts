/** Measures how fast a device's memories reach the server, and how soon another device finds a save. */
import type { PostgresHandle } from '@cairn/test-support';
import { eachInTurn, range } from '../measure.ts';
import { makeDevice } from '../processes/device.ts';
import { fillStore } from '../processes/embedded-store.ts';
import { savedToFoundMs } from '../processes/saved-to-found.ts';
import { startCluster, startServer } from '../processes/server.ts';
import { createVault, isSynced, statusOf } from '../processes/vault.ts';
import { belowRow, named, type Row } from '../report.ts';
import { createCorpus } from '../text/corpus.ts';
import type { Bench, World } from '../world.ts';
import { pullRow } from './sync-pull.ts';
import { pushRows } from './sync-push.ts';

/** Target in milliseconds for 10,000 edits that were made offline. */
const DRAIN_MS = 2_000;

export const sync: Bench = async (world) => {
  world.say('sync: starting Postgres');
  const cluster = await startCluster(world);
  return [
    ...(await pushRows(world, cluster)),
    await pullRow(world, cluster),
    await drainOfDevice(world, cluster),
    await savedToFound(world, cluster),
  ];
};

/** Measures the whole path of the edits: read from the outbox, batched, sealed, sent and acknowledged. */
const drainOfDevice = async (world: World, cluster: PostgresHandle): Promise<Row> => {
  const stored = world.size(10_000, 1_000);
  const samples = await eachInTurn(range(world.size(3, 1)), async (round) => {
    const server = await startServer(world, cluster);
    const device = await makeDevice(world, `device-${round}`);
    world.say(`sync: filling a device with ${stored} memories`);
    await fillStore(device.paths.database, createCorpus('device').memories(stored));
    await device.start();
    world.say('sync: it enters a vault and pushes them all');
    const from = performance.now();
    await createVault(device, server, 'laptop');
    // One request that waits for the end. Polling the state would make the device count rows, which costs time.
    await device.ask('POST', '/v1/sync', { wait: true, timeoutS: 600 });
    const ms = performance.now() - from;
    if (!isSynced(await statusOf(device)))
      throw new Error('the device says that it is synced, but it is not');
    await device.stop();
    return ms;
  });
  const what = `${stored.toLocaleString('en-US')} offline edits drain, sealing and entering the vault included`;
  return belowRow(named('sync.drain', what), samples, 'median', DRAIN_MS);
};

const savedToFound = async (world: World, cluster: PostgresHandle): Promise<Row> => {
  const server = await startServer(world, cluster);
  world.say('sync: saved on A, found on B');
  const samples = await savedToFoundMs(world, [server, server], world.size(150, 5));
  const what = 'saved on A, found on B, two daemons and a server on one machine';
  return belowRow(named('sync.latency', what), samples, 'median', 60);
};
