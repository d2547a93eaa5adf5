/**
 * A member of the vault may seal any value, and an honest server passes it on. No command of any device may fail for
 * it. Tries `CAIRN_FUZZ` values on real libSQL, sealed by the real sealer.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askEverything } from '../testing/ask-everything.ts';
import { mustBe } from '../testing/engine-bench.ts';
import { openHostileBench } from '../testing/hostile-bench.ts';
import { hostileValue } from '../testing/hostile-values.ts';
import { SAMPLE_SALT } from '../testing/sample-memories.ts';
import { pageOf } from '../testing/sync-bench.ts';

const VALUES = process.env.CAIRN_FUZZ === 'long' ? 100_000 : 3_000;
const PER_PAGE = 500;
/** A new store after so many values. Otherwise its schedules and profiles grow far beyond a person's. */
const PER_STORE = 5_000;
const SEED = 20_261_123;
/** Most processor time of a call. The elapsed time may be longer on a busy machine. */
const CALL_MS_MAX = 2_000;

describe('what a hostile member seals', () => {
  test(`[TR-6] ${VALUES} values of every facet: every use case answers, and the database is sound`, {
    timeout: 4 * 3_600_000,
  }, async () => {
    let left = VALUES;
    let quarantined = 0;
    for (let seed = SEED; left > 0; seed++) {
      const bench = await openHostileBench(seed);
      const values = fc.sample(hostileValue(SAMPLE_SALT), { seed, numRuns: Math.min(left, PER_STORE) });
      left -= values.length;
      for (let at = 0; at < values.length; at += PER_PAGE) {
        const page = values.slice(at, at + PER_PAGE);
        const applied = await mustBe(bench.write.applyPage(pageOf(page.map(bench.seal))));
        quarantined += applied.quarantined;
        if ((at / PER_PAGE) % 3 !== 2) continue;
        const ids = page.filter((_, n) => n % 60 === 0).map(({ entity }) => entity);
        const { failed, slowest } = await askEverything({ ...bench, round: at, ids });
        expect({ seed, at, failed }).toEqual({ seed, at, failed: [] });
        expect({ seed, at, slow: slowest[1] < CALL_MS_MAX ? [] : slowest }).toEqual({ seed, at, slow: [] });
      }
      const found = await mustBe(bench.care.check(false));
      expect(found.filter(({ status }) => status !== 'pass')).toEqual([]);
      await bench.dispose();
    }
    expect(quarantined).toBeGreaterThan(VALUES / 20);
  });
});
