/**
 * Generations of a vault's key. A device makes a key and seals it to every member and to the recovery key. It is
 * checked against the vault's verifier before anything is written under it. [SY-S3, SY-S4]
 */
import {
  err,
  isVaultId,
  lengthPrefixed,
  ok,
  parseJson,
  type Result,
  type SealedKey,
  type VaultId,
  type VaultKind,
} from '@cairn/schema';
import type { Random } from '../ports/random.ts';
import { deriveKey, keyFromHex, LABELS, toHex } from './derive.ts';
import { NONCE_BYTES, type Sodium } from './sodium.ts';

/**
 * The content that is sealed to a recipient. `key` and `salt` are 64 hex characters. The kind is sealed too, so a
 * server cannot make a device of a sealed vault write plain text. A readable vault has generation 0, whose key seals
 * nothing.
 */
export interface GenerationSecret {
  readonly vault: VaultId;
  readonly kind: VaultKind;
  readonly kg: number;
  readonly key: string;
  readonly salt: string;
}

/** A member's device id or `recovery`, with the recipient's X25519 key in hex. */
export interface Recipient {
  readonly recipient: string;
  readonly boxKey: string;
}

/** X25519 pair in hex. */
export interface BoxPair {
  readonly boxKey: string;
  readonly boxSecret: string;
}

export type Generations = ReturnType<typeof createGenerations>;

export const createGenerations = ({ sodium, random }: { sodium: Sodium; random: Random }) => ({
  /** Makes a new key for generation `kg`. */
  make: (of: Omit<GenerationSecret, 'key'>): GenerationSecret => ({ ...of, key: toHex(random.bytes(32)) }),
  sealFor: (secret: GenerationSecret, recipients: readonly Recipient[]): SealedKey[] =>
    recipients.map(({ recipient, boxKey }) => ({
      kg: secret.kg,
      recipient,
      sealed: sealTo(sodium, boxKey, Buffer.from(JSON.stringify(secret))),
    })),
  /** Opens a sealed key. Refuses a box for another key, or content that contradicts its label. */
  open: (sealed: SealedKey, pair: BoxPair): Result<GenerationSecret, 'forged'> => {
    const plain = openSealed(sodium, pair, sealed.sealed);
    const secret = plain === null ? null : parseSecret(plain);
    return secret === null || secret.kg !== sealed.kg ? err('forged') : ok(secret);
  },
  /** Makes a verifier in base64url. It opens only under the same key, salt, vault, kind and generation. */
  makeVerifier: (secret: GenerationSecret): string => {
    const nonce = random.bytes(NONCE_BYTES);
    const sealed = sodium.aeadSeal(VERIFIED, boundTo(secret), nonce, verifierKey(secret));
    return toBase64url(Buffer.concat([nonce, sealed]));
  },
  holds: (secret: GenerationSecret, verifier: string): boolean => {
    const bytes = Buffer.from(verifier, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    if (nonce.length < NONCE_BYTES) return false;
    const opened = sodium.aeadOpen(bytes.subarray(NONCE_BYTES), boundTo(secret), nonce, verifierKey(secret));
    return opened !== null && VERIFIED.equals(opened);
  },
});

const VERIFIED = Buffer.from('cairn');

const verifierKey = (secret: GenerationSecret): Uint8Array =>
  deriveKey(keyFromHex(secret.key), LABELS.verifier);

const boundTo = (secret: GenerationSecret): Uint8Array =>
  lengthPrefixed([LABELS.verifier, secret.vault, secret.kind, String(secret.kg), keyFromHex(secret.salt)]);

const HEX_32 = /^[0-9a-f]{64}$/;

const parseSecret = (bytes: Uint8Array): GenerationSecret | null => {
  const json = parseJson(Buffer.from(bytes).toString('utf8'));
  if (typeof json !== 'object' || json === null) return null;
  const { vault, kind, kg, key, salt }: Readonly<Record<string, unknown>> = { ...json };
  if (!isText(vault) || !isVaultId(vault) || !isText(key) || !isText(salt)) return null;
  if ((kind !== 'sealed' && kind !== 'readable') || !isCount(kg)) return null;
  return HEX_32.test(key) && HEX_32.test(salt) ? { vault, kind, kg, key, salt } : null;
};

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Seals bytes for the holder of an X25519 key, as base64url. */
export const sealTo = (sodium: Sodium, boxKey: string, bytes: Uint8Array): string =>
  toBase64url(sodium.boxSeal(bytes, keyFromHex(boxKey)));

/** Returns the bytes in a sealed box; null when it is for another key. */
export const openSealed = (
  sodium: Sodium,
  { boxKey, boxSecret }: BoxPair,
  sealed: string,
): Uint8Array | null =>
  sodium.boxOpen(Buffer.from(sealed, 'base64url'), {
    publicKey: keyFromHex(boxKey),
    secretKey: keyFromHex(boxSecret),
  });

/** Signs with the key whose seed is `signSecret`. */
export const signWith = (sodium: Sodium, signSecret: string, message: Uint8Array): Uint8Array =>
  sodium.sign(message, sodium.signPairOf(keyFromHex(signSecret)).secretKey);

const toBase64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
