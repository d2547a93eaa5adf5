/** Measures how many items and small batches per second a server accepts over HTTP, from one device and from many vaults at once. */
import type { PostgresHandle } from '@cairn/test-support';
import { openBareUpsert } from '../bare/bare-upsert.ts';
import { eachInTurn, range, timed } from '../measure.ts';
import { fillVaults, type LoadDevice, newItems } from '../processes/load-vaults.ts';
import { startServer } from '../processes/server.ts';
import { createPusher, type Pusher, type SealedBatch } from '../processes/vault.ts';
import { named, type Round, type Row, rateRow, ratioRow } from '../report.ts';
import type { World } from '../world.ts';

const BATCH_ITEMS = 500;
const ONE_DEVICE_PER_SECOND = 18_000;
const VAULTS = 8;
const VAULTS_PER_SECOND = 25_000;
const SMALL_VAULTS = 32;
const SMALL_PER_SECOND = 1_500;
/** Ratio to the plain upsert: a quarter of its speed is enough. */
const BARE_RATIO = 4;

interface Sender {
  readonly pusher: Pusher;
  readonly device: LoadDevice;
}

const newBatch = (device: LoadDevice, items: number): SealedBatch =>
  newItems(device, items)
    .map((item) => JSON.stringify(item))
    .join(',');

/** Pushes from all senders at once, each `batches` new batches in sequence. Returns the milliseconds of the whole. */
const pushAll = (senders: readonly Sender[], batches: number, items: number): Promise<number> => {
  const work = senders.map(({ pusher, device }) => ({
    pusher,
    batches: range(batches).map(() => newBatch(device, items)),
  }));
  return timed(() =>
    Promise.all(
      work.map(async (sender) => {
        for (const batch of sender.batches) await sender.pusher.push(batch);
      }),
    ),
  );
};

/** Returns items per second for each round. */
const rates = async (
  senders: readonly Sender[],
  plan: { readonly rounds: number; readonly batches: number; readonly items: number },
): Promise<readonly number[]> => {
  const { rounds, batches, items } = plan;
  // The first rounds only warm up both sides.
  await pushAll(senders, batches * 2, items);
  const perRound = senders.length * batches * items * 1_000;
  return eachInTurn(range(rounds), async () => perRound / (await pushAll(senders, batches, items)));
};

const againstBare = async (world: World, sender: Sender, database: string): Promise<readonly Round[]> => {
  const bare = await openBareUpsert(database);
  const batches = world.size(10, 2);
  const rounds = await eachInTurn(range(world.size(8, 2)), async () => {
    const upserts = range(batches).map(() => bare.prepare(BATCH_ITEMS));
    const ours = await pushAll([sender], batches, BATCH_ITEMS);
    const bareMs = await timed(async () => {
      for (const upsert of upserts) await upsert();
    });
    return { ours: [ours / batches], bare: [bareMs / batches] };
  });
  await bare.close();
  return rounds;
};

export const pushRows = async (world: World, cluster: PostgresHandle): Promise<readonly Row[]> => {
  const database = await cluster.createDatabase();
  const devices = await fillVaults(database, { vaults: SMALL_VAULTS, devices: SMALL_VAULTS });
  const server = await startServer(world, { database });
  const senders = await eachInTurn(devices, async (device) => ({
    device,
    pusher: await createPusher(server, device),
  }));
  const [sender] = senders;
  if (sender === undefined) throw new Error('there is no vault to push to');
  world.say('sync: pushes of one device');
  const single = { rounds: world.size(12, 2), batches: world.size(10, 2), items: BATCH_ITEMS };
  const ofOne = await rates([sender], single);
  const rounds = await againstBare(world, sender, database);
  world.say(`sync: pushes to ${VAULTS} vaults, then small ones to ${SMALL_VAULTS}`);
  const ofMany = await rates(senders.slice(0, VAULTS), { ...single, batches: world.size(4, 1) });
  const small = await rates(senders, { rounds: world.size(8, 2), batches: world.size(25, 2), items: 1 });
  for (const { pusher } of senders) pusher.close();
  const what = 'push of 500-item sealed batches over HTTP to Postgres';
  const bareWhat = 'a push of 500 items, against a bare upsert of as many rows';
  return [
    rateRow(named('sync.push', what, 'items/s'), ofOne, ONE_DEVICE_PER_SECOND),
    ratioRow(named('sync.push.bare', bareWhat), rounds, BARE_RATIO),
    rateRow(
      named('sync.push.vaults', `the same to ${VAULTS} vaults at once`, 'items/s'),
      ofMany,
      VAULTS_PER_SECOND,
    ),
    rateRow(
      named('sync.push.small', `pushes of one item to ${SMALL_VAULTS} vaults`, 'pushes/s'),
      small,
      SMALL_PER_SECOND,
    ),
  ];
};
