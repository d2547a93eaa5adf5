/**
 * One sign bit per dimension. Vectors of similar direction differ in few bits. So a scan over bits finds candidates for the exact
 * comparison, at a 32nd of the memory.
 */

export const wordsFor = (dimensions: number): number => Math.ceil(dimensions / 32);

/** Returns the sign bits. Dimension 0 is the lowest bit of the first word; bits beyond the last dimension are 0. */
export const signBits = (vector: Float32Array): Uint32Array => {
  const bits = new Uint32Array(wordsFor(vector.length));
  for (let at = 0; at < vector.length; at++) {
    if ((vector[at] ?? 0) > 0) bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
  }
  return bits;
};

/** Returns the bytes, little endian on every machine, because a database may be copied to another one. */
export const bitsToBytes = (bits: Uint32Array): Uint8Array => {
  const bytes = new Uint8Array(bits.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [at, word] of bits.entries()) view.setUint32(at * 4, word, true);
  return bytes;
};

/** Returns the bits. Pads short vectors with zeros and cuts long ones; the exact comparison corrects any error. */
export const bytesToBits = (bytes: Uint8Array, words: number): Uint32Array => {
  const bits = new Uint32Array(words);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = Math.min(words, bytes.byteLength >>> 2);
  for (let at = 0; at < whole; at++) bits[at] = view.getUint32(at * 4, true);
  return bits;
};
