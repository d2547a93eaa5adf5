/** A new vault: its first key and member entry, signed with the recovery words. [SY-S1, SY-S3, SY-S6] */
import { type CreateVaultRequest, FIRST_KG, RECOVERY, type VaultId, type VaultKind } from '@cairn/schema';
import type { Crypto, SecretKeys } from '../../crypto/create-crypto.ts';
import type { VaultSecrets } from '../../ports/keyring.ts';

export interface FoundingDevice extends SecretKeys {
  readonly device: VaultSecrets['device'];
  readonly token: string;
}

export interface Founding {
  readonly request: CreateVaultRequest;
  /** The secrets to save after the server accepted the request. */
  readonly secrets: VaultSecrets;
}

/** Plans a new vault. Does not keep `root`. */
export const planFounding = (
  crypto: Crypto,
  of: { readonly vault: VaultId; readonly kind: VaultKind; readonly salt: string },
  { device: { id, name }, token, ...pair }: FoundingDevice,
  root: Uint8Array,
): Founding => {
  const { vault, kind, salt } = of;
  const { boxKey, boxSecret, signKey, signSecret } = pair;
  const words = crypto.recoveryKeysOf(root);
  const recovery = { boxKey: words.boxKey, signKey: words.signKey };
  const secret = crypto.generations.make({ ...of, kg: FIRST_KG[kind] });
  const device = crypto.newDevice(id, name, pair, token);
  const generation = { kg: secret.kg, verifier: crypto.generations.makeVerifier(secret) };
  const fact = { kind: 'found', vaultKind: kind, device, recovery, generation } as const;
  const signer = { by: RECOVERY, signSecret: words.signSecret } as const;
  const { entry } = crypto.members.sign(vault, null, fact, signer);
  const keys = crypto.generations.sealFor(secret, [
    { recipient: id, boxKey },
    { recipient: RECOVERY, boxKey: recovery.boxKey },
  ]);
  return {
    request: { vault, kind, device, generation, keys, recovery, entry },
    secrets: {
      ...{ vault, kind, salt, token, boxKey, boxSecret, signKey, signSecret },
      device: { id, name },
      kg: secret.kg,
      keys: [{ kg: secret.kg, key: secret.key }],
      members: [entry],
    },
  };
};
