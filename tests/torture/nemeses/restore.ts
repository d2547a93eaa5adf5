import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Device } from '../device.ts';
import { type Nemesis, over } from '../nemesis.ts';
import type { Copy } from '../server.ts';
import type { World } from '../world.ts';

/** Copies of the world's server, oldest first. */
const copies = new WeakMap<World, Copy[]>();

const whileServerIsDown = ({ server, postgres }: World, act: () => Promise<void>): Promise<void> =>
  server.alone(async () => {
    for (const node of server.nodes) await node.stop('SIGTERM');
    await postgres?.start();
    await act();
    await Promise.all(server.nodes.map((node) => node.start()));
  });

/** Restores a recent copy of the server, or an earlier one again. */
export const restoreServer: Nemesis = {
  name: 'restore-server',
  says: 'the server is put back to an older copy of its data, also several times',
  strike: async (world, random) => {
    const { copier } = world.server;
    const taken = copies.get(world) ?? [];
    copies.set(world, taken);
    const [oldest] = taken;
    if (oldest !== undefined && random.chance(0.5)) {
      await whileServerIsDown(world, () => copier.putBack(oldest));
      return over;
    }
    const name = `copy${taken.length}`;
    await whileServerIsDown(world, async () => void taken.push(await copier.take(name)));
    return () => whileServerIsDown(world, () => copier.putBack(taken.at(-1) ?? ''));
  },
};

/** Whether every device has everything that was acknowledged. Only then an older file loses nothing. */
export const allHaveAll = async (world: World): Promise<boolean> => {
  for (const device of [...world.devices, ...world.devices]) {
    if (!device.isIn) continue;
    const { code } = await device.run(['sync', '--wait', '--timeout', '20'], 40_000);
    if (code !== 0) return false;
  }
  return true;
};

const DATABASE = /^cairn\.db/;

const copyFiles = (from: string, to: string): void => {
  for (const name of readdirSync(to)) if (DATABASE.test(name)) rmSync(join(to, name));
  for (const name of readdirSync(from)) if (DATABASE.test(name)) cpSync(join(from, name), join(to, name));
};

/** Runs `act` while the daemon is stopped, so that its files are consistent. */
const whileDown = async (device: Device, act: () => void): Promise<boolean> => {
  const { code } = await device.down();
  if (code !== 0) return false;
  act();
  await device.run(['up']);
  return true;
};

/** Restores the device's file. Returns false when some device lacks something. */
const putBack = (world: World, device: Device, copy: string): Promise<boolean> =>
  world.quietly(async () => {
    if (!(await allHaveAll(world))) return false;
    return whileDown(device, () => {
      copyFiles(copy, device.home);
      world.ledger.putBack(device.name);
    });
  });

export const restoreDevice: Nemesis = {
  name: 'restore-device',
  says: 'a device gets an older copy of its database back',
  strike: async (world, random) => {
    const device = random.pick(world.devices.filter(({ isIn }) => isIn));
    const copy = `${device.home}-copy${random.below(1_000_000)}`;
    const isTaken = await device.alone(() =>
      whileDown(device, () => {
        mkdirSync(copy);
        copyFiles(device.home, copy);
      }),
    );
    if (!isTaken) return null;
    return async () => {
      // With other faults active it may be too early.
      if (device.isIn && !(await putBack(world, device, copy)))
        world.later.push(async () => void (await putBack(world, device, copy)));
    };
  },
};
