/** Measures live changes through Postgres and several replicas, and the cost of devices that wait for changes. */
import type { Socket } from 'node:net';
import { type PostgresHandle, waitUntil } from '@cairn/test-support';
import { p99, sleep } from '../measure.ts';
import { openEach, openEventStream } from '../processes/event-streams.ts';
import { fillVaults, type LoadDevice } from '../processes/load-vaults.ts';
import { processorShare, residentMb } from '../processes/process-usage.ts';
import { savedToFoundMs } from '../processes/saved-to-found.ts';
import { startCluster, startServer } from '../processes/server.ts';
import { belowRow, factRow, named, type Row } from '../report.ts';
import type { Bench, World } from '../world.ts';

const FOUND_MS = 60;
const FOUND_MS_P99 = 250;
const IDLE_DEVICES = 1_000;
const IDLE_MB = 300;
const IDLE_PERCENT = 2;

export const live: Bench = async (world) => {
  world.say('live: starting Postgres');
  const cluster = await startCluster(world);
  return [...(await throughTwoReplicas(world, cluster)), ...(await idleDevices(world, cluster))];
};

/** Measures the time from a save on device A until device B finds it. Each device uses a replica of its own. */
const throughTwoReplicas = async (world: World, cluster: PostgresHandle): Promise<readonly Row[]> => {
  const database = await cluster.createDatabase();
  const one = await startServer(world, { database });
  const two = await startServer(world, { database });
  world.say('live: saved on A, found on B');
  const samples = await savedToFoundMs(world, [one, two], world.size(300, 5));
  const what = 'saved on A, found on B, through Postgres and two replicas';
  return [
    belowRow(named('live.found', what), samples, 'median', FOUND_MS),
    factRow(named('live.found.p99', `${what}, 99 of 100`), p99(samples), FOUND_MS_P99),
  ];
};

/**
 * Measures memory and processor time of one server while devices only wait, each with an open stream. By default a vault has four
 * devices.
 */
const idleDevices = async (world: World, cluster: PostgresHandle): Promise<readonly Row[]> => {
  const devices = world.option('devices') ?? world.size(IDLE_DEVICES, 20);
  const vaults = world.option('vaults') ?? Math.ceil(devices / 4);
  const database = await cluster.createDatabase();
  world.say(`live: making ${vaults} vaults`);
  const made = (await fillVaults(database, { vaults, devices })).slice(0, devices);
  const server = await startServer(world, { database });
  world.say(`live: ${devices} devices listen`);
  const withHead = new Set<LoadDevice>();
  const listening = new Set<Socket>();
  world.cleanup.add(async () => {
    for (const socket of listening) socket.destroy();
  });
  await openEach(made, async (device) => {
    const socket = await openEventStream(server.url, device.token, {
      onHead: () => withHead.add(device),
      onClose: () => listening.delete(socket),
    });
    listening.add(socket);
  });
  await waitUntil(() => withHead.size === devices, { timeoutMs: 60_000, what: 'the head of every stream' });
  await sleep(world.size(10_000, 500));
  // The sample spans several polls of the heads and two pings of every stream. One second would be too short for that.
  const share = await processorShare(server.pid, world.size(30_000, 500));
  if (listening.size !== devices) throw new Error(`${devices - listening.size} streams have ended`);
  const what = `${devices.toLocaleString('en-US')} idle devices on one API process`;
  return [
    factRow(named('live.idle.rss', `${what}, memory`, 'MB'), await residentMb(server.pid), IDLE_MB),
    factRow(named('live.idle.cpu', `${what}, of one core`, '%'), share, IDLE_PERCENT),
  ];
};
