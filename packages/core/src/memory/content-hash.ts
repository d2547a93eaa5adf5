/**
 * Hashes and derived ids. `contentHashOf` is local and unkeyed; everything that travels is an HMAC under the vault's salt
 * of length-prefixed parts, so that a server can neither guess nor confirm what it stands for. [SY-D2, SY-M8]
 */
import { hash } from 'node:crypto';
import { type EntityId, importedMemoryId, keyedId, profileId } from '@cairn/schema';
import type { MemoryRow } from '../ports/memory-row.ts';
import { normaliseContent } from './clean-text.ts';

/** First 16 bytes of SHA-256 over the normalised content, in hex. [M-4] */
export const contentHashOf = (content: string): string =>
  hash('sha256', normaliseContent(content), 'hex').slice(0, 32);

/**
 * SY-M8: what a tombstone says about the words it removed, 64 hex characters. `salt`: 64 hex characters. Made of the words'
 * `contentHashOf`, which a device keeps, so that it can be made again under another vault's salt when the words are gone.
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

/** Two offline devices of one vault that learn the same key meet in one entity. [SY-D2] */
export const deriveKeyedId = (salt: string, name: KeyedName): EntityId =>
  keyedId(hmac(salt, ['keyed', name.namespace, name.project ?? '', name.key]));

/** The profiles of one vault's devices are the same entities. [SY-D2] */
export const deriveProfileId = (salt: string, name: string): EntityId =>
  profileId(hmac(salt, ['profile', name]));

export type ImportedText = Pick<MemoryRow, 'content' | 'project' | 'namespace'>;

/** The same file imported on two devices is one set. [SY-D2] */
export const deriveImportedId = (salt: string, text: ImportedText): EntityId =>
  importedMemoryId(
    hmac(salt, ['imported', text.project ?? '', text.namespace ?? '', normaliseContent(text.content)]),
  );

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

interface HmacKey {
  readonly salt: string;
  readonly inner: Uint8Array;
  /** The outer block, and room for the inner digest behind it. */
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

/** A device has one salt at a time, and an import asks for a digest under it for each record. */
let lastKey: HmacKey | null = null;

/**
 * HMAC-SHA-256 [RFC 2104] of what `lengthPrefixed` makes of the parts, so that no two lists of parts read the same. By two
 * one-shot hashes: an `Hmac` of Node makes a key object each time, which takes four times as long. The parts are written
 * right behind the key's block, so that nothing is copied.
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
