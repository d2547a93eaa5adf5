import { createCrypto } from '@cairn/core';
import { createSeededRandom } from '@cairn/core/testing';
import { deviceId, err, ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { joinVault } from './join-vault.ts';
import type { VaultDeps } from './vault-deps.ts';

const LIMITED = err({ kind: 'rate_limited', message: 'Too many requests.', retryAfterMs: 60_000 });

/** Joins at a server that gives these answers, and then the last one again. */
const joining = async (
  answers: readonly object[],
  sleep: (ms: number) => Promise<unknown>,
  signal: AbortSignal,
  timeoutS = 5,
) => {
  const crypto = await createCrypto({ random: createSeededRandom(1) });
  const bytes = new Uint8Array(10);
  let asked = 0;
  const told: string[] = [];
  const api = { claim: async () => answers[asked++] ?? answers.at(-1) };
  let nowMs = 0;
  const deps: VaultDeps = Object.assign(Object.create(null), {
    engine: () => ({
      syncFacts: async () => ({ vault: null }),
      identity: async () => ({ id: deviceId(1, bytes) }),
    }),
    notes: { read: () => ({ pending: null, invitations: [], spentIds: [] }), write: () => undefined },
    crypto: async () => crypto,
    events: { publish: ({ message }: { readonly message: string }) => told.push(message) },
    nowMs: () => nowMs,
    sleep: (ms: number) => {
      nowMs += ms;
      return sleep(ms);
    },
    linkTo: () => ({ api: { until: () => api }, close: () => undefined }),
  });
  const code = crypto.makePairingCode();
  const input = { code, server: 'https://sync.example.org', name: 'desk', timeoutS };
  return { joined: await joinVault(deps, input, signal), told, tookMs: nowMs };
};

test('[SY-A1] a join that is cancelled ends at once, also while a server lets it wait', async () => {
  const cancel = new AbortController();
  // The wait outlasts the test.
  const sleep = () => {
    setImmediate(() => cancel.abort());
    return new Promise(() => undefined);
  };
  const limited = err({ kind: 'rate_limited', message: 'Too many requests.', retryAfterMs: 1_000 });
  expect((await joining([limited], sleep, cancel.signal)).joined).toMatchObject({
    ok: false,
    error: { kind: 'timeout', message: expect.stringContaining('Cancelled') },
  });
}, 2_000);

const WAITING = ok({ state: 'waiting', inviter: 'laptop' });
const AWAY = err({ kind: 'unreachable', message: 'Nothing listens there.', retryAfterMs: null });

test.each([
  ['the server has counted too many tries', [LIMITED], /^Too many requests\./],
  ['the server is away', [WAITING, AWAY], /^Nothing listens there\./],
  ['the inviting device is away', [WAITING], /^"laptop" did not answer\./],
])('[SY-A1] a join that ends in time says why: %s', async (_what, answers, message) => {
  const { joined } = await joining(answers, async () => undefined, new AbortController().signal);
  expect(joined).toMatchObject({
    ok: false,
    error: { kind: 'timeout', message: expect.stringMatching(message) },
  });
});

const BUSY = err({ kind: 'unavailable', message: 'The server is stopping.', retryAfterMs: 1_000 });
const UNKNOWN = err({
  kind: 'invitation_unknown',
  message: 'There is no such invitation.',
  retryAfterMs: null,
});

test('[SY-A1] a join asks again while its server restarts, and says whom it waits for', async () => {
  const { joined, told } = await joining(
    [AWAY, BUSY, AWAY, UNKNOWN],
    async () => undefined,
    new AbortController().signal,
  );
  expect(joined).toMatchObject({ ok: false, error: { kind: 'not_allowed' } });
  expect(told[0]).toBe('The server does not answer yet. Trying again for a few seconds.');
});

test('[RL-12] a join says within 15 s that its server is away, however long it may wait for the inviter', async () => {
  const never = new AbortController().signal;
  const { joined, tookMs } = await joining([AWAY], async () => undefined, never, 600);
  expect(joined).toMatchObject({ ok: false, error: { kind: 'server_unreachable' } });
  expect(tookMs).toBeGreaterThan(5_000);
  expect(tookMs).toBeLessThan(15_000);
});
