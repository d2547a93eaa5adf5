import { deviceId, vaultId } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createEpochLimit } from './epoch-limit.ts';

test('[TR-58] epochs that were counted by a clock that was ahead limit nobody for longer than an hour', () => {
  let nowMs = 1_800_000_000_000 + 86_400_000;
  const limit = createEpochLimit({ nowMs: () => nowMs });
  const session = { vault: vaultId(1, new Uint8Array(10)), device: deviceId(1, new Uint8Array(10)) };
  for (let n = 0; n < 30; n++) expect(limit(session)).toBeNull();
  nowMs -= 60_000;
  expect(limit(session)?.kind).toBe('rate_limited');
  nowMs -= 86_400_000;
  expect(limit(session)).toBeNull();
});

test('[TR-58] a device of another vault that took the same id uses up nothing', () => {
  const limit = createEpochLimit({ nowMs: () => 1_800_000_000_000 });
  const device = deviceId(1, new Uint8Array(10));
  const [own, foreign] = [1, 2].map((ms) => ({ vault: vaultId(ms, new Uint8Array(10)), device }));
  if (own === undefined || foreign === undefined) throw new Error('there are two');
  for (let n = 0; n < 30; n++) expect(limit(foreign)).toBeNull();
  expect(limit(foreign)?.kind).toBe('rate_limited');
  expect(limit(own)).toBeNull();
});
