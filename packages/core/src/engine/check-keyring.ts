/** What the server says about the vault's keys, held against what this device knows. [SY-S3, SY-S4] */
import { err, type KeyringResponse, ok, type Result } from '@cairn/schema';
import type { GenerationSecret, Generations } from '../crypto/generation.ts';
import type { VaultSecrets } from '../ports/keyring.ts';

export interface KeyringRefusal {
  readonly kind: 'wrong_key' | 'keys_missing';
  readonly message: string;
}

const WRONG: KeyringRefusal = {
  kind: 'wrong_key',
  message:
    'The keys on this device do not fit its vault, so nothing was written. Run `cairn leave` (memories stay), then join with a new invitation.',
};

const MISSING: KeyringRefusal = {
  kind: 'keys_missing',
  message:
    'The vault has a newer key that was not given to this device. It was probably revoked; ask for a new invitation.',
};

/**
 * The secrets with every generation's key that is sealed to this device. Refused: a key that does not hold against its
 * verifier, one that is sealed for another vault, kind or salt, and a vault whose present generation has no key for us.
 */
export const checkKeyring = (
  secrets: VaultSecrets,
  answer: KeyringResponse,
  generations: Generations,
): Result<VaultSecrets, KeyringRefusal> => {
  const keys = new Map(secrets.keys.map(({ kg, key }) => [kg, key]));
  for (const sealed of answer.keys) {
    if (keys.has(sealed.kg)) continue;
    const opened = generations.open(sealed, secrets);
    if (!opened.ok || !isOfVault(opened.value, secrets)) return err(WRONG);
    keys.set(sealed.kg, opened.value.key);
  }
  const present = Math.max(-1, ...answer.generations.map(({ kg }) => kg));
  for (const { kg, verifier } of answer.generations) {
    const key = keys.get(kg);
    if (key !== undefined && !generations.holds(secretOf(secrets, kg, key), verifier)) return err(WRONG);
  }
  if (!keys.has(present)) return err(MISSING);
  const sorted = [...keys].map(([kg, key]) => ({ kg, key })).sort((a, b) => a.kg - b.kg);
  return ok({ ...secrets, kg: present, keys: sorted });
};

const isOfVault = ({ vault, kind, salt }: GenerationSecret, secrets: VaultSecrets): boolean =>
  vault === secrets.vault && kind === secrets.kind && salt === secrets.salt;

const secretOf = ({ vault, kind, salt }: VaultSecrets, kg: number, key: string): GenerationSecret => ({
  vault,
  kind,
  kg,
  key,
  salt,
});
