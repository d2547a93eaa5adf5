/** The vault's secrets in `keys.json`, mode 0600, replaced atomically. They are outside the database, so a backup has no secrets. */
import { isInTheWay } from '@cairn/client/device';
import type { Keyring, VaultSecrets } from '@cairn/core';
import { deviceIdSchema, memberEntry, parseJson, vaultIdSchema, vaultKind } from '@cairn/schema';
import * as z from 'zod';
import { readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts';

const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
export const deviceSecrets = {
  device: z.object({ id: deviceIdSchema, name: z.string() }),
  token: hex32,
  boxKey: hex32,
  boxSecret: hex32,
  signKey: hex32,
  signSecret: hex32,
};
/** Unknown top-level fields, which newer programs wrote, are kept when this program writes the file. */
export const secretsSchema = z.looseObject({
  vault: vaultIdSchema,
  kind: vaultKind,
  ...deviceSecrets,
  next: z.object(deviceSecrets).optional(),
  lost: z.array(z.object(deviceSecrets)).optional(),
  former: z.object(deviceSecrets).optional(),
  salt: hex32,
  kg: z.number().int().nonnegative(),
  keys: z.array(z.object({ kg: z.number().int().nonnegative(), key: hex32 })),
  members: z.array(memberEntry),
});

/** `load` throws if the file exists and cannot be read. Going on without its keys would look like another vault. */
export const createKeyringFile = (path: string): Keyring => {
  let cached: VaultSecrets | null | undefined;
  return {
    load: async () => {
      if (cached !== undefined) return cached;
      if (isInTheWay(path))
        throw new Error(
          `${path} is not a file. Restore a copy of it, or remove it and join the vault again.`,
        );
      const text = readPrivateFile(path);
      const parsed = text === null ? null : secretsSchema.safeParse(parseJson(text));
      if (parsed?.success === false)
        throw new Error(`${path} is damaged. Restore a copy of it, or remove it and join the vault again.`);
      cached = parsed?.data ?? null;
      return cached;
    },
    save: async (secrets) => {
      if (secrets === null) removePrivateFile(path);
      else writePrivateFile(path, `${JSON.stringify(secrets, null, 2)}\n`);
      cached = secrets;
    },
  };
};
