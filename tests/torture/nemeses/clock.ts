// Wrong clocks of a daemon or the server, by libfaketime. Timers are not changed.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Nemesis } from '../nemesis.ts';
import type { Random } from '../random.ts';

const FOLDERS = ['/usr/lib', '/usr/local/lib', '/usr/lib64'];

/** Finds the library. Debian installs it in a folder named after the architecture. */
const library = (): string | null => {
  const folders = FOLDERS.flatMap((folder) =>
    existsSync(folder) ? [folder, ...readdirSync(folder).map((name) => join(folder, name))] : [],
  );
  return (
    folders
      .map((folder) => join(folder, 'faketime', 'libfaketimeMT.so.1'))
      .find((path) => existsSync(path)) ?? null
  );
};

const missing = (): string | null =>
  library() === null ? 'there is no libfaketime (Debian: apt-get install faketime)' : null;

const SHIFTS = ['+2d', '-2d', '+400d', '-400d', '+3h', '-90s', '+90s', '+7m', '-7m'];

const settings = (random: Random): Readonly<Record<string, string>> => ({
  LD_PRELOAD: library() ?? '',
  FAKETIME: random.pick(SHIFTS),
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  DONT_FAKE_MONOTONIC: '1',
});

const READY_MS = 20_000;

export const clockOfDevice: Nemesis = {
  name: 'clock-device',
  says: "a daemon's clock is up to 400 days off, and right again",
  missing,
  strike: async (world, random) => {
    const device = random.pick(world.devices.filter(({ isIn }) => isIn));
    const env = settings(random);
    const isChanged = await device.alone(async () => {
      if ((await device.down()).code !== 0) return false;
      // The daemon is started directly, because the command line does not pass these settings on.
      device.startDaemon(env);
      const until = performance.now() + READY_MS;
      while (device.pid() === null && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 50));
      return device.pid() !== null;
    });
    if (!isChanged) return null;
    return () =>
      device.alone(async () => {
        await device.down();
        await device.run(['up'], 60_000);
      });
  },
};

export const clockOfServer: Nemesis = {
  name: 'clock-server',
  says: "a server's clock is up to 400 days off, and right again",
  missing,
  strike: async ({ server }, random) => {
    const node = random.pick(server.nodes);
    const again = (env: Readonly<Record<string, string>>) => (): Promise<void> =>
      server.alone(async () => {
        await node.stop('SIGTERM');
        await node.start(env);
      });
    await again(settings(random))();
    return again({});
  },
};
