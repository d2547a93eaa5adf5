// A device runs an older program for a while.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Device } from '../device.ts';
import type { Nemesis } from '../nemesis.ts';
import { root } from '../processes.ts';

const change = (device: Device, program: string): Promise<boolean> =>
  device.alone(async () => {
    if ((await device.down()).code !== 0) return false;
    device.program = program;
    await device.run(['up'], 60_000);
    return true;
  });

export const olderProgram: Nemesis = {
  name: 'program',
  says: 'a device runs an older program for a while',
  missing: ({ older }) => {
    if (older === null) return 'there is no older program';
    return existsSync(join(older, 'packages', 'local-daemon', 'dist', 'daemon.js'))
      ? null
      : `${older} is not built: run npm run setup in it`;
  },
  strike: async (world, random) => {
    const device = random.pick(world.devices.filter(({ isIn }) => isIn));
    if (world.older === null || !(await change(device, world.older))) return null;
    return async () => {
      if (await change(device, root)) return;
      device.program = root;
    };
  },
};
