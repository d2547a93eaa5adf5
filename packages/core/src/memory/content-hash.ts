/**
 * Hashes and derived ids. `contentHashOf` is local and unkeyed. All others travel, so they are HMACs of length-prefixed parts
 * under the vault's salt: a server can neither guess nor confirm their input. [SY-D2, SY-M8]
 */
import { hash } from 'node:crypto';
import { type EntityId, importedMemoryId, keyedId, profileId } from '@cairn/schema';
import type { MemoryRow } from '../ports/memory-row.ts';
import { normaliseContent } from './clean-text.ts';

/** First 16 bytes of SHA-256 over the normalised content, in hex. [M-4] */
export const contentHashOf = (content: string): string =>
  hash('sha256', normaliseContent(content), 'hex').slice(0, 32);

/**
 * The hash of a forgotten text that its tombstone carries: 64 hex characters, like `salt`. It is derived from `contentHashOf`, which
 * a device keeps. So it can be derived again with another vault's salt after the text is gone. [SY-M8]
 */
export const goneHashOf = (salt: string, contentHash: string): string =>
  hmac(salt, ['gone', contentHash]).toString('hex');

export interface KeyedName {
  /** Normalised. */
  readonly namespace: string;
  readonly project: string | null;
  /** Normalised. */
  readonly key: string;
}

/** Two offline devices of a vault that save the same key get the same id. [SY-D2] */
export const deriveKeyedId = (salt: string, name: KeyedName): EntityId =>
  keyedId(hmac(salt, ['keyed', name.namespace, name.project ?? '', name.key]));

/** All devices of a vault have the same id for a profile. [SY-D2] */
export const deriveProfileId = (salt: string, name: string): EntityId =>
  profileId(hmac(salt, ['profile', name]));

export type ImportedText = Pick<MemoryRow, 'content' | 'project' | 'namespace'>;

/** Two devices that import the same file get the same ids. [SY-D2] */
export const deriveImportedId = (salt: string, text: ImportedText): EntityId =>
  importedMemoryId(
    hmac(salt, ['imported', text.project ?? '', text.namespace ?? '', normaliseContent(text.content)]),
  );

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

interface HmacKey {
  readonly salt: string;
  readonly inner: Uint8Array;
  /** The outer block, followed by room for the inner digest. */
  readonly outer: Uint8Array;
}

const hmacKeyOf = (salt: string): HmacKey => {
  const given = Buffer.from(salt, 'hex');
  const key = new Uint8Array(BLOCK_BYTES);
  key.set(given.length > BLOCK_BYTES ? hash('sha256', given, 'buffer') : given);
  const outer = new Uint8Array(BLOCK_BYTES + DIGEST_BYTES);
  outer.set(key.map((byte) => byte ^ 0x5c));
  return { salt, inner: key.map((byte) => byte ^ 0x36), outer };
};

/** Caches the blocks of one salt: a device has one at a time, and an import needs a digest for each record. */
let lastKey: HmacKey | null = null;

/**
 * HMAC-SHA-256 [RFC 2104] of the length-prefixed parts: different lists of parts give different inputs. It uses two one-shot
 * hashes, because Node's `Hmac` makes a key object each time and takes four times as long. The parts are written right after
 * the key's block, so nothing is copied.
 */
const hmac = (salt: string, parts: readonly string[]): Buffer => {
  if (lastKey?.salt !== salt) lastKey = hmacKeyOf(salt);
  const { inner, outer } = lastKey;
  const lengths = parts.map((part) => Buffer.byteLength(part));
  const message = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + length, BLOCK_BYTES));
  message.set(inner);
  let at = BLOCK_BYTES;
  for (const [index, part] of parts.entries()) {
    at = message.writeUInt32BE(lengths[index] ?? 0, at);
    at += message.write(part, at);
  }
  outer.set(hash('sha256', message, 'buffer'), BLOCK_BYTES);
  return hash('sha256', outer, 'buffer');
};
