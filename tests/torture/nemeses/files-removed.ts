import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Nemesis, over } from '../nemesis.ts';

const FILES = ['daemon.headers', 'daemon.json', 'daemon.lock', 'daemon.sock', 'daemon.token'];

/** Deletes files as a cleaner of temporary files does. */
export const filesRemoved: Nemesis = {
  name: 'files-removed',
  says: 'daemon.json, .lock, .sock or .token of a running daemon is removed',
  strike: async (world, random) => {
    const { home } = random.pick(world.devices);
    rmSync(join(home, random.pick(FILES)), { force: true });
    return over;
  },
};
