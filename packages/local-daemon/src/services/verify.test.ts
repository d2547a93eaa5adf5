import type { DigestSource, SyncFacts, TransportError, VerifyEngine } from '@cairn/core';
import { createFakeTime } from '@cairn/core/testing';
import { ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { NO_FACTS } from './engine-box.ts';
import { createVerifyService } from './verify.ts';

interface Seen {
  digests: number;
  syncs: number;
  inVault: boolean;
  away: TransportError | null;
  unread: Record<string, number>;
}

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb924';

/** Makes an empty vault whose server counts its calls. */
const scene = () => {
  const time = createFakeTime();
  const seen: Seen = { digests: 0, syncs: 0, inVault: true, away: null, unread: {} };
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
    syncFacts: async () => ({ ...NO_FACTS, verified, unread: seen.unread }),
    digestRanges: async (ranges) => ranges.map(({ from }) => ({ from, count: 0, digest: EMPTY })),
    heldPage: async () => ({ rows: [], more: false }),
    noteVerified: async (found) => {
      verified = found;
    },
    checkProjection: async () => ok({ unfit: 0 }),
    requeue: async () => ok({ requeued: 0 }),
    takeRegisters: async () =>
      ok({ memories: [], schedules: [], profile: false, resent: 0, owesPush: false }),
  };
  const service = createVerifyService({
    engine: () => ({ ...engine, readOnly: null }),
    sync: {
      digests: () => (seen.inVault ? source : null),
      reach: async () => seen.away,
      syncNow: async () => {
        seen.syncs += 1;
        return ok({ pushed: 0, pulled: 0, pending: 0, dead: 0, head: 0, cursor: 0 });
      },
    },
    clock: time,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  return { service, seen, verified: () => verified };
};

test('[SY-E5] a person who asks is told what a comparison found; in no vault there is nothing to compare', async () => {
  const { service, seen, verified } = scene();
  expect(await service.verify()).toMatchObject({ ok: true, value: { equal: true } });
  expect(seen.digests).toBe(1);
  expect(verified()).toMatchObject({ differing: 0 });
  seen.inVault = false;
  expect(await service.verify()).toMatchObject({ ok: false, error: { kind: 'not_in_vault' } });
  expect(seen.digests).toBe(1);
});

test.each(['unreachable', 'bad_answer', 'unavailable', 'internal', 'rate_limited'] as const)(
  '[RL-12] a server that is away (%s) is told at once, and no sync is waited for',
  async (kind) => {
    const { service, seen } = scene();
    seen.away = { kind, message: 'It is away.', retryAfterMs: null };
    const told = { ok: false, error: { kind: 'timeout', retryable: true } };
    expect(await service.verify()).toMatchObject(told);
    expect(await service.repair()).toMatchObject(told);
    expect([seen.syncs, seen.digests]).toEqual([0, 0]);
  },
);

test('[RL-12] what only a sync can explain or heal is left to it', async () => {
  const { service, seen } = scene();
  seen.away = { kind: 'unauthorized', message: 'Who is this?', retryAfterMs: null };
  expect(await service.verify()).toMatchObject({ ok: true });
  expect(seen.syncs).toBe(1);
});

test('[RL-41] what this device holds and cannot read yet is not equal; what nobody has to wait for is no difference', async () => {
  const { service, seen } = scene();
  for (const reason of ['future', 'no_key']) {
    seen.unread = { [reason]: 2, old_key: 1 };
    const found = { equal: false, differing: 0, pending: 0, unread: { [reason]: 2 } };
    expect(await service.verify()).toMatchObject({ ok: true, value: found });
    expect(await service.repair()).toMatchObject({ ok: true, value: found });
  }
  // No member may make the command fail with entries that devices refuse.
  seen.unread = { old_key: 1, broken: 1, out_of_range: 1, unknown: 1, forged: 1 };
  expect(await service.verify()).toMatchObject({ ok: true, value: { equal: true, unread: {} } });
});
