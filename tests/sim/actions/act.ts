/** The type of an action, and helpers of all actions. */
import type { WriteEngine } from '@cairn/core';
import { isStoreFailure, type SeededRandom } from '@cairn/core/testing';
import type { SimDevice } from '../device.ts';
import { Killed } from '../network.ts';
import type { World } from '../world.ts';

export type Act = (world: World, device: SimDevice, random: SeededRandom) => void | Promise<void>;

/**
 * Calls the engine of a running device. Returns null when the device was killed during the call or its disk was full. Then nothing was
 * acknowledged.
 */
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

/** Whether the server is up and will stay up. Actions call it directly, not through the network. */
export const canAsk = (world: World): boolean => world.server.up && world.serverFuse.left === null;
