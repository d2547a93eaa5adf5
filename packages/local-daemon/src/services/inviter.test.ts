import { LIMITS, ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createInviter, type InviterDeps } from './inviter.ts';
import type { PairingNotes } from './pairing-notes.ts';

const NOW = Date.parse('2026-11-27T08:00:00.000Z');
const CODE = '7K3M-9QXA-2TDP-W5HC';

/** An inviter whose server says that a code lasts so many milliseconds. */
const scene = (lastsMs: number) => {
  let notes: PairingNotes = { pending: null, invitations: [], spentIds: [] };
  const invited = { id: 'id', expiresAt: Math.max(lastsMs, 0), serverTime: Math.max(-lastsMs, 0) };
  const api = { until: () => ({ invite: async () => ok(invited) }) };
  const crypto = { makePairingCode: () => CODE, pairing: () => ({ id: 'id' }) };
  const deps: InviterDeps = Object.assign(Object.create(null), {
    ...{ api, crypto: async () => crypto, server: 'https://sync.example', nowMs: () => NOW },
    notes: {
      read: () => notes,
      write: (all: PairingNotes) => {
        notes = all;
      },
    },
    timers: { after: () => () => undefined },
  });
  return { inviter: createInviter(deps), kept: () => notes.invitations };
};

test.each([
  [60_000, 60_000],
  [Number.MAX_SAFE_INTEGER, LIMITS.pairingMsMax],
  [-Number.MAX_SAFE_INTEGER, 0],
])('[SY-A1] a code that a server lets live for %d ms lives for %d', async (said, lasts) => {
  const { inviter, kept } = scene(said);
  const made = await inviter.invite(new AbortController().signal);
  const expiresAt = new Date(NOW + lasts).toISOString();
  expect(made).toMatchObject({ ok: true, value: { code: CODE, expiresAt } });
  expect(kept()).toEqual([{ code: CODE, expiresAt: NOW + lasts }]);
  expect(inviter.open()).toEqual(lasts === 0 ? [] : [expiresAt]);
});
