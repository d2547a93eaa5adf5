/** Keys from keys: HKDF-SHA-256 with a label per use, so that no two uses share a key. [SY-S2, SY-S3, SY-A1] */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export const LABELS = {
  register: 'cairn/1/register',
  verifier: 'cairn/1/verifier',
  recoveryBox: 'cairn/1/recovery box',
  recoverySign: 'cairn/1/recovery sign',
  pairingId: 'cairn/1/pairing id',
  pairingClaim: 'cairn/1/pairing claim',
  pairingApprove: 'cairn/1/pairing approve',
} as const;

export const deriveKey = (from: Uint8Array, label: string, bytes = 32): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', from, new Uint8Array(0), label, bytes));

/** Computes HMAC-SHA-256 as 64 hex characters. */
export const macOf = (key: Uint8Array, message: Uint8Array): string =>
  createHmac('sha256', key).update(message).digest('hex');

export const sha256Hex = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Compares in constant time. Texts of unequal length are unequal. */
export const equalHex = (a: string, b: string): boolean => {
  const left = Buffer.from(a, 'hex');
  const right = Buffer.from(b, 'hex');
  return left.length > 0 && left.length === right.length && timingSafeEqual(left, right);
};

export const toHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

/** Throws unless the key has exactly `bytes` bytes: keys come from our own files and parsed answers. */
export const keyFromHex = (hex: string, bytes = 32): Uint8Array => {
  const key = Buffer.from(hex, 'hex');
  if (key.length !== bytes || hex.length !== bytes * 2)
    throw new Error(`a key must be ${bytes} bytes in hex`);
  return key;
};
