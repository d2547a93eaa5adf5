// A hostile server, its verdicts, its words and its lines. The file support/attack.ts says what must hold.

import { describe, test } from 'vitest';
import { underAttack } from './support/attack.ts';
import { chatter, cut, garbage, huge, silent, slow } from './support/lines.ts';
import { clockAhead, gone, goneInFuture, keyring, lieOk, refuse, words } from './support/verdicts.ts';
import { sharedWorld } from './support/world.ts';

const world = sharedWorld(['laptop', 'desktop']);

describe('a hostile server and its lines', () => {
  test.for(Object.entries({ cut, garbage, slow, silent, huge, chatter }))(
    '%s: nothing is lost or stopped',
    async ([, behaviour]) => underAttack(await world(), behaviour()),
  );
});

describe('a hostile server and its verdicts', () => {
  test.for(Object.entries({ clockAhead, keyring }))(
    '%s: nothing is lost, changed or stopped',
    async ([, behaviour]) => underAttack(await world(), behaviour()),
  );

  // The command `status` names what was refused, with what a person types.
  test.for(Object.entries({ gone, goneInFuture, refuse, words }))(
    '%s: nothing is lost, changed or stopped, and what was refused is sent again',
    async ([, behaviour]) => underAttack(await world(), behaviour(), 'retry'),
  );

  test('lie about ok: what was acknowledged and thrown away is sent again by a comparison', async () =>
    underAttack(await world(), lieOk(), 'repair'));
});
