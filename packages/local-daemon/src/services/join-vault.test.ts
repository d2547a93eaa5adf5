import { createCrypto } from '@cairn/core';
import { createSeededRandom } from '@cairn/core/testing';
import { deviceId, err } from '@cairn/schema';
import { expect, test } from 'vitest';
import { joinVault } from './join-vault.ts';
import type { VaultDeps } from './vault-deps.ts';

test('[SY-A1] a join that is cancelled ends at once, also while a server lets it wait', async () => {
  const crypto = await createCrypto({ random: createSeededRandom(1) });
  const bytes = new Uint8Array(10);
  const cancel = new AbortController();
  const limited = err({ kind: 'rate_limited', message: 'Too many requests.', retryAfterMs: 60_000 });
  const api = { claim: async () => limited };
  const deps: VaultDeps = Object.assign(Object.create(null), {
    engine: () => ({
      syncFacts: async () => ({ vault: null }),
      identity: async () => ({ id: deviceId(1, bytes) }),
    }),
    notes: { read: () => ({ pending: null, invitations: [], spentIds: [] }), write: () => undefined },
    crypto: async () => crypto,
    nowMs: () => 0,
    // The wait outlasts the test.
    sleep: () => {
      setImmediate(() => cancel.abort());
      return new Promise(() => undefined);
    },
    linkTo: () => ({ api: { until: () => api }, close: () => undefined }),
  });
  const input = { code: crypto.makePairingCode(), server: 'https://sync.example.org', name: 'desk' };
  expect(await joinVault(deps, input, cancel.signal)).toMatchObject({
    ok: false,
    error: { kind: 'timeout' },
  });
}, 2_000);
