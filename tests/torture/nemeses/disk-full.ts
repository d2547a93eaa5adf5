// A disk under a device or the server's embedded database that is full for a while.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fillDisk, freeDisk, mountsMissing, moveToSmallDisk } from '../disks.ts';
import type { Nemesis } from '../nemesis.ts';
import type { World } from '../world.ts';

const SPARE_KILOBYTES = 4_096;
/** The server writes only while 48 MiB are free. [OP-23] */
const SERVER_SPARE_KILOBYTES = 131_072;

/** Moves the folder once per round. It stays on its small disk. */
const onSmallDisk = (world: World, folder: string, spareKilobytes = SPARE_KILOBYTES): void => {
  if (world.mounts.includes(folder)) return;
  moveToSmallDisk(folder, spareKilobytes);
  world.mounts.push(folder);
};

export const fullDisk: Nemesis = {
  name: 'disk-full',
  says: "no room on a device's disk, and room again",
  missing: mountsMissing,
  strike: async (world, random) => {
    const device = random.pick(world.devices.filter(({ isIn }) => isIn));
    const isMoved = await device.alone(async () => {
      if (!world.mounts.includes(device.home)) {
        if ((await device.down()).code !== 0) return false;
        onSmallDisk(world, device.home);
        await device.run(['up'], 60_000);
      }
      fillDisk(device.home);
      return true;
    });
    return isMoved ? async () => freeDisk(device.home) : null;
  },
};

export const fullServerDisk: Nemesis = {
  name: 'disk-full-server',
  says: "no room on the server's disk, and room again",
  store: 'pglite',
  missing: mountsMissing,
  strike: async (world) => {
    const { server, folder } = world;
    const data = join(folder, 'server');
    if (!readdirSync(folder).includes('server')) return null;
    await server.alone(async () => {
      if (!world.mounts.includes(data)) {
        for (const node of server.nodes) await node.stop('SIGTERM');
        onSmallDisk(world, data, SERVER_SPARE_KILOBYTES);
        await Promise.all(server.nodes.map((node) => node.start()));
      }
      fillDisk(data);
    });
    return async () => freeDisk(data);
  },
};
