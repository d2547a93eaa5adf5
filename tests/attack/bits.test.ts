// A connection flips bits while devices save and make new keys. Afterwards all devices agree again, and nothing stays unread.

import { expect, test } from 'vitest';
import { PULL } from './support/answers.ts';
import { underAttack } from './support/attack.ts';
import { flips } from './support/lines.ts';
import { REGISTERS } from './support/pages.ts';
import { type Behaviour, HONEST } from './support/proxy.ts';
import { save, settle, sharedWorld } from './support/world.ts';

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
      // The faulty connection decides whether this gets through.
      if (asked === 10 || asked === 30) void first?.client.request('POST', '/v1/vault/rekey', {});
      return behaviour.deal(exchange, pass);
    },
  });
});

/** Changes one character of each sealed value that a device receives, until the connection is repaired. */
const garbled: Behaviour = {
  name: 'garbled values',
  deal: async ({ path }, pass) => {
    if (path !== PULL && path !== REGISTERS) return null;
    const answer = await pass();
    const body = answer.body
      .toString('latin1')
      .replace(
        /"([\w+/=-]{60})([\w+/=-])([\w+/=-]{60,})"/g,
        (_, before: string, one: string, after: string) => `"${before}${one === 'A' ? 'B' : 'A'}${after}"`,
      );
    return { ...answer, body: Buffer.from(body, 'latin1') };
  },
};

test('[RL-41] what came garbled is named beside "equal", and repair says that it read it', async () => {
  const vault = await world();
  const [laptop, desktop] = vault.devices;
  if (laptop === undefined || desktop === undefined) throw new Error('no devices');
  vault.proxy.become(garbled);
  await save(vault, laptop);
  await settle(vault);
  const verify = await desktop.cli.run(['sync', 'verify']);
  expect([verify.code, verify.out, verify.err]).toEqual([
    0,
    expect.stringContaining('Equal'),
    expect.stringMatching(/cannot read \d+ changes?: \d+ that fail their integrity check/),
  ]);
  vault.proxy.become(HONEST);
  const repair = await desktop.cli.run(['sync', 'repair']);
  expect([repair.code, repair.out, repair.err]).toEqual([
    0,
    expect.stringMatching(/Read \d+ changes? that could not be read before\.\n.*Equal/),
    '',
  ]);
});
