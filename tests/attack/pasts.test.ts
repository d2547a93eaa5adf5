// A hostile server serves an old state of itself, to all devices or to one.

import { cpSync } from 'node:fs';
import { describe, test } from 'vitest';
import { type Server, server } from '../e2e/cairn.ts';
import { underAttack } from './support/attack.ts';
import { otherServer } from './support/pages.ts';
import { save, settle, sharedWorld, type World } from './support/world.ts';

const world = sharedWorld(['laptop', 'desktop', 'phone']);

/** Starts another server on a copy of the present data. Its history differs from here on. */
const copied = async ({ sync, passage }: World): Promise<Server> => {
  const other = await server({ CAIRN_REGISTRATION: 'open', ...passage.settings });
  await other.stop();
  await sync.stop();
  cpSync(sync.data, other.data, { recursive: true, force: true });
  await sync.start();
  await other.start();
  return other;
};

/** Changes the vault for an hour. The copy does not have these changes. */
const goOn = async (one: World): Promise<void> => {
  for (const device of one.devices) await save(one, device);
  await settle(one);
};

describe('a hostile server that serves an old state', () => {
  test.for([
    ['roll back', () => true],
    ['two heads for two devices', (device: string | null) => device === 'desktop'],
  ] as const)('%s: nothing is lost, and all agree once there is one state', async ([name, meets]) => {
    const vault = await world();
    const older = await copied(vault);
    try {
      await goOn(vault);
      await underAttack(vault, otherServer(name, older.port, meets));
    } finally {
      await older.end();
    }
  });
});
