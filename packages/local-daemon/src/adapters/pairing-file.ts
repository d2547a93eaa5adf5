/**
 * `pending-join.json`, mode 0600: what pairing must remember across restarts. The keys that this device showed to a vault that it has
 * not entered yet, so that a retry is the same device; invitations that it has to answer; and used device ids, because an id that left
 * or was revoked cannot return. [SY-A1]
 */
import { deviceIdSchema } from '@cairn/schema';
import * as z from 'zod';
import type { PairingMemory, PairingNotes } from '../services/pairing-notes.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
const notesSchema = z.object({
  pending: z
    .object({
      server: z.string(),
      device: z.object({ id: deviceIdSchema, name: z.string() }),
      token: hex32,
      boxKey: hex32,
      boxSecret: hex32,
      signKey: hex32,
      signSecret: hex32,
    })
    .nullable(),
  invitations: z.array(z.object({ code: z.string(), expiresAt: z.number() })),
  spentIds: z.array(deviceIdSchema),
});

const EMPTY: PairingNotes = { pending: null, invitations: [], spentIds: [] };

/** A damaged file counts as empty. That loses only a join or an invitation, which can be repeated. */
export const createPairingFile = (path: string): PairingMemory => {
  let cached: PairingNotes | null = null;
  return {
    read: () => {
      cached ??= parseNotes(readPrivateFile(path));
      return cached;
    },
    write: (notes) => {
      writePrivateFile(path, `${JSON.stringify(notes, null, 2)}\n`);
      cached = notes;
    },
  };
};

const parseNotes = (text: string | null): PairingNotes => {
  try {
    return text === null ? EMPTY : notesSchema.parse(JSON.parse(text));
  } catch {
    return EMPTY;
  }
};
