/**
 * Ids: a prefix and 128 bits as 26 characters of lower-case Crockford base32. [SY-D1]
 * `m_`, `s_`, `d_` and `v_` contain a UUIDv7. `k_` and `p_` are derived (see `deriveKeyedId` of core). An imported `m_` is derived, too.
 * The version nibble 8 marks it, because a device that joins a vault derives it again under the vault's salt.
 */
export type EntityId = string & { readonly __brand: 'EntityId' };
export type DeviceId = string & { readonly __brand: 'DeviceId' };
export type VaultId = string & { readonly __brand: 'VaultId' };
/** A user of an identity provider: a UUID in lower case. */
export type AccountId = string & { readonly __brand: 'AccountId' };

export type EntityKind = 'memory' | 'keyed' | 'profile' | 'schedule';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_BODY = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const KIND_BY_PREFIX: Readonly<Record<string, EntityKind>> = {
  m_: 'memory',
  k_: 'keyed',
  p_: 'profile',
  s_: 'schedule',
};

/** Encodes 16 bytes as 26 characters, which sort like the bytes. */
export const encodeBase32 = (bytes: Uint8Array): string => {
  // 128 bits are 26 characters of 5 bits with two leading zero bits.
  let value = 0;
  let bits = 2;
  let out = '';
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += ALPHABET.charAt((value >> bits) & 31);
    }
  }
  return out;
};

/** Decodes the text of `encodeBase32`. Returns null if it is not 26 characters of the alphabet, or encodes more than 128 bits. */
export const decodeBase32 = (text: string): Uint8Array | null => {
  if (!ID_BODY.test(text)) return null;
  const bytes = new Uint8Array(16);
  let value = 0;
  let bits = -2;
  let at = 0;
  for (const char of text) {
    value = ((value << 5) | ALPHABET.indexOf(char)) & 0xffff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (value >> bits) & 255;
    }
  }
  return bytes;
};

/** Returns a UUIDv7 (RFC 9562): 48 bits of milliseconds, then `random` (10 bytes) with version and variant set. */
export const uuidV7Bytes = (nowMs: number, random: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(16);
  let ms = nowMs;
  for (let at = 5; at >= 0; at--) {
    bytes[at] = ms % 256;
    ms = Math.floor(ms / 256);
  }
  bytes.set(random.subarray(0, 10), 6);
  return withVersion(bytes, 7);
};

/** Sets the version nibble and the RFC variant on 16 bytes. */
export const withVersion = (bytes: Uint8Array, version: 7 | 8): Uint8Array => {
  const out = bytes.slice(0, 16);
  out[6] = ((out[6] ?? 0) & 0x0f) | (version << 4);
  out[8] = ((out[8] ?? 0) & 0x3f) | 0x80;
  return out;
};

const entityId = (prefix: string, bytes: Uint8Array): EntityId =>
  `${prefix}${encodeBase32(bytes)}` as EntityId;

export const memoryId = (nowMs: number, random: Uint8Array): EntityId =>
  entityId('m_', uuidV7Bytes(nowMs, random));
/** Returns the id of an imported memory, from the first 16 bytes of an HMAC. [SY-D2] */
export const importedMemoryId = (digest: Uint8Array): EntityId => entityId('m_', withVersion(digest, 8));
/** Returns the id of a keyed memory, from the first 16 bytes of an HMAC. [SY-D2] */
export const keyedId = (digest: Uint8Array): EntityId => entityId('k_', digest.slice(0, 16));
/** Returns the id of a profile, from the first 16 bytes of an HMAC. [SY-D2] */
export const profileId = (digest: Uint8Array): EntityId => entityId('p_', digest.slice(0, 16));
export const scheduleId = (nowMs: number, random: Uint8Array): EntityId =>
  entityId('s_', uuidV7Bytes(nowMs, random));
export const deviceId = (nowMs: number, random: Uint8Array): DeviceId =>
  `d_${encodeBase32(uuidV7Bytes(nowMs, random))}` as DeviceId;
export const vaultId = (nowMs: number, random: Uint8Array): VaultId =>
  `v_${encodeBase32(uuidV7Bytes(nowMs, random))}` as VaultId;

export const isEntityId = (text: string): text is EntityId =>
  KIND_BY_PREFIX[text.slice(0, 2)] !== undefined && ID_BODY.test(text.slice(2));
/** Returns an id as a person or a model wrote it: blanks around it and capitals do not matter. Other text is only trimmed. */
export const writtenId = (text: string): string => {
  const trimmed = text.trim();
  const id = trimmed.toLowerCase();
  return isEntityId(id) ? id : trimmed;
};
export const isDeviceId = (text: string): text is DeviceId =>
  text.startsWith('d_') && ID_BODY.test(text.slice(2));
export const isVaultId = (text: string): text is VaultId =>
  text.startsWith('v_') && ID_BODY.test(text.slice(2));

export const entityKind = (id: EntityId): EntityKind => KIND_BY_PREFIX[id.slice(0, 2)] ?? 'memory';

/** Returns whether the id is derived from the vault's salt. Such an id is derived again when the salt changes. */
export const isDerivedId = (id: EntityId): boolean => {
  const kind = entityKind(id);
  if (kind === 'keyed' || kind === 'profile') return true;
  const bytes = decodeBase32(id.slice(2));
  return kind === 'memory' && bytes !== null && (bytes[6] ?? 0) >> 4 === 8;
};

/** Returns the 8-byte node of a device's clock as 16 hex characters: the last 8 bytes of its id. [SY-C1] */
export const nodeOf = (device: DeviceId): string => {
  const bytes = decodeBase32(device.slice(2)) ?? new Uint8Array(16);
  return [...bytes.slice(8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};
