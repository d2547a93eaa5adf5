/**
 * `cairn devices revoke`: the server kills the device's token, and the rest get a new key generation, so that what is
 * written from now on is closed to it. What it already holds, it holds. [SY-A3]
 */
import type { Crypto, Keyring, VaultSecrets } from '@cairn/core';
import { type CairnError, cairnError, type DeviceId, err, ok, type Result } from '@cairn/schema';
import type { ServerApi } from './server-api.ts';
import { serverErrorToCairn } from './server-error.ts';

export interface RevokeDeps {
  readonly api: ServerApi;
  readonly crypto: Crypto;
  readonly keyring: Keyring;
  /** The new keys are saved: use them. */
  readonly useKeys: (secrets: VaultSecrets) => Promise<void>;
}

/** Somebody else joined or made a generation meanwhile: look again and repeat. */
const TRIES_MAX = 5;

export const revokeDevice = async (
  deps: RevokeDeps,
  id: DeviceId,
): Promise<Result<{ readonly revoked: DeviceId }, CairnError>> => {
  const revoked = await deps.api.revoke(id);
  if (!revoked.ok) return err(serverErrorToCairn(revoked.error));
  for (let attempt = 1; ; attempt++) {
    const made = await makeGeneration(deps);
    if (made.ok) return ok({ revoked: id });
    if (attempt < TRIES_MAX && made.error.kind === 'key_generation_conflict') continue;
    const { message } = serverErrorToCairn(made.error);
    return err(
      cairnError(
        'server_error',
        `The device is revoked, but the vault's new key could not be made (${message}). Run the same command again.`,
        true,
      ),
    );
  }
};

const makeGeneration = async ({ api, crypto, keyring, useKeys }: RevokeDeps) => {
  const secrets = await keyring.load();
  if (secrets === null || secrets.kind === 'readable') return ok(null);
  const devices = await api.devices();
  if (!devices.ok) return devices;
  const present = await api.keyring();
  if (!present.ok) return present;
  const newest = Math.max(secrets.kg, ...present.value.generations.map(({ kg }) => kg));
  const secret = crypto.generations.make({
    vault: secrets.vault,
    kind: secrets.kind,
    kg: newest + 1,
    salt: secrets.salt,
  });
  const members = devices.value.filter((device) => device.revokedAt === null);
  const added = await api.addGeneration({
    generation: { kg: secret.kg, verifier: crypto.generations.makeVerifier(secret) },
    keys: crypto.generations.sealFor(secret, [
      ...members.map((device) => ({ recipient: device.id, boxKey: device.boxKey })),
      { recipient: 'recovery', boxKey: present.value.recoveryBoxKey },
    ]),
  });
  if (!added.ok) return added;
  const next = { ...secrets, kg: secret.kg, keys: [...secrets.keys, { kg: secret.kg, key: secret.key }] };
  await keyring.save(next);
  await useKeys(next);
  return ok(null);
};
