import { expect, test } from 'vitest';
import { applyDelta, entryAt } from './pack.ts';

/** A number of as many bytes, whose value is beyond every float. */
const endless = Buffer.concat([Buffer.alloc(200, 0x80), Buffer.from([0])]);

test('[TR-12] a size without an end in a strange repository is no size, and ends nothing', () => {
  const base = Buffer.from('base');
  expect(applyDelta(base, Buffer.concat([Buffer.from([base.length]), endless]), 1_000)).toBeNull();
  expect(applyDelta(base, endless, 1_000)).toBeNull();
  const commit = Buffer.concat([Buffer.from([0x90]), endless]);
  expect(entryAt(commit, 12, 20)?.bytes).toBe(Number.POSITIVE_INFINITY);
});
