/**
 * Padmé (Nikitin et al., "Reducing Metadata Leakage from Encrypted Files", 2019): a length keeps only as many significant
 * bits as its magnitude has, so that a size tells at most O(log log n) bits and costs at most 12 %. The end of the content
 * is marked as in ISO/IEC 7816-4: one byte 0x80, then zeros. [SY-S2]
 */
const END = 0x80;
/** Short facets (a pin, a link, a tombstone) all look alike. */
const BYTES_MIN = 64;

export const padmeLength = (bytes: number): number => {
  if (bytes <= BYTES_MIN) return BYTES_MIN;
  const magnitude = Math.floor(Math.log2(bytes));
  const kept = Math.floor(Math.log2(magnitude)) + 1;
  const mask = 2 ** (magnitude - kept) - 1;
  return Math.ceil(bytes / (mask + 1)) * (mask + 1);
};

/** The UTF-8 bytes of `text`, marked and padded. */
export const padText = (text: string): Uint8Array => {
  const length = Buffer.byteLength(text);
  const out = Buffer.alloc(padmeLength(length + 1));
  out.write(text);
  out[length] = END;
  return out;
};

/** The reverse of `padText`; null when the mark is missing. */
export const unpadText = (padded: Uint8Array): string | null => {
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) end--;
  if (padded[end] !== END) return null;
  return Buffer.from(padded.buffer, padded.byteOffset, end).toString('utf8');
};
