import { createCrypto } from '@cairn/core';
import { createSeededRandom } from '@cairn/core/testing';
import { type CreateVaultRequest, deviceId, err } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createVault } from './create-vault.ts';
import type { PairingNotes } from './pairing-notes.ts';
import type { VaultDeps } from './vault-deps.ts';

test('[SY-A4] after a creation whose answer was lost, the next one has another token, which the server takes', async () => {
  const crypto = await createCrypto({ random: createSeededRandom(1) });
  const tokens: string[] = [];
  let notes: PairingNotes = { pending: null, invitations: [], spentIds: [] };
  const api = {
    createVault: async (request: CreateVaultRequest) => {
      tokens.push(request.device.tokenHash);
      return err({ kind: 'unreachable', message: 'No answer.', retryAfterMs: null });
    },
  };
  const deps: VaultDeps = Object.assign(Object.create(null), {
    engine: () => ({
      syncFacts: async () => ({ vault: null, salt: null }),
      identity: async () => ({ id: deviceId(1, new Uint8Array(10)) }),
    }),
    notes: {
      read: () => notes,
      write: (next: PairingNotes) => {
        notes = next;
      },
    },
    ...{ crypto: async () => crypto, nowMs: () => 1, randomBytes: (n: number) => new Uint8Array(n) },
    sleep: async () => undefined,
    linkTo: () => ({ api: { until: () => api }, close: () => undefined }),
  });
  const input = { server: 'https://sync.example.org', name: 'desk', setupToken: 'x' };
  for (let run = 0; run < 2; run++)
    expect(await createVault(deps, input, new AbortController().signal)).toMatchObject({
      ok: false,
      error: { kind: 'server_unreachable' },
    });
  // Tries within one run repeat one request, so the server recognises it.
  expect(tokens).toHaveLength(6);
  expect(new Set(tokens.slice(0, 3)).size).toBe(1);
  expect(new Set(tokens).size).toBe(2);
});
