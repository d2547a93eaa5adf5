/** What people, agents, networks and machines do to the devices of a world. */
import type { WriteEngine } from '@cairn/core';
import { copyStore, GOOD_LINK } from '@cairn/core/testing';
import { type EntityId, type FacetValue, memoryId } from '@cairn/schema';
import { kill, type SimDevice } from './device.ts';
import { Killed } from './network.ts';
import { restart, type World } from './world.ts';

const KEYS = ['editor', 'shell', 'theme'];
const HOUR = 3_600_000;
const DEVICES_MAX = 6;

type Act = (world: World, device: SimDevice) => Promise<void>;

/** Weights say how often, not how likely: a run picks from this list. */
const ACTIONS: readonly (readonly [number, string, Act])[] = [
  [30, 'save', (world, device) => save(world, device)],
  [3, 'save 20', (world, device) => saveMany(world, device, 20)],
  [12, 'write a key', (world, device) => writeKey(world, device)],
  [8, 'supersede', (world, device) => supersede(world, device)],
  [8, 'pin or tag', (world, device) => patch(world, device)],
  [5, 'forget', (world, device) => forget(world, device)],
  [4, 'forget a key', (world, device) => forgetKey(world, device)],
  [2, 'say the same as another', (world, device) => repeat(world, device)],
  [2, 'write what the server refuses', (world, device) => writeBad(world, device)],
  [4, 'kill', async (world, device) => killFor(world, device)],
  [6, 'kill in a transaction', async (world, device) => lightFuse(world, device)],
  [2, 'kill server', async (world) => world.crashServer(world.random.below(20_000))],
  [5, 'kill server in a transaction', async (world) => lightServerFuse(world)],
  [4, 'set the clock', async (world, device) => setClock(world, device)],
  [4, 'partition', async (world, device) => partition(world, device)],
  [6, 'change the network', async (world, device) => spoilLink(world, device)],
  [2, 'join', (world) => join(world)],
  [3, 'make a new key generation', (world, device) => rekey(world, device)],
  [2, 'restore an old copy', (world, device) => restoreCopy(world, device)],
  [6, 'let time pass', (world) => world.pass(world.random.below(120_000))],
];

const TOTAL = ACTIONS.reduce((sum, [weight]) => sum + weight, 0);

export const act = async (world: World): Promise<void> => {
  let at = world.random.below(TOTAL);
  for (const [weight, name, run] of ACTIONS) {
    at -= weight;
    if (at >= 0) continue;
    const device = world.random.pick(world.devices);
    world.note(`${device.name}: ${name}`);
    await run(world, device);
    await world.drain();
    await noteTombstones(world, device);
    return;
  }
};

/** Runs on a living device; null when it was killed under it, and then nobody was promised anything. */
const on = async <T>(device: SimDevice, use: (engine: WriteEngine) => Promise<T>): Promise<T | null> => {
  const { life } = device;
  if (life === null || !life.alive) return null;
  try {
    const answer = await use(life.engine);
    if (!life.alive) return null;
    life.driver.poke('local_write');
    return answer;
  } catch (error) {
    if (error instanceof Killed) return null;
    throw error;
  }
};

const save: Act = async (world, device) => {
  const content = world.ledger.newContent();
  const saved = await on(device, (engine) => engine.remember({ content, source: 'user' }));
  if (saved?.ok === true) world.ledger.saved(saved.value.id, content);
};

const saveMany = async (world: World, device: SimDevice, count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await save(world, device);
};

/** What the device shows for a key. */
const shown = async (device: SimDevice, key: string): Promise<string | null> => {
  const [row] = await device.stores.reader.memoriesByKey(key, null);
  return row?.content ?? null;
};

const writeKey: Act = async (world, device) => {
  const key = world.random.pick(KEYS);
  const content = world.ledger.newContent();
  const over = await shown(device, key);
  const answer = await on(device, (engine) => engine.remember({ content, key, source: 'user' }));
  const happened = (await shown(device, key)) === content;
  if (answer?.ok === true || happened) world.ledger.wrote(key, content, happened ? over : null);
};

const forgetKey: Act = async (world, device) => {
  const key = world.random.pick(KEYS);
  const over = await shown(device, key);
  if (over === null) return;
  await on(device, (engine) => engine.forget({ key }));
  if ((await shown(device, key)) === null) world.ledger.forgot(key, over);
};

/** Some free memory that the device shows. */
const anyFree = async (world: World, device: SimDevice): Promise<EntityId | null> => {
  const rows = (await device.stores.reader.rowsAfter(null, 10_000)).filter(
    (row) => row.key === null && row.state < 2,
  );
  return rows.length === 0 ? null : world.random.pick(rows).id;
};

const supersede: Act = async (world, device) => {
  const id = await anyFree(world, device);
  if (id === null) return;
  const content = world.ledger.newContent();
  const answer = await on(device, (engine) => engine.supersede(id, { content, source: 'user' }));
  if (answer?.ok === true) world.ledger.saved(answer.value.id, content);
};

const patch: Act = async (world, device) => {
  const id = await anyFree(world, device);
  if (id === null) return;
  const tag = world.random.pick(['red', 'green', 'blue']);
  const pinned = world.random.chance(0.5);
  await on(device, (engine) => engine.patch(id, world.random.chance(0.5) ? { pinned } : { addTags: [tag] }));
};

const forget: Act = async (world, device) => {
  const id = await anyFree(world, device);
  if (id !== null) await on(device, (engine) => engine.forget({ ids: [id] }));
};

/** Two devices say the same words apart. [SY-M8] */
const repeat: Act = async (world, device) => {
  const [content] = [...world.ledger.saves.values()].slice(-1);
  if (content === undefined) return;
  const saved = await on(device, (engine) => engine.remember({ content, source: 'user' }));
  if (saved?.ok === true && saved.value.status === 'saved') world.ledger.saved(saved.value.id, content);
};

/** A facet name and a payload that the server does not take, in the middle of what it does. [SY-U5] */
const writeBad: Act = async (world, device) => {
  await saveMany(world, device, 2);
  const entity = memoryId(world.time.nowMs(), world.random.bytes(10));
  world.ledger.bad.add(entity);
  const bad: FacetValue = world.random.chance(0.5)
    ? { facet: 'tags', value: { tags: ['x'.repeat(70_000)] } }
    : { facet: `count.${'n'.repeat(80)}`, value: { n: 1, first: 1, last: 1 } };
  await device.stores.writer.write(async (tx) => {
    const hlc = await tx.meta('clock');
    if (hlc === null) return;
    await tx.apply({
      registers: [{ entity, hlc, kg: 0, seq: null, ...bad }],
      outboxAdd: [{ entity, facet: bad.facet, hlc }],
    });
  });
  await saveMany(world, device, 2);
};

const killFor = (world: World, device: SimDevice): void => {
  kill(device);
  world.time.after(world.random.below(30_000), () => void restart(world, device));
};

const lightFuse = (world: World, device: SimDevice): void => {
  if (device.life !== null) device.life.fuse.left = world.random.below(40);
  world.time.after(5_000 + world.random.below(30_000), () => void restart(world, device));
};

const lightServerFuse = (world: World): void => {
  world.serverFuse.left = world.random.below(30);
};

/** A day ahead, a day back, an hour, a little; and steps in between. [SY-C2, SY-C3] */
const setClock = (world: World, device: SimDevice): void => {
  device.clock.skewMs = world.random.pick([
    0,
    0,
    500,
    -500,
    HOUR,
    -HOUR,
    24 * HOUR,
    -24 * HOUR,
    150_000,
    60_000,
  ]);
  world.note(`${device.name}: its clock is off by ${device.clock.skewMs / 1_000} s`);
};

const partition = (world: World, device: SimDevice): void => {
  device.link.partitioned = !device.link.partitioned;
  world.time.after(world.random.below(90_000), () => {
    device.link.partitioned = false;
  });
};

const spoilLink = (world: World, device: SimDevice): void => {
  const { random } = world;
  const isBad = random.chance(0.6);
  Object.assign(device.link, GOOD_LINK, {
    partitioned: device.link.partitioned,
    ...(isBad
      ? {
          dropChance: random.next() * 0.3,
          duplicateChance: random.next() * 0.4,
          garbleChance: random.next() * 0.1,
          delayMsMax: random.pick([20, 400, 4_000]),
        }
      : {}),
  });
};

const join = async (world: World): Promise<void> => {
  if (world.devices.length >= DEVICES_MAX || !canAsk(world)) return;
  await world.join();
};

/** Needs no person to be asked: whoever has the newest key may end it, as revoking a device does. [SY-A3] */
const rekey: Act = async (world, device) => {
  const { secrets } = device.ring;
  const { process } = world.server;
  if (secrets === null || world.kind === 'readable' || !canAsk(world)) return;
  const session = await process.authenticate(secrets.token);
  if (!session.ok) return;
  const [status, ring] = [await process.status(session.value), await process.keyring(session.value)];
  if (!status.ok || !ring.ok || status.value.kg !== secrets.kg) return;
  const { vault, kind, salt, kg } = secrets;
  const secret = world.crypto.generations.make({ vault, kind, salt, kg: kg + 1 });
  const members = status.value.devices.filter((one) => one.revokedAt === null);
  const made = await process.addGeneration(session.value, {
    generation: { kg: secret.kg, verifier: world.crypto.generations.makeVerifier(secret) },
    keys: world.crypto.generations.sealFor(secret, [
      ...members.map((one) => ({ recipient: one.id, boxKey: one.boxKey })),
      { recipient: 'recovery', boxKey: ring.value.recoveryBoxKey },
    ]),
  });
  if (!made.ok) throw new Error(`a new generation was refused: ${made.error.kind}`);
  const keys = [...secrets.keys, { kg: secret.kg, key: secret.key }];
  device.ring.secrets = { ...secrets, kg: secret.kg, keys };
  await on(device, (engine) => engine.useKeys({ vault, kind, kg: secret.kg, keys }));
};

/** The server is up and about to stay so: what is asked here does not go through the network. */
const canAsk = (world: World): boolean => world.server.up && world.serverFuse.left === null;

/**
 * The file is put back to what it was a while ago. Only when the server has all of it: what no other place holds is lost
 * with any file. [SY-E3]
 */
const restoreCopy: Act = async (world, device) => {
  const copy = await world.openStores();
  await copyStore(device.stores, copy);
  const before = device.ring.secrets?.device.id;
  await world.pass(20_000 + world.random.below(60_000));
  const facts = await on(device, (engine) => engine.syncFacts());
  if (facts === null || facts.pending + facts.inflight + facts.dead > 0) return;
  if (device.ring.secrets?.device.id !== before) return;
  kill(device);
  device.stores = copy;
  world.note(`${device.name}: its file was put back`);
  await restart(world, device);
};

/** Everything that is durable counts, also after a kill in the middle. */
const noteTombstones = async (world: World, device: SimDevice): Promise<void> => {
  const registers = await device.stores.writer.write((tx) => tx.registersAfter(null, 1_000_000));
  const gone = registers.filter(({ entity, facet }) => facet === 'gone' && !entity.startsWith('k_'));
  world.ledger.sawTombstones(gone.map(({ entity }) => entity));
};
