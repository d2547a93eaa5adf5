/** One run: a seed, some steps with faults, then a time without faults. At its end every invariant must hold. */
import { GOOD_LINK } from '@cairn/core/testing';
import { DAY_MS, hlcMs, LIMITS } from '@cairn/schema';
import { save } from './actions/memories.ts';
import { act, HOSTILE_WEIGHTS, WEIGHTS } from './actions.ts';
import { checkCursors, checkQueue, checkRest, restless } from './checkers.ts';
import { kill, type SimDevice } from './device.ts';
import { drawScript, type Step, type Story, tellStory } from './script.ts';
import { fail, kindOfFailure } from './violation.ts';
import { checkWaiting } from './waiting.ts';
import { createWorld, restart, type World, type WorldOptions } from './world.ts';

export interface RunOptions extends WorldOptions {
  readonly steps: number;
  /** Story to tell in place of drawn steps. */
  readonly story?: Story;
  /** Indexes of the steps to run; all by default. */
  readonly only?: readonly number[];
}

/** Why a run failed, and the log of the run. */
export class RunFailure extends Error {
  /** Equal for two runs that fail for the same reason. */
  readonly kind: string;
  readonly log: readonly string[];
  constructor(cause: unknown, log: readonly string[]) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.kind = kindOfFailure(cause);
    this.log = log;
  }
}

/** Virtual time in which the outbox must drain once faults stop. */
const REST_MS_MAX = 10 * 60_000;
/** Virtual time for a device that the server has lost. Another device has to read the keys first, and then it has to ask again. [SY-E2] */
const KNOWN_MS_MAX = 30 * 60_000;
/** Time in which every device polls at least once, even when hints were lost. */
const POLL_MS = 130_000;
const CHECK_EVERY = 10;

export const run = async (options: RunOptions): Promise<World> => {
  const world = await createWorld(options);
  const only = options.only === undefined ? null : new Set(options.only);
  try {
    for (const step of scriptOf(options)) {
      if (only?.has(step.index) === false) continue;
      await act(world, step);
      await world.pass(step.restMs);
      await checkStep(world, step.index);
    }
    await bringPeace(world);
    await checkRest(world);
    throwNoticed(world);
    return world;
  } catch (error) {
    throw new RunFailure(error, world.log);
  }
};

const scriptOf = ({ seed, steps, story, isHostile }: RunOptions): readonly Step[] =>
  story === undefined
    ? drawScript(seed, steps, isHostile === true ? HOSTILE_WEIGHTS : WEIGHTS)
    : tellStory(seed, story);

const throwNoticed = ({ watch }: World): void => {
  const noticed = watch.noticed();
  if (noticed !== null) throw noticed;
};

/** Checks invariants after a step. Where the order of commits cannot be seen, it reads everything again, and does so less often. */
const checkStep = async (world: World, index: number): Promise<void> => {
  throwNoticed(world);
  // A deceived device heals only after the server is honest again. Until then it is not checked.
  const trusting = world.devices.filter(({ name }) => !world.liar.deceived.has(name));
  for (const device of trusting) world.watch.checkIdentity(device);
  for (const device of trusting) await checkWaiting(device);
  if (!world.isWatched) {
    if (index % CHECK_EVERY === 0) await checkCursors(world);
    return;
  }
  for (const device of trusting) await world.watch.checkCursor(device);
  const device = trusting[index % trusting.length];
  if (device !== undefined) await checkQueue(world, device);
};

/** Stops all faults. Wrong clocks stay wrong. */
const bringPeace = async (world: World): Promise<void> => {
  world.note('faults stop');
  world.liar.stop();
  world.serverFuse.left = null;
  world.hints.lossChance = 0;
  for (const device of [...world.devices, ...world.revoked]) {
    Object.assign(device.link, GOOD_LINK);
    device.disk.full = false;
    if (device.older) {
      device.older = false;
      kill(device);
    }
    if (device.life !== null) device.life.fuse.left = null;
    await restart(world, device);
  }
  if (world.liar.deceived.size > 0) await mendLies(world);
  // Lets every device poll after a restore. Otherwise an old head may equal the present head by chance.
  if (world.wasRestored) await world.pass(POLL_MS);
  await comeToRest(world);
  if (world.liar.deceived.size === 0) return;
  for (const device of world.devices) await saveOnce(world, device);
  await comeToRest(world);
};

/** Days of an honest server, in which every device compares itself with it. */
const MEND_DAYS = 3;

const mendLies = async (world: World): Promise<void> => {
  for (let day = 0; day < MEND_DAYS; day++) {
    await world.pass(REST_MS_MAX);
    throwNoticed(world);
    for (const device of world.devices) {
      await restart(world, device);
      const told = device.life?.driver.state();
      // No person acts here: a refusal that was a lie has to end by itself. [TR-32]
      if (told?.state === 'stopped') fail('I37', `${device.name} has stopped: ${told.lastError?.kind}`);
    }
    await world.pass(POLL_MS);
    world.time.skip(DAY_MS);
  }
};

/** Checks that a device that was lied to can still save. */
const saveOnce = async (world: World, device: SimDevice): Promise<void> => {
  await save(world, device, world.random.fork(`last words of ${device.name}`));
  const stamp = await device.stores.writer.write((tx) => tx.meta('clock'));
  const aheadMs = stamp === null ? 0 : hlcMs(stamp) - world.time.nowMs();
  if (aheadMs > LIMITS.clockAheadMsMax) fail('I35', `${device.name} stamps ${aheadMs} ms ahead, at peace`);
};

const comeToRest = async (world: World): Promise<void> => {
  const quiet = world.time.nowMs();
  let known = quiet;
  for (;;) {
    await world.pass(1_000);
    throwNoticed(world);
    for (const device of world.devices) await restart(world, device);
    const who = await restless(world);
    if (who === null) return;
    const nowMs = world.time.nowMs();
    if (who.isUnknown && nowMs - quiet < KNOWN_MS_MAX) known = nowMs;
    if (nowMs - known > REST_MS_MAX)
      throw new Error(`no rest after ${REST_MS_MAX / 60_000} minutes: ${who.sentence}`);
  }
};
