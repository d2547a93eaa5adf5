/** Measures the daemon of a device with 100,000 memories: time until ready, and resources while idle. */
import { eachInTurn, range, sleep, timed } from '../measure.ts';
import { type Device, makeDevice } from '../processes/device.ts';
import { fillStore } from '../processes/embedded-store.ts';
import { createHttpClient } from '../processes/keep-alive.ts';
import { processorShare, residentMb } from '../processes/process-usage.ts';
import { startServer } from '../processes/server.ts';
import { awaitSynced, createVault } from '../processes/vault.ts';
import { belowRow, named, type Row } from '../report.ts';
import { type Corpus, createCorpus } from '../text/corpus.ts';
import type { Bench, World } from '../world.ts';

const READY_MS = 500;
const RESIDENT_MB = 150;
const PROCESSOR_PERCENT = 0.5;

export const start: Bench = async (world) => {
  const memories = world.size(100_000, 2_000);
  const corpus = createCorpus('start');
  const device = await makeDevice(world, 'start');
  world.say(`start: filling a store with ${memories} memories`);
  await fillStore(device.paths.database, corpus.memories(memories));
  const ready = await readiness(world, device);
  const alone = await atRest(world, device, 'start', 'in no vault');
  await use(world, device, corpus, memories);
  const used = await atRest(world, device, 'start.used', 'after searches and saves');
  world.say('start: entering a vault');
  await createVault(device, await startServer(world, null), 'laptop');
  await awaitSynced(device, 600_000);
  await device.stop();
  await device.start();
  await awaitSynced(device, 60_000);
  const inVault = await atRest(world, device, 'start.vault', 'in a vault');
  await device.stop();
  return [ready, ...alone, ...used, ...inVault];
};

const readiness = async (world: World, device: Device): Promise<Row> => {
  world.say('start: starting it again and again');
  await device.start();
  const samples = await eachInTurn(range(world.size(12, 2)), async () => {
    await device.stop();
    return timed(device.start);
  });
  const what = 'daemon ready after it was started';
  return belowRow(named('start.ready', what), samples, 'median', READY_MS);
};

const atRest = async (world: World, device: Device, id: string, when: string): Promise<readonly Row[]> => {
  world.say(`start: at rest, ${when}`);
  await sleep(world.size(10_000, 1_000));
  const processor: number[] = [];
  const resident: number[] = [];
  for (const _ of range(world.size(3, 1))) {
    processor.push(await processorShare(device.pid(), world.size(10_000, 2_000)));
    resident.push(await residentMb(device.pid()));
  }
  return [
    belowRow(named(`${id}.rss`, `daemon resident at rest, ${when}`, 'MB'), resident, 'median', RESIDENT_MB),
    belowRow(
      named(`${id}.cpu`, `daemon's share of a core at rest, ${when}`, '%'),
      processor,
      'median',
      PROCESSOR_PERCENT,
    ),
  ];
};

const use = async (world: World, device: Device, corpus: Corpus, memories: number): Promise<void> => {
  const client = createHttpClient(device);
  for (const query of corpus.questions(world.size(300, 10), memories)) {
    await client.post('/v1/search', { query });
    await client.post('/v1/memories', { content: corpus.unique(query).text });
  }
  client.close();
};
