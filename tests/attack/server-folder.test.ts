// An operator's own folder for the embedded database, which other users of the machine may enter.

import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { server } from '../e2e/cairn.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test.skipIf(process.platform === 'win32')(
  '[TR-62] no other user of the machine can enter the embedded database',
  async () => {
    const sync = await server();
    onTestFinished(sync.end);
    const database = join(sync.data, 'database');
    expect(modeOf(database)).toBe(0o700);
    // As earlier versions made it.
    await sync.stop();
    chmodSync(database, 0o755);
    chmodSync(sync.data, 0o755);
    await sync.start();
    expect(modeOf(database)).toBe(0o700);
  },
);
