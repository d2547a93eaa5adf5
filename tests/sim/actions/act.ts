/** What every action is, and what the actions share. */
import type { WriteEngine } from '@cairn/core';
import { isStoreFailure, type SeededRandom } from '@cairn/core/testing';
import type { SimDevice } from '../device.ts';
import { Killed } from '../network.ts';
import type { World } from '../world.ts';

export type Act = (world: World, device: SimDevice, random: SeededRandom) => void | Promise<void>;

/** Runs on a living device; null when it was killed under it or its disk was full, and then nobody was promised anything. */
export const on = async <T>(
  device: SimDevice,
  use: (engine: WriteEngine) => Promise<T>,
): Promise<T | null> => {
  const { life } = device;
  if (life === null || !life.alive) return null;
  try {
    const answer = await use(life.engine);
    if (!life.alive) return null;
    life.driver.poke('local_write');
    return answer;
  } catch (error) {
    if (error instanceof Killed || isStoreFailure(error)) return null;
    throw error;
  }
};

/** The server is up and about to stay so: what is asked here does not go through the network. */
export const canAsk = (world: World): boolean => world.server.up && world.serverFuse.left === null;
