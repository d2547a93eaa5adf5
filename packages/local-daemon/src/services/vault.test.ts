import { cairnError, deviceId, err, vaultId } from '@cairn/schema';
import { expect, test } from 'vitest';
import type { PairingNotes } from './pairing-notes.ts';
import { createVaultService, type VaultServiceDeps } from './vault.ts';

test('[SY-S3] a device that could not leave its vault still answers the codes that it gave out, and keeps unshown words', async () => {
  const bytes = new Uint8Array(10);
  const invitations = [{ code: 'code', expiresAt: 1 }];
  const foundings = [Object.create(null)];
  let notes: PairingNotes = { pending: null, invitations, foundings, spentIds: [] };
  const isFull = err(cairnError('storage_full', 'The disk is full.'));
  const deps: VaultServiceDeps = Object.assign(Object.create(null), {
    engine: () => ({
      readOnly: null,
      syncFacts: async () => ({ vault: { id: vaultId(1, bytes) }, device: { id: deviceId(1, bytes) } }),
      leaveVault: async () => isFull,
    }),
    session: () => null,
    notes: {
      read: () => notes,
      write: (next: PairingNotes) => {
        notes = next;
      },
    },
    sync: { begin: async () => undefined, end: async () => undefined },
  });
  expect(await createVaultService(deps).leave()).toEqual(isFull);
  expect(notes.invitations).toEqual(invitations);
  expect(notes.foundings).toEqual(foundings);
});
