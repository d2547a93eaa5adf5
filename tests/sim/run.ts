/** One run: a seed, some steps of trouble, then peace, and then everything must hold. */
import { GOOD_LINK } from '@cairn/core/testing';
import { act, WEIGHTS } from './actions.ts';
import { checkCursors, checkRest, restless } from './checkers.ts';
import { drawScript } from './script.ts';
import { createWorld, restart, type World, type WorldOptions } from './world.ts';

export interface RunOptions extends WorldOptions {
  readonly steps: number;
  /** Only these steps of the script; all unless given. */
  readonly only?: ReadonlySet<number>;
}

/** Once faults stop, the outbox must drain within this much virtual time. */
const REST_MS_MAX = 10 * 60_000;
const CHECK_EVERY = 10;

export const run = async (options: RunOptions): Promise<World> => {
  const world = await createWorld(options);
  try {
    for (const step of drawScript(options.seed, options.steps, WEIGHTS)) {
      if (options.only?.has(step.index) === false) continue;
      await act(world, step);
      await world.pass(step.restMs);
      if (step.index % CHECK_EVERY === 0) await checkCursors(world);
    }
    await bringPeace(world);
    await checkRest(world);
    return world;
  } catch (error) {
    throw new Error(report(options, world, error), { cause: error });
  }
};

/** Clocks stay as wrong as they are. */
const bringPeace = async (world: World): Promise<void> => {
  world.note('faults stop');
  world.serverFuse.left = null;
  world.hints.lossChance = 0;
  for (const device of world.devices) {
    Object.assign(device.link, GOOD_LINK);
    device.disk.full = false;
    if (device.life !== null) device.life.fuse.left = null;
    await restart(world, device);
  }
  const until = world.time.nowMs() + REST_MS_MAX;
  for (;;) {
    await world.pass(1_000);
    for (const device of world.devices) await restart(world, device);
    const who = await restless(world);
    if (who === null) return;
    if (world.time.nowMs() > until) throw new Error(`no rest after ${REST_MS_MAX / 60_000} minutes: ${who}`);
  }
};

const LINES_MAX = 400;

const report = ({ seed, steps, kind, devices }: RunOptions, world: World, error: unknown): string =>
  [
    error instanceof Error ? error.message : String(error),
    `seed ${seed}, ${steps} steps, ${devices} devices, ${kind}`,
    ...world.log.slice(-LINES_MAX),
  ].join('\n');
