/**
 * Bytes that are signed, hashed or authenticated. Every part is preceded by its length as 4 bytes, big endian, so that different lists
 * of parts give different bytes. [SY-D2, SY-S2, SY-A1]
 */
import type { NewDevice } from './sync-protocol.ts';

const encoder = new TextEncoder();

/** Text counts as its UTF-8 bytes. */
export const lengthPrefixed = (parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> => {
  const encoded = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const out = new Uint8Array(encoded.reduce((sum, part) => sum + 4 + part.length, 0));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const part of encoded) {
    view.setUint32(at, part.length);
    out.set(part, at + 4);
    at += 4 + part.length;
  }
  return out;
};

export const deviceParts = (device: NewDevice): readonly string[] => [
  device.id,
  device.name,
  device.boxKey,
  device.signKey,
  device.tokenHash,
];

/** Returns the bytes under a claim's HMAC, whose key comes from the pairing code. [SY-A1] */
export const claimTranscript = (pairingId: string, device: NewDevice): Uint8Array<ArrayBuffer> =>
  lengthPrefixed(['cairn/1/claim', pairingId, ...deviceParts(device)]);

/** Returns the bytes that the answer of `cairn recover` signs with the recovery key. [SY-S3] */
export const recoverTranscript = (challenge: string, device: NewDevice): Uint8Array<ArrayBuffer> =>
  lengthPrefixed(['cairn/1/recover', challenge, ...deviceParts(device)]);

/** Returns the bytes that a look at the vault by its recovery words signs. [SY-S3] */
export const recoverLookTranscript = (challenge: string): Uint8Array<ArrayBuffer> =>
  lengthPrefixed(['cairn/1/recover look', challenge]);

/**
 * Returns the bytes under the approval's HMAC: the claim, the vault, whether it is sealed, every sealed key, and the hash of the entry
 * that adds the device. Through that hash they cover the whole member list up to it. [SY-A1, SY-S1, SY-S6]
 */
export const approveTranscript = (
  pairingId: string,
  device: NewDevice,
  vault: { readonly vault: string; readonly kind: string },
  keys: readonly { readonly kg: number; readonly recipient: string; readonly sealed: string }[],
  entryHash: string,
): Uint8Array<ArrayBuffer> =>
  lengthPrefixed([
    'cairn/1/approve',
    pairingId,
    ...deviceParts(device),
    vault.vault,
    vault.kind,
    entryHash,
    ...keys.flatMap((key) => [String(key.kg), key.recipient, key.sealed]),
  ]);
