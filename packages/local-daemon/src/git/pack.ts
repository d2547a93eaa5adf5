/**
 * Reads the parts of git's pack format that commits need: the place of an object, its type, and how a delta is applied
 * to its base.
 */

const INDEX_MAGIC = 0xff744f63;
const HEADER_BYTES = 8;
const FANOUT_BYTES = 1_024;

/** Finds an object's place in its pack by an index of version 2. Returns null if the index lacks the object or is invalid. */
export const offsetIn = (index: Buffer, id: Buffer): number | null => {
  const names = HEADER_BYTES + FANOUT_BYTES;
  if (index.length < names || index.readUInt32BE(0) !== INDEX_MAGIC || index.readUInt32BE(4) !== 2)
    return null;
  const upTo = (first: number): number => (first < 0 ? 0 : index.readUInt32BE(HEADER_BYTES + 4 * first));
  const count = upTo(255);
  // The names, checksums and places of all objects must fit.
  if (names + count * (id.length + 8) > index.length) return null;
  const first = id[0] ?? 0;
  const range = [upTo(first - 1), Math.min(upTo(first), count)] as const;
  const n = findName(index.subarray(names), id, range);
  return n === null ? null : placeOf(index, names + count * (id.length + 4), count, n);
};

/** Finds an id in a sorted list of ids of the same length. Returns its number. */
export const findName = (names: Buffer, id: Buffer, [from, to]: readonly [number, number]): number | null => {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = names.compare(id, 0, id.length, middle * id.length, (middle + 1) * id.length);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return null;
};

/** Returns an object's place. Places beyond 2 GiB are in a table of their own. */
const placeOf = (index: Buffer, places: number, count: number, n: number): number | null => {
  const place = index.readUInt32BE(places + 4 * n);
  if (place < 0x8000_0000) return place;
  const at = places + 4 * count + 8 * (place - 0x8000_0000);
  if (at + 8 > index.length) return null;
  const large = index.readBigUInt64BE(at);
  return large > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(large);
};

export interface PackEntry {
  /** Offset of the compressed data after the entry's header. */
  readonly data: number;
  /** Uncompressed length of the commit or the delta. */
  readonly bytes: number;
  /** Base of a delta: a place in the same pack, or an id. Null for a commit. */
  readonly base: number | Buffer | null;
}

const COMMIT = 1;
const DELTA_BY_PLACE = 6;
const DELTA_BY_NAME = 7;

/** Parses the pack entry at the beginning of `window`. Returns null if it is neither a commit nor a delta. */
export const entryAt = (window: Buffer, place: number, idBytes: number): PackEntry | null => {
  const first = window[0] ?? 0;
  const kind = (first >> 4) & 7;
  const size = first < 0x80 ? { value: 0, next: 1 } : numberAt(window, 1);
  const bytes = (first & 0x0f) + size.value * 16;
  const at = size.next;
  if (kind === COMMIT) return { data: at, bytes, base: null };
  if (kind === DELTA_BY_NAME) return { data: at + idBytes, bytes, base: window.subarray(at, at + idBytes) };
  if (kind !== DELTA_BY_PLACE) return null;
  const { value: back, next } = distanceAt(window, at);
  return back > 0 && back < place ? { data: next, bytes, base: place - back } : null;
};

interface Read {
  readonly value: number;
  readonly next: number;
}

/** Reads a number with seven bits in each byte, the lowest first. Infinity if it is cut off, or longer than any size. */
const numberAt = (bytes: Buffer, from: number): Read => {
  let value = 0;
  for (let at = from, scale = 1; at < bytes.length && scale < 2 ** 53; scale *= 128) {
    const byte = bytes[at++] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, next: at };
  }
  return { value: Number.POSITIVE_INFINITY, next: bytes.length };
};

/** Reads a distance with seven bits in each byte, the highest first. Each byte except the last counts one more. */
const distanceAt = (bytes: Buffer, from: number): Read => {
  let value = -1;
  for (let at = from; at < bytes.length; ) {
    const byte = bytes[at++] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, next: at };
  }
  return { value: 0, next: bytes.length };
};

/** Applies a delta to its base. Returns null if the result would be too large or the delta is incomplete. */
export const applyDelta = (base: Buffer, delta: Buffer, bytesMax: number): Buffer | null => {
  const from = numberAt(delta, 0);
  const to = numberAt(delta, from.next);
  if (from.value !== base.length || to.value > bytesMax) return null;
  const made = Buffer.alloc(to.value);
  let at = to.next;
  let filled = 0;
  while (at < delta.length) {
    const part = partAt(base, delta, at);
    if (part === null || filled + part.bytes.length > made.length) return null;
    part.bytes.copy(made, filled);
    filled += part.bytes.length;
    at = part.next;
  }
  return filled === made.length ? made : null;
};

/** Reads one step of a delta: bytes of the base, or new bytes. */
const partAt = (base: Buffer, delta: Buffer, from: number): { bytes: Buffer; next: number } | null => {
  const code = delta[from] ?? 0;
  let at = from + 1;
  if ((code & 0x80) === 0)
    return code === 0 || at + code > delta.length
      ? null
      : { bytes: delta.subarray(at, at + code), next: at + code };
  let place = 0;
  let length = 0;
  for (let n = 0; n < 4; n++) if (code & (1 << n)) place += (delta[at++] ?? 0) * 2 ** (8 * n);
  for (let n = 0; n < 3; n++) if (code & (0x10 << n)) length += (delta[at++] ?? 0) * 2 ** (8 * n);
  if (length === 0) length = 0x10000;
  return place + length > base.length ? null : { bytes: base.subarray(place, place + length), next: at };
};
