// Real daemons and a server on its embedded database, killed and cut off while they work.

import { expect, test } from 'vitest';
import { checkPeace, goThroughChaos, LONG, openChaos } from './chaos.ts';
import { startServer } from './world.ts';

const ROUNDS = LONG ? 300 : 6;
const STEPS = LONG ? 2 : 5;
const SERVER_EVERY = 3;

test('[ST-2, SY-U6] killed and cut off while they work, devices lose nothing acknowledged and end equal', {
  timeout: 120_000 + ROUNDS * 15_000,
}, async () => {
  const server = await startServer();
  const chaos = await openChaos('chaos', server);
  let round = 0;
  await goThroughChaos(chaos, {
    rounds: ROUNDS,
    steps: STEPS,
    more: async () => {
      if (++round % SERVER_EVERY !== 0) return;
      await server.kill();
      await server.restart();
    },
  });
  await checkPeace(chaos);
  expect(chaos.ledger.here.size).toBeGreaterThan(ROUNDS);
  expect(chaos.ledger.gone.size).toBeGreaterThan(0);
  expect(chaos.ledger.replaced.size).toBeGreaterThan(0);
});
