// Verdicts and messages of a hostile server. support/attack.ts says what must hold.

import { describe, test } from 'vitest';
import { underAttack } from './support/attack.ts';
import {
  clockAhead,
  gone,
  goneInFuture,
  keyring,
  lieOk,
  refuse,
  unwanted,
  words,
} from './support/verdicts.ts';
import { sharedWorld } from './support/world.ts';

const world = sharedWorld(['laptop', 'desktop']);

describe('a hostile server and its verdicts', () => {
  test.for(Object.entries({ clockAhead, gone, goneInFuture, words }))(
    '%s: nothing is lost, changed or stopped',
    async ([, behaviour]) => underAttack(await world(), behaviour()),
  );

  test('[TR-30] refuse: what was refused is sent again a day later', async () =>
    underAttack(await world(), refuse()));

  test('lie about ok: what was acknowledged and thrown away is sent again by a comparison', async () =>
    underAttack(await world(), lieOk()));

  // The server reports that this device is revoked, or shows members that nobody signed.
  test.for(Object.entries({ keyring, unwanted }))(
    '[TR-32] %s: nothing is lost or changed, and sync goes on without a command',
    async ([, behaviour]) => underAttack(await world(), behaviour()),
  );
});
