// A line that flips bits while devices save and make new keys: everybody agrees again, and nothing stays unread.

import { test } from 'vitest';
import { underAttack } from './support/attack.ts';
import { flips } from './support/lines.ts';
import { sharedWorld } from './support/world.ts';

const world = sharedWorld(['laptop', 'desktop']);

test('[RL-13] bits that flip on the line, with new keys meanwhile, leave nothing garbled behind', async () => {
  const vault = await world();
  const [first] = vault.devices;
  const behaviour = flips();
  let asked = 0;
  await underAttack(vault, {
    ...behaviour,
    deal: (exchange, pass) => {
      asked += 1;
      // Whether it gets through is the line's affair.
      if (asked === 10 || asked === 30) void first?.client.request('POST', '/v1/vault/rekey', {});
      return behaviour.deal(exchange, pass);
    },
  });
});
