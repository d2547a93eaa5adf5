import { createHash } from 'node:crypto';

/**
 * Returns a deterministic unit vector for a text. Texts that share words have similar directions. It is enough to test the handling of
 * vectors, but has no semantics.
 */
export const wordVector = (text: string, dimensions: number): number[] => {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
    const digest = createHash('sha256').update(word).digest();
    for (let at = 0; at < digest.length; at += 4) {
      const place = digest.readUInt16BE(at) % dimensions;
      vector[place] = (vector[place] ?? 0) + (digest.readInt16BE(at + 2) / 32_768 || 0.5);
    }
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector.map((_, at) => (at === 0 ? 1 : 0)) : vector.map((value) => value / length);
};
