/** Faults of machines and networks: kills, clocks, partitions, bad connections and restored files. */
import { copyStore, GOOD_LINK } from '@cairn/core/testing';
import { hlcMs, LIMITS } from '@cairn/schema';
import { kill, type SimDevice } from '../device.ts';
import { restart, type World } from '../world.ts';
import { type Act, on } from './act.ts';

const HOUR = 3_600_000;
const DEVICES_MAX = 8;

export const killFor: Act = (world, device, random) => {
  kill(device);
  world.time.after(random.below(30_000), () => void restart(world, device));
};

export const lightFuse: Act = (world, device, random) => {
  if (device.life !== null) device.life.fuse.left = random.below(40);
  world.time.after(5_000 + random.below(30_000), () => void restart(world, device));
};

export const killServer: Act = (world, _, random) => world.crashServer(random.below(20_000));

export const lightServerFuse: Act = (world, _, random) => {
  world.serverFuse.left = random.below(30);
};

/** Moves a device's clock: a day ahead or back, an hour, or a little, with steps in between. [SY-C2, SY-C3] */
export const setClock: Act = (world, device, random) => {
  device.clock.skewMs = random.pick([0, 0, 500, -500, HOUR, -HOUR, 24 * HOUR, -24 * HOUR, 150_000, 60_000]);
  world.note(`${device.name}: its clock is off by ${device.clock.skewMs / 1_000} s`);
};

export const setClockBack: Act = (world, device) => {
  device.clock.skewMs = -24 * HOUR;
  world.note(`${device.name}: its clock is a day slow`);
};

export const partition: Act = (world, device, random) => {
  device.link.partitioned = !device.link.partitioned;
  world.time.after(random.below(90_000), () => {
    device.link.partitioned = false;
  });
};

/** Cuts all devices off from the server for five minutes. Only for stories, never drawn. */
export const cutAll: Act = (world) => {
  for (const { link } of world.devices) {
    link.partitioned = true;
    world.time.after(HOUR / 12, () => {
      link.partitioned = false;
    });
  }
};

/** Cuts one direction: either requests arrive and answers are lost, or requests are lost. */
export const halfOpen: Act = (world, device, random) => {
  device.link.silent = random.pick(['out', 'back']);
  world.note(`${device.name}: nothing passes ${device.link.silent}`);
  world.time.after(random.below(90_000), () => {
    device.link.silent = null;
  });
};

export const spoilLink: Act = (_, device, random) => {
  const isBad = random.chance(0.6);
  const { partitioned, silent } = device.link;
  Object.assign(device.link, GOOD_LINK, {
    partitioned,
    silent,
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

/** Fills the disk: every write fails until there is room again. */
export const fillDisk: Act = (world, device, random) => {
  device.disk.full = true;
  world.time.after(random.below(60_000), () => {
    device.disk.full = false;
  });
};

/**
 * Restores the device's file to an earlier copy. It does so only when the server holds everything in the file, because data without
 * another copy is lost with any file. [SY-E3]
 */
export const restoreCopy: Act = async (world, device, random) => {
  const copy = await world.openStores();
  await copyStore(device.stores, copy);
  const before = device.ring.secrets?.device.id;
  await world.pass(20_000 + random.below(60_000));
  const facts = await on(device, (engine) => engine.syncFacts());
  if (facts === null || facts.pending + facts.inflight + facts.dead > 0) return;
  // A restored server may not have everything yet.
  const held = await device.stores.writer.write((tx) => tx.registersAfter(null, 1_000_000));
  if (facts.healing !== null || !held.every((one) => world.watch.isSettled(one))) return;
  if (device.ring.secrets?.device.id !== before) return;
  kill(device);
  device.stores = copy;
  device.copied = true;
  world.watch.deviceReplaced(device);
  world.note(`${device.name}: its file was put back`);
  await restart(world, device);
};

export const wait: Act = (world, _, random) => world.pass(random.below(120_000));

/**
 * Whether the device has unsent writes that are stamped too far ahead. The server will have them stamped again, and two copies would
 * each do so at a different time. [SY-C3]
 */
const isAhead = async (world: World, device: SimDevice): Promise<boolean> => {
  const own = await device.stores.writer.write((tx) => tx.outbox(1_000_000, 'own'));
  return own.some(({ hlc }) => hlcMs(hlc) > world.time.nowMs() + LIMITS.clockAheadMsMax);
};

/** Copies a device, so that two machines have one file: a cloned disk, or a synced home folder. [SY-E3] */
export const clone: Act = async (world, device) => {
  const { secrets } = device.ring;
  const isOnlyOne = world.devices.every(
    (one) => one === device || one.ring.secrets?.device.id !== secrets?.device.id,
  );
  if (world.devices.length >= DEVICES_MAX || secrets === null || device.copied || !isOnlyOne) return;
  if (await isAhead(world, device)) return;
  const twin = await world.clone(device);
  world.note(`${twin.name} is a copy of ${device.name}`);
};

/** Starts another version of the program on the same file. [SY-M6] */
export const changeVersion: Act = async (world, device) => {
  device.older = !device.older;
  world.note(`${device.name}: its program is ${device.older ? 'older' : 'present'} now`);
  kill(device);
  await restart(world, device);
};
