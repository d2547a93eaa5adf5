import { createCrypto, type TransportError } from '@cairn/core';
import { createSeededRandom } from '@cairn/core/testing';
import { type CreateVaultRequest, deviceId, err, ok, vaultId } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createVault } from './create-vault.ts';
import type { PairingNotes } from './pairing-notes.ts';
import type { VaultDeps } from './vault-deps.ts';

const TIMES = { nowMs: () => 1, randomBytes: (n: number) => new Uint8Array(n) };
const input = { server: 'https://sync.example.org', name: 'desk', setupToken: 'x' };
const vault = vaultId(1, new Uint8Array(10));

const setUp = async (kinds: readonly TransportError['kind'][]) => {
  const crypto = await createCrypto({ random: createSeededRandom(1) });
  const requests: CreateVaultRequest[] = [];
  let notes: PairingNotes = { pending: null, invitations: [], spentIds: [] };
  let entered: string | null = null;
  const api = {
    createVault: async (request: CreateVaultRequest) => {
      const kind = kinds[requests.push(request) - 1];
      return kind === undefined ? ok({}) : err({ kind, message: 'No.', retryAfterMs: null });
    },
  };
  const deps: VaultDeps = Object.assign(Object.create(null), {
    engine: () => ({
      syncFacts: async () => ({
        vault: entered === null ? null : { id: entered, server: input.server },
        salt: null,
      }),
      identity: async () => ({ id: deviceId(1, new Uint8Array(10)) }),
      enterVault: async (into: { readonly vault: { readonly id: string } }) => {
        entered = into.vault.id;
        return ok(null);
      },
    }),
    notes: {
      read: () => notes,
      write: (next: PairingNotes) => {
        notes = next;
      },
    },
    ...{ crypto: async () => crypto, ...TIMES, account: { entered: () => undefined } },
    ...{ keyring: { load: async () => null, save: async () => undefined }, log: { info: () => undefined } },
    ...{ sync: { begin: async () => undefined }, sleep: async () => undefined },
    linkTo: () => ({ api: { until: () => api }, close: () => undefined }),
  });
  return { deps, requests, notes: () => notes };
};

test('[SY-A4] after a creation whose answer was lost, the next one is the same request', async () => {
  const { deps, requests } = await setUp(Array.from({ length: 6 }, () => 'unreachable'));
  for (let run = 0; run < 2; run++)
    expect(await createVault(deps, input, new AbortController().signal)).toMatchObject({
      ok: false,
      error: { kind: 'server_unreachable' },
    });
  expect(requests).toHaveLength(6);
  for (const request of requests) expect(request).toEqual(requests[0]);
});

test('[SY-A4] without a name, the next request is the same after the machine got another name', async () => {
  const { deps, requests } = await setUp(Array.from({ length: 9 }, () => 'unreachable'));
  const { signal } = new AbortController();
  const { name: _, ...unnamed } = input;
  for (const deviceName of ['desk.office.lan', 'desk.home.lan'])
    await createVault(Object.assign(Object.create(deps), { deviceName }), unnamed, signal);
  expect(requests).toHaveLength(6);
  for (const request of requests) expect(request).toEqual(requests[0]);
  await createVault(deps, { ...input, name: 'laptop' }, signal);
  expect(requests[6]?.device.tokenHash).not.toBe(requests[0]?.device.tokenHash);
});

test('[SY-A4] after a conflict, the next creation has another token and other words', async () => {
  const { deps, requests } = await setUp(['unreachable', 'conflict']);
  const { signal } = new AbortController();
  expect(await createVault(deps, input, signal)).toMatchObject({ ok: false });
  expect(await createVault(deps, input, signal)).toMatchObject({ ok: true });
  const [first, second, third] = requests;
  expect(second).toEqual(first);
  expect(third?.device.tokenHash).not.toBe(first?.device.tokenHash);
  expect(third?.recovery).not.toEqual(first?.recovery);
});

test('[SY-S3] words that nobody waited for are shown by the next creation, and then forgotten', async () => {
  const { deps, notes } = await setUp([]);
  const leaving = new AbortController();
  const begins = deps.sync.begin;
  // The caller leaves after the device has entered.
  Object.assign(deps.sync, { begin: async () => leaving.abort() });
  const unseen = await createVault(deps, input, leaving.signal);
  Object.assign(deps.sync, { begin: begins });
  expect(unseen).toMatchObject({ ok: true, value: { vault } });
  // They are words of this vault only, not of one on another server or of another kind.
  for (const other of [{ server: 'https://other.example.org' }, { readable: true }])
    expect(await createVault(deps, { ...input, ...other }, new AbortController().signal)).toMatchObject({
      ok: false,
      error: { kind: 'already_in_vault' },
    });
  expect(await createVault(deps, input, new AbortController().signal)).toEqual(unseen);
  expect(notes().foundings).toEqual([]);
  expect(await createVault(deps, input, new AbortController().signal)).toMatchObject({
    ok: false,
    error: { kind: 'already_in_vault' },
  });
});
