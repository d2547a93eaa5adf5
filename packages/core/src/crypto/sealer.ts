/**
 * The sealers of ports/sealer: one for sealed vaults, one for readable vaults. [SY-S1, SY-S2]
 *
 * Sealed payload: base64url of a random 24-byte nonce and the XChaCha20-Poly1305 ciphertext of the padded JSON, under a
 * subkey of the generation's key. The fields that the server sees are associated data, so a change of any of them
 * breaks the seal.
 */
import { err, ok, type Result, type WireRegister } from '@cairn/schema';
import type { Random } from '../ports/random.ts';
import type { OpenError, Sealer, SealingKeys } from '../ports/sealer.ts';
import { deriveKey, keyFromHex, LABELS } from './derive.ts';
import { NONCE_BYTES, type Sodium, TAG_BYTES } from './sodium.ts';

/** The protocol version that introduced this envelope. Later versions keep it while the envelope is the same. */
const ENVELOPE_VERSION = 1;

export const createSealedSealer = (deps: { sodium: Sodium; random: Random }, keys: SealingKeys): Sealer => {
  const subkeys = new Map(keys.keys.map(({ kg, key }) => [kg, deriveKey(keyFromHex(key), LABELS.register)]));
  const associated = createAssociatedData(keys.vault);
  return {
    kg: keys.kg,
    seal: (register, json) => {
      const subkey = subkeys.get(keys.kg);
      if (subkey === undefined) throw new Error(`no key for the present generation ${keys.kg}`);
      const nonce = deps.random.bytes(NONCE_BYTES);
      const ciphertext = deps.sodium.aeadSeal(padText(json), associated(register, keys.kg), nonce, subkey);
      const payload = Buffer.allocUnsafe(NONCE_BYTES + ciphertext.length);
      payload.set(nonce);
      payload.set(ciphertext, NONCE_BYTES);
      return { ...register, kg: keys.kg, payload: payload.toString('base64url') };
    },
    open: (register): Result<string, OpenError> => {
      const subkey = subkeys.get(register.kg);
      if (subkey === undefined) return err('no_key');
      const payload = Buffer.from(register.payload, 'base64url');
      if (payload.length < NONCE_BYTES + TAG_BYTES) return err('forged');
      const nonce = payload.subarray(0, NONCE_BYTES);
      const ciphertext = payload.subarray(NONCE_BYTES);
      const plain = deps.sodium.aeadOpen(ciphertext, associated(register, register.kg), nonce, subkey);
      const json = plain === null ? null : unpadText(plain);
      return json === null ? err('forged') : ok(json);
    },
  };
};

export const createReadableSealer = (): Sealer => ({
  kg: 0,
  seal: (register, json) => ({ ...register, kg: 0, payload: Buffer.from(json).toString('base64url') }),
  open: (register): Result<string, OpenError> => {
    if (register.kg !== 0) return err('no_key');
    const bytes = Buffer.from(register.payload, 'base64url');
    const json = bytes.toString('utf8');
    return Buffer.byteLength(json) === bytes.length ? ok(json) : err('forged');
  },
});

/**
 * Encodes `lengthPrefixed([version, vault, entity, facet, v, hlc, kg])` into one buffer that all items of the sealer
 * reuse, because a bootstrap opens 100,000 items. A returned view is valid until the next call.
 */
const createAssociatedData = (vault: string) => {
  const buffer = Buffer.alloc(1_024);
  const put = (text: string, at: number): number => {
    const length = buffer.write(text, at + 4);
    buffer.writeUInt32BE(length, at);
    return at + 4 + length;
  };
  const start = put(vault, put(String(ENVELOPE_VERSION), 0));
  return (register: Omit<WireRegister, 'payload' | 'kg'>, kg: number): Uint8Array => {
    let at = put(register.entity, start);
    at = put(register.facet, at);
    at = put(String(register.v), at);
    at = put(register.hlc, at);
    at = put(String(kg), at);
    return buffer.subarray(0, at);
  };
};

/**
 * Padmé (Nikitin et al., "Reducing Metadata Leakage from Encrypted Files", 2019): a length keeps only as many
 * significant bits as its magnitude has. A size then reveals at most O(log log n) bits and costs at most 12 %. The end
 * of the content is marked as in ISO/IEC 7816-4: one byte 0x80, then zeros. [SY-S2]
 */
const END = 0x80;
/** Least bytes, so all short facets (a pin, a link, a tombstone) have the same length. */
const BYTES_MIN = 64;

export const padmeLength = (bytes: number): number => {
  if (bytes <= BYTES_MIN) return BYTES_MIN;
  const magnitude = Math.floor(Math.log2(bytes));
  const kept = Math.floor(Math.log2(magnitude)) + 1;
  const mask = 2 ** (magnitude - kept) - 1;
  return Math.ceil(bytes / (mask + 1)) * (mask + 1);
};

/** Returns the UTF-8 bytes of `text`, marked and padded. */
export const padText = (text: string): Uint8Array => {
  const length = Buffer.byteLength(text);
  const out = Buffer.alloc(padmeLength(length + 1));
  out.write(text);
  out[length] = END;
  return out;
};

/** Reverses `padText`. Null when the mark is missing. */
export const unpadText = (padded: Uint8Array): string | null => {
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) end--;
  if (padded[end] !== END) return null;
  return Buffer.from(padded.buffer, padded.byteOffset, end).toString('utf8');
};
