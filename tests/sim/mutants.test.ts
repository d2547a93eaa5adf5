/** The simulator proves little unless it finds what it is there to find. */
import { expect, test } from 'vitest';
import type { Mutant } from './device.ts';
import {
  ackByStatus,
  cursorOutside,
  losingTombstone,
  noFloor,
  noRowLock,
  offsetPaging,
  timestampWatermark,
} from './mutants.ts';
import { run } from './run.ts';

const SEEDS_MAX = 40;

/** The sentence with which the first seed that notices the mutant fails; null when none does. */
const caughtBy = async (mutant: Mutant): Promise<string | null> => {
  for (let seed = 1; seed <= SEEDS_MAX; seed++) {
    try {
      await run({ seed: `mutant ${seed}`, steps: 80, devices: 3, kind: 'readable', mutant });
    } catch (error) {
      return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    }
  }
  return null;
};

test.each([
  ['[SY-U4] no row lock: a sequence that commits late', noRowLock, /lacks/],
  ['[SY-P1] OFFSET paging', offsetPaging, /lacks/],
  ['[SY-P3] a timestamp for a watermark', timestampWatermark, /lacks/],
  ['[SY-P2] a cursor outside the transaction', cursorOutside, /lacks/],
  ['[SY-M3] a tombstone that loses', losingTombstone, /lacks|differ|forgotten|show/],
  ['[SY-U6] a status that acknowledges', ackByStatus, /lacks|differ|lost|stamp/],
  ['[SY-L4] hints without a floor', noFloor, /no rest/],
])('%s is caught', { timeout: 300_000 }, async (_, mutant, sentence) => {
  expect(await caughtBy(mutant)).toMatch(sentence);
});

test('the program as it is passes the seeds that catch them', { timeout: 300_000 }, async () => {
  for (let seed = 1; seed <= 3; seed++)
    await run({ seed: `mutant ${seed}`, steps: 80, devices: 3, kind: 'readable' });
});
