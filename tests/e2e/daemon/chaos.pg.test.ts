// Real daemons and two servers on one Postgres behind a round-robin proxy. All are killed and cut off while they work.

import { startRoundRobin, waitUntil } from '@cairn/test-support';
import { testPostgres } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkPeace, goThroughChaos, LONG, openChaos } from './chaos.ts';
import { startServer } from './world.ts';

const ROUNDS = LONG ? 200 : 12;
const STEPS = LONG ? 2 : 5;
const SETUP_TOKEN = 'the-setup-token-of-this-test';

const pg = testPostgres();

describe.skipIf(pg === null)('two replicas on one Postgres', () => {
  test('[ST-2, SY-U4, SY-U6] daemons and replicas killed many times lose nothing acknowledged, and nothing forgotten is back', {
    timeout: 120_000 + ROUNDS * 15_000,
  }, async () => {
    const url = (await pg?.createDatabase()) ?? '';
    const env = { DATABASE_URL: url, CAIRN_SETUP_TOKEN: SETUP_TOKEN };
    const replicas = [await startServer(env), await startServer(env)];
    const proxy = await startRoundRobin(replicas.map((replica) => replica.url));
    onTestFinished(() => proxy.stop());
    const chaos = await openChaos('chaos of replicas', { url: proxy.url, setupToken: SETUP_TOKEN });

    /** While one restarts, the second one serves, unless it is killed too. */
    const coming = new Map<(typeof replicas)[number], Promise<void>>();
    let killed = 0;
    await goThroughChaos(chaos, {
      rounds: ROUNDS,
      steps: STEPS,
      more: async () => {
        const replica = chaos.random.pick(replicas);
        await coming.get(replica);
        await replica.kill();
        killed += 1;
        coming.set(replica, replica.restart());
      },
    });
    await Promise.all(coming.values());
    await checkPeace(chaos);

    expect(killed).toBe(ROUNDS);
    expect(chaos.ledger.here.size).toBeGreaterThan(ROUNDS);
    expect(chaos.ledger.gone.size).toBeGreaterThan(0);
    expect(chaos.ledger.replaced.size).toBeGreaterThan(0);
    await waitUntil(() => Object.values(proxy.served()).every((count) => count > 10), {
      timeoutMs: 1_000,
      what: 'both replicas to have served',
    });
  });
});
