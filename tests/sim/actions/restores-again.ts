/** Restores of the server that happen before the devices have recovered from the previous restore. [RL-10] */
import type { SimDevice } from '../device.ts';
import type { Act } from './act.ts';
import { BACKUPS_MAX, putBack } from './restores.ts';

const TIMES = 3;
const LOOK_MS = 10;
const LOOKS_MAX = 6_000;

/** Whether the device knows that the histories differ, and waits for the first page of the restored one. */
const awaitsFirstPage = async ({ stores, entered }: SimDevice): Promise<boolean> => {
  const { reader } = stores;
  return (
    entered &&
    (await reader.meta('healing'))?.phase === 'pull' &&
    (await reader.meta('pull'))?.cursor === null
  );
};

/** Restores the server several times, at any moment or when a device has just begun a pull from nothing. */
export const restoreAgain: Act = async (world, device, random) => {
  const { backups } = world;
  const isOne = random.chance(0.5);
  const one = random.below(BACKUPS_MAX);
  for (let time = 0; time < TIMES; time++) {
    // Either the same backup each time, or first the last but one and then the newest, which holds more.
    const backup = backups.at(isOne ? one % Math.max(1, backups.length) : time === 0 ? -2 : -1);
    if (backup === undefined || !(await putBack(world, backup, random.below(500)))) return;
    if (random.chance(0.3)) {
      await world.pass(random.below(60_000));
      continue;
    }
    device.life?.driver.poke('hint');
    for (let look = 0; look < LOOKS_MAX && !(await awaitsFirstPage(device)); look++)
      await world.pass(LOOK_MS);
    if (time === 0 && random.chance(0.7)) await world.pass(random.below(60_000));
  }
};
