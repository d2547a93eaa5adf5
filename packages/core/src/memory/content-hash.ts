/**
 * Hashes and derived ids. `contentHashOf` is local and has no key. All others are sent to the server, so they are HMACs of
 * length-prefixed parts, keyed with the vault's salt. A server can neither guess nor confirm their input. [SY-D2, SY-M8]
 */
import { hash } from 'node:crypto';
import { type EntityId, importedMemoryId, keyedId, profileId } from '@cairn/schema';
import type { MemoryRow } from '../ports/memory-row.ts';
import { normaliseContent } from './clean-text.ts';

/** Returns the first 16 bytes of SHA-256 over the normalised content, in hex. [M-4] */
export const contentHashOf = (content: string): string =>
  hash('sha256', normaliseContent(content), 'hex').slice(0, 32);

/**
 * Returns the hash of a forgotten text for its tombstone: 64 hex characters, like `salt`. It is derived from `contentHashOf`, which a
 * device keeps. So it can be derived with another vault's salt after the text is deleted. [SY-M8]
 */
export const goneHashOf = (salt: string, contentHash: string): string =>
  hmac(salt, ['gone', contentHash]).toString('hex');

export interface KeyedName {
  readonly namespace: string;
  readonly project: string | null;
  /** The normalised key. */
  readonly key: string;
}

/** Returns the id of a key. Two offline devices of a vault that save the same key derive the same id. [SY-D2] */
export const deriveKeyedId = (salt: string, name: KeyedName): EntityId =>
  keyedId(hmac(salt, ['keyed', name.namespace, name.project ?? '', name.key]));

/** Returns the id of a profile, which is the same on all devices of a vault. [SY-D2] */
export const deriveProfileId = (salt: string, name: string): EntityId =>
  profileId(hmac(salt, ['profile', name]));

export type ImportedText = Pick<MemoryRow, 'content' | 'project' | 'namespace'>;

/** Returns the id of an imported text. Two devices that import the same file derive the same ids. [SY-D2] */
export const deriveImportedId = (salt: string, text: ImportedText): EntityId =>
  importedMemoryId(
    hmac(salt, ['imported', text.project ?? '', text.namespace ?? '', normaliseContent(text.content)]),
  );

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

const hmacKeyOf = (salt: string) => {
  const given = Buffer.from(salt, 'hex');
  const key = new Uint8Array(BLOCK_BYTES);
  key.set(given.length > BLOCK_BYTES ? hash('sha256', given, 'buffer') : given);
  // The outer block, followed by space for the inner digest.
  const outer = new Uint8Array(BLOCK_BYTES + DIGEST_BYTES);
  outer.set(key.map((byte) => byte ^ 0x5c));
  return { salt, inner: key.map((byte) => byte ^ 0x36), outer };
};

/** The cached blocks of the last salt. A device uses one salt at a time, and an import needs a digest for each record. */
let lastKey: ReturnType<typeof hmacKeyOf> | null = null;

/**
 * Returns the HMAC-SHA-256 [RFC 2104] of the length-prefixed parts, so different lists of parts give different inputs. It uses two
 * one-shot hashes: Node's `Hmac` makes a key object each time and takes four times as long. The parts are written directly after the
 * key's block, which saves a copy.
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
