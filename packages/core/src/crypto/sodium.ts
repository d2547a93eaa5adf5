/**
 * The few libsodium operations that Cairn uses. Only this file imports the library. The library is a megabyte of
 * WebAssembly, so it is loaded when a vault is first used. A refusal returns null and does not throw.
 */
import { orElse } from '@cairn/schema';

export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly secretKey: Uint8Array;
}

export const NONCE_BYTES = 24;
export const TAG_BYTES = 16;

export type Sodium = Awaited<ReturnType<typeof loadSodium>>;

export const loadSodium = async () => {
  const { default: sodium } = await import('libsodium-wrappers-sumo');
  await sodium.ready;
  return {
    /** Seals with XChaCha20-Poly1305 (IETF). Returns ciphertext with a 16-byte tag. `key`: 32 bytes, `nonce`: 24. */
    aeadSeal: (plain: Uint8Array, associated: Uint8Array, nonce: Uint8Array, key: Uint8Array): Uint8Array =>
      sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, associated, null, nonce, key),
    aeadOpen: (sealed: Uint8Array, associated: Uint8Array, nonce: Uint8Array, key: Uint8Array) =>
      orNull(() => sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(null, sealed, associated, nonce, key)),
    /** Derives an X25519 pair from 32 random bytes. */
    boxPairOf: (seed: Uint8Array) => pairOf(sodium.crypto_box_seed_keypair(seed)),
    /** Derives an Ed25519 pair from 32 random bytes. */
    signPairOf: (seed: Uint8Array) => pairOf(sodium.crypto_sign_seed_keypair(seed)),
    /** Makes an anonymous sealed box to an X25519 key. */
    boxSeal: (plain: Uint8Array, publicKey: Uint8Array): Uint8Array =>
      sodium.crypto_box_seal(plain, publicKey),
    boxOpen: (sealed: Uint8Array, pair: KeyPair) =>
      orNull(() => sodium.crypto_box_seal_open(sealed, pair.publicKey, pair.secretKey)),
    sign: (message: Uint8Array, secretKey: Uint8Array): Uint8Array =>
      sodium.crypto_sign_detached(message, secretKey),
    /** Returns false for a wrong signature or an invalid key. Throws if the key or the signature has a wrong length. */
    isSigned: (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean =>
      sodium.crypto_sign_verify_detached(signature, message, publicKey),
  };
};

/** Returns null where the library throws: on a wrong tag, and on impossible lengths. */
const orNull = (open: () => Uint8Array): Uint8Array | null => orElse(open, null);

const pairOf = (pair: { publicKey: Uint8Array; privateKey: Uint8Array }): KeyPair => ({
  publicKey: pair.publicKey,
  secretKey: pair.privateKey,
});
