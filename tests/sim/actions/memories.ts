/** Changes that people and agents make to a device's memories. */

import { createReadEngine } from '@cairn/core';
import type { SeededRandom } from '@cairn/core/testing';
import { type EntityId, entityKind, type FacetValue, isEntityId, memoryId } from '@cairn/schema';
import type { SimDevice } from '../device.ts';
import { fail } from '../violation.ts';
import type { World } from '../world.ts';
import { type Act, on } from './act.ts';

const KEYS = ['editor', 'shell', 'theme'];

export const save: Act = async (world, device) => {
  const content = world.ledger.newContent();
  const saved = await on(device, (engine) => engine.remember({ content, source: 'user' }));
  if (saved?.ok !== true) return;
  const { id } = saved.value;
  world.ledger.saved(id, content);
  if (isEntityId(id) && (await device.stores.reader.memory(id))?.content !== content)
    fail('I8', `${device.name} does not find ${id}, which it just saved`);
};

export const saveTimes =
  (count: number): Act =>
  async (world, device, random) => {
    for (let n = 0; n < count; n++) await save(world, device, random);
  };

/** Returns what the device shows for a key. */
const shown = async (device: SimDevice, key: string): Promise<string | null> => {
  const [row] = await device.stores.reader.memoriesByKey(key, null);
  return row?.content ?? null;
};

export const writeKey: Act = async (world, device, random) => {
  const key = random.pick(KEYS);
  const content = world.ledger.newContent();
  const over = await shown(device, key);
  const answer = await on(device, (engine) => engine.remember({ content, key, source: 'user' }));
  const happened = (await shown(device, key)) === content;
  if (answer?.ok === true || happened) world.ledger.wrote(key, content, happened ? over : null);
};

export const forgetKey: Act = async (world, device, random) => {
  const key = random.pick(KEYS);
  const over = await shown(device, key);
  if (over === null) return;
  await on(device, (engine) => engine.forget({ key }));
  if ((await shown(device, key)) === null) world.ledger.forgot(key, over);
};

/**
 * Returns some free memory that the device shows. The id tells free from keyed, because a thief's value of a keyed memory may have no
 * key.
 */
const anyFree = async (device: SimDevice, random: SeededRandom): Promise<EntityId | null> => {
  const rows = (await device.stores.reader.rowsAfter(null, 10_000)).filter(
    ({ id, key, state }) => key === null && entityKind(id) === 'memory' && state < 2,
  );
  return rows.length === 0 ? null : random.pick(rows).id;
};

export const supersede: Act = async (world, device, random) => {
  const id = await anyFree(device, random);
  if (id !== null) await replace(world, device, id);
};

const replace = async (world: World, device: SimDevice, id: EntityId): Promise<void> => {
  const content = world.ledger.newContent();
  const answer = await on(device, (engine) => engine.supersede(id, { content, source: 'user' }));
  if (answer?.ok !== true) return;
  world.ledger.saved(answer.value.id, content);
  world.ledger.replaced(answer.value.supersedes, answer.value.id);
};

export const patch: Act = async (world, device, random) => {
  const id = await anyFree(device, random);
  if (id === null) return;
  if (random.chance(0.5)) await on(device, (engine) => engine.patch(id, { pinned: random.chance(0.5) }));
  else await changeTags(world, device, id, random);
};

const TAGS = ['red', 'green', 'blue', 'white'];

/** Changes the tags of the version that is current on this device. */
const changeTags = async (
  world: World,
  device: SimDevice,
  id: EntityId,
  random: SeededRandom,
): Promise<void> => {
  const tag = random.pick(TAGS);
  if (random.chance(0.25)) {
    for (const row of await device.stores.reader.rowsAfter(null, 10_000)) world.ledger.untagging(row.id, tag);
    await on(device, (engine) => engine.patch(id, { removeTags: [tag] }));
    return;
  }
  const answer = await on(device, (engine) => engine.patch(id, { addTags: [tag] }));
  if (answer?.ok === true) world.ledger.tagged(answer.value.memory.id, tag);
};

/** Lets up to three devices replace or tag one memory before they sync. Sometimes one of them then forgets it. [RL-1, RL-4, RL-6] */
export const changeApart: Act = async (world, device, random) => {
  const id = await anyFree(device, random);
  if (id === null) return;
  const isReplacing = random.chance(0.6);
  // Two copies of one file would use the same stamp for both changes.
  const others: SimDevice[] = [];
  for (const one of world.devices)
    if (![device, ...others].some((other) => isSameDevice(one, other))) others.push(one);
  for (const one of [device, ...others.slice(0, 2)])
    if (isReplacing) await replace(world, one, id);
    else await changeTags(world, one, id, random);
  const last = others.at(-1);
  if (last !== undefined && random.chance(0.2)) await on(last, (engine) => engine.forget({ ids: [id] }));
};

const isSameDevice = (one: SimDevice, other: SimDevice): boolean =>
  one === other || one.ring.secrets?.device.id === other.ring.secrets?.device.id;

/** Decides about a memory that waits for review. [RL-3, RL-4] */
export const decide: Act = async (_, device, random) => {
  const { review } = createReadEngine({ store: device.stores.reader, clock: device.clock });
  const found = await review({});
  if (!found.ok) return;
  const { forks, held } = found.value;
  const fork = forks.length === 0 ? null : random.pick(forks);
  const waiting = held.length === 0 ? null : random.pick(held);
  if (waiting !== null && (fork === null || random.chance(0.5)))
    await on(device, (engine) =>
      random.chance(0.5) ? engine.acceptHeld(waiting.id) : engine.rejectHeld(waiting.id),
    );
  else if (fork !== null)
    await on(device, (engine) =>
      random.chance(0.5)
        ? engine.keepReviewed(fork.other.id, [fork.current.id])
        : engine.replaceBy(fork.current.id, fork.other.id),
    );
};

export const forget: Act = async (_, device, random) => {
  const id = await anyFree(device, random);
  if (id !== null) await on(device, (engine) => engine.forget({ ids: [id] }));
};

/** Imports an older export of a memory that a forgotten one had replaced. [SY-P6] */
export const importReplaced: Act = async (world, device, random) => {
  const gone = await device.stores.writer.write((tx) => tx.registersAfter(null, 10_000));
  const forgotten = gone.filter(({ entity, facet }) => facet === 'gone' && entityKind(entity) === 'memory');
  if (forgotten.length === 0) return;
  const id = memoryId(world.time.nowMs(), random.bytes(10));
  const content = world.ledger.newContent();
  const records = [{ id, content, supersededBy: random.pick(forgotten).entity }];
  const answer = await on(device, (engine) => engine.importRecords({ records, bundle: true }));
  if (answer?.ok === true && answer.value.new === 1) world.ledger.saved(id, content);
};

const MANY = 40;
const HEARD_MS = 150_000;

/** Forgets most memories, as a hostile member might, once there are many and the other devices have them. [TR-3] */
export const forgetMany: Act = async (world, device, random) => {
  const shownFree = async () =>
    (await device.stores.reader.rowsAfter(null, 10_000)).filter(
      ({ id, key, state }) => key === null && entityKind(id) === 'memory' && state === 0,
    );
  const missing = MANY - (await shownFree()).length;
  if (missing > 0) {
    await saveTimes(missing)(world, device, random);
    await world.pass(HEARD_MS);
  }
  const ids = (await shownFree()).slice(0, MANY).map(({ id }) => id);
  if (ids.length > 0) await on(device, (engine) => engine.forget({ ids }));
};

/** Saves the same words, or the same observation of style, on two devices before they sync. [SY-M8, M-5] */
export const repeat: Act = async (world, device, random) => {
  if (random.chance(0.5)) return observe(device);
  const [content] = [...world.ledger.saves.values()].slice(-1);
  if (content === undefined) return;
  const saved = await on(device, (engine) => engine.remember({ content, source: 'user' }));
  if (saved?.ok === true && saved.value.status === 'saved') world.ledger.saved(saved.value.id, content);
};

const STYLE = { namespace: 'tacit/personality/style', key: 'tone', content: 'prefers short answers' };
const observe = async (device: SimDevice): Promise<void> => {
  await on(device, (engine) => engine.remember({ ...STYLE, source: 'auto' }));
};

/** Writes a facet name and a payload that the server refuses, among items that it accepts. [SY-U5] */
export const writeBad: Act = async (world, device, random) => {
  await saveTimes(2)(world, device, random);
  const entity = memoryId(world.time.nowMs(), random.bytes(10));
  world.ledger.bad.add(entity);
  const bad: FacetValue = random.chance(0.5)
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
  if (device.life?.alive === true) device.life.driver.poke('local_write');
  await saveTimes(2)(world, device, random);
};
