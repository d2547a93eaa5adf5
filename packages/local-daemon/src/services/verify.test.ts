import type { DigestSource, SyncFacts, VerifyEngine } from '@cairn/core';
import { createFakeTime } from '@cairn/core/testing';
import { ok, type SyncStateName } from '@cairn/schema';
import { expect, test } from 'vitest';
import { idleHousekeeping } from '../testing/idle-housekeeping.ts';
import { NO_FACTS } from './engine-box.ts';
import { createEventBus } from './events.ts';
import { createVerifyService } from './verify.ts';

const HOUR = 3_600_000;
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb924';

/** An empty vault, of which the server counts how often it was asked. */
const scene = (state: SyncStateName) => {
  const time = createFakeTime();
  const seen = { digests: 0, state, inVault: true };
  let verified: SyncFacts['verified'] = null;
  const source: DigestSource = {
    digest: async () => {
      seen.digests += 1;
      const ranges = [{ from: '', count: 0, digest: EMPTY }];
      return ok({ ranges, above: 0, head: 0, epoch: '0'.repeat(32), serverTime: time.nowMs() });
    },
    digestRows: async () =>
      ok({ rows: [], more: false, head: 0, epoch: '0'.repeat(32), serverTime: time.nowMs() }),
    registers: async () =>
      ok({ items: [], more: false, head: 0, epoch: '0'.repeat(32), serverTime: time.nowMs() }),
  };
  const engine: VerifyEngine = {
    syncFacts: async () => ({ ...NO_FACTS, verified }),
    digestRanges: async (ranges) => ranges.map(({ from }) => ({ from, count: 0, digest: EMPTY })),
    heldPage: async () => ({ rows: [], more: false }),
    noteVerified: async (found) => {
      verified = found;
    },
    checkProjection: async () => ok({ unfit: 0 }),
    requeue: async () => ok({ requeued: 0 }),
    takeRegisters: async () => ok({ memories: [], schedules: [], profile: false }),
  };
  const service = createVerifyService({
    engine: () => ({ ...engine, readOnly: false }),
    sync: {
      digests: () => (seen.inVault ? source : null),
      syncNow: async () => ok({ pushed: 0, pulled: 0, pending: 0, dead: 0, head: 0, cursor: 0 }),
      status: async () => ({ state: seen.state }),
    },
    clock: time,
    housekeeper: idleHousekeeping(time),
    events: createEventBus(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const pass = async (ms: number): Promise<void> => {
    const until = time.nowMs() + ms;
    for (let next = time.nextAtMs(); next !== null && next <= until; next = time.nextAtMs()) {
      time.runNext();
      await new Promise((resolve) => setImmediate(resolve));
    }
    time.skip(until - time.nowMs());
  };
  return { service, seen, pass, verified: () => verified };
};

test('[SY-E5] once a day at rest the device is compared with its server by itself', async () => {
  const { service, seen, pass, verified } = scene('idle');
  service.watch();
  await pass(HOUR);
  expect(seen.digests).toBe(1);
  expect(verified()).toMatchObject({ differing: 0 });
  await pass(23 * HOUR);
  expect(seen.digests).toBe(1);
  await pass(2 * HOUR);
  expect(seen.digests).toBe(2);
  service.close();
  await pass(72 * HOUR);
  expect(seen.digests).toBe(2);
});

test('[SY-E5] offline, busy or in no vault it is not compared, and later it is', async () => {
  const { service, seen, pass } = scene('waiting');
  service.watch();
  await pass(48 * HOUR);
  expect(seen.digests).toBe(0);
  Object.assign(seen, { state: 'idle', inVault: false });
  await pass(48 * HOUR);
  expect(seen.digests).toBe(0);
  expect(await service.verify()).toMatchObject({ ok: false, error: { kind: 'not_in_vault' } });
  seen.inVault = true;
  await pass(HOUR);
  expect(seen.digests).toBe(1);
  service.close();
});
