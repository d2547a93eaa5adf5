/** Compares what all devices at rest tell about each memory's history and tags, and about pending reviews. [I40, I41] */
import { createReadEngine } from '@cairn/core';
import type { SimDevice } from './device.ts';
import { canonical } from './truth.ts';
import { fail } from './violation.ts';
import type { World } from './world.ts';

const ALL = 1_000_000;

/** History of each memory as text, and the memories that the history names, by memory. */
type Told = ReadonlyMap<string, { readonly said: string; readonly named: ReadonlySet<string> }>;

export const checkHistories = async (world: World): Promise<void> => {
  let first: { readonly name: string; readonly told: Told; readonly review: string } | null = null;
  for (const device of world.devices) {
    const told = await historiesOn(device);
    const review = await reviewOn(world, device);
    first ??= { name: device.name, told, review };
    // A thief's forgery stays where a device could not tell it from a member's value. [TR-4]
    const isForged = (id: string): boolean =>
      [id, ...(told.get(id)?.named ?? []), ...(first?.told.get(id)?.named ?? [])].some(world.truth.isTouched);
    for (const [id, { said }] of told)
      if (said !== first.told.get(id)?.said && !isForged(id))
        fail(
          'I40',
          `${device.name} and ${first.name} tell another history of ${id}: ${said} but ${first.told.get(id)?.said}`,
        );
    if (review !== first.review) fail('I40', `${device.name} and ${first.name} have another review`);
    for (const [by, old] of world.ledger.successors)
      if (told.has(old) && told.has(by) && told.get(by)?.named.has(old) !== true)
        fail('I40', `${device.name} does not know that ${by} took the place of ${old}`);
    await checkTags(world, device);
  }
};

/** Returns the versions of every memory, also of keyed ones, and whether some are missing. [RL-5, RL-42] */
const historiesOn = async (device: SimDevice): Promise<Told> => {
  const { history } = createReadEngine({ store: device.stores.reader, clock: device.clock });
  const told = new Map<string, { said: string; named: ReadonlySet<string> }>();
  for (const { id } of await device.stores.reader.rowsAfter(null, ALL)) {
    const found = await history(id);
    if (!found.ok) return fail('I40', `${device.name} has no history of ${id}`);
    const { versions, incomplete } = found.value;
    const said = canonical([versions.map((one) => [one.id, one.content, one.tags, one.current]), incomplete]);
    told.set(id, { said, named: new Set(versions.map((one) => one.id)) });
  }
  return told;
};

const reviewOn = async (world: World, device: SimDevice): Promise<string> => {
  const { review } = createReadEngine({ store: device.stores.reader, clock: device.clock });
  const found = await review({ limit: 100 });
  if (!found.ok) return found.error.kind;
  const { forks, held } = found.value;
  const pairs = forks.map(({ current, other }) => [current.id, other.id]);
  return canonical([
    pairs.filter((ids) => !ids.some(world.truth.isTouched)),
    held.map(({ id }) => id).filter((id) => !world.truth.isTouched(id)),
  ]);
};

const checkTags = async (world: World, device: SimDevice): Promise<void> => {
  for (const { id, tags } of await device.stores.reader.rowsAfter(null, ALL))
    for (const tag of world.ledger.tagsOf(id))
      if (!tags.includes(tag)) fail('I41', `${device.name} lost the tag ${tag} of ${id}`);
};
