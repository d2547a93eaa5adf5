/**
 * One bit per dimension: its sign. Vectors that point alike have few bits that differ, so a scan over bits finds those that
 * are worth comparing exactly, at a 32nd of the memory.
 */

/** 32-bit words that hold the bits of a vector. */
export const wordsFor = (dimensions: number): number => Math.ceil(dimensions / 32);

/** Dimension 0 is the lowest bit of the first word; bits beyond the last dimension are 0. */
export const signBits = (vector: Float32Array): Uint32Array => {
  const bits = new Uint32Array(wordsFor(vector.length));
  for (let at = 0; at < vector.length; at++) {
    if ((vector[at] ?? 0) > 0) bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
  }
  return bits;
};

/** Little endian, whatever the machine: a database may be copied to another one. */
export const bitsToBytes = (bits: Uint32Array): Uint8Array => {
  const bytes = new Uint8Array(bits.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [at, word] of bits.entries()) view.setUint32(at * 4, word, true);
  return bytes;
};

/** A vector that is too short is filled with zeros, one that is too long is cut: the exact comparison decides anyway. */
export const bytesToBits = (bytes: Uint8Array, words: number): Uint32Array => {
  const bits = new Uint32Array(words);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = Math.min(words, bytes.byteLength >>> 2);
  for (let at = 0; at < whole; at++) bits[at] = view.getUint32(at * 4, true);
  return bits;
};
