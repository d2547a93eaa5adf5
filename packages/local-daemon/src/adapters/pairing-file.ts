/**
 * Stores the state of pairing in `pending-join.json`, mode 0600. [SY-A1]
 * - The keys that this device showed to a vault that it has not entered yet. A retry with them is the same device.
 * - The vaults that this device makes, until their words were shown.
 * - The invitations that this device has to answer.
 * - The device ids that left a vault. Such an id cannot enter again.
 */
import { createVaultRequest, deviceIdSchema, parseJson } from '@cairn/schema';
import * as z from 'zod';
import type { PairingMemory, PairingNotes } from '../services/pairing-notes.ts';
import { deviceSecrets, secretsSchema } from './keyring-file.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const server = z.string();
const founding = z.object({ server, request: createVaultRequest, secrets: secretsSchema, words: z.string() });
const notesSchema = z.object({
  pending: z.object({ server, ...deviceSecrets }).nullable(),
  foundings: z.array(founding).optional(),
  invitations: z.array(z.object({ code: z.string(), expiresAt: z.number() })),
  spentIds: z.array(deviceIdSchema),
});

const EMPTY: PairingNotes = { pending: null, invitations: [], spentIds: [] };

/** Opens the file. A damaged file counts as empty: joins and invitations can be repeated, but the ids are lost. */
export const createPairingFile = (path: string): PairingMemory => {
  let cached: PairingNotes | null = null;
  return {
    read: () => {
      cached ??= notesSchema.safeParse(parseJson(readPrivateFile(path) ?? '')).data ?? EMPTY;
      return cached;
    },
    write: (notes) => {
      writePrivateFile(path, `${JSON.stringify(notes, null, 2)}\n`);
      cached = notes;
    },
  };
};
