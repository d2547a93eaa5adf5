import { createHash } from 'node:crypto';

/** Returns 64 hex characters. Text counts as its UTF-8 bytes. */
export const sha256Hex = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
