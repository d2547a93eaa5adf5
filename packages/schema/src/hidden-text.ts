/** Decodes text that is spelled in invisible characters, as far as the encoding is known. [TR-10, TR-40] */

/** The fewest characters that carry a message: two letters, spelled in bits. Web pages contain fewer. */
const CARRIES_MIN = 16;
/** The least share of the second most frequent kind. Harmless soft hyphens are many but of one kind; a code needs two kinds. */
const SECOND_SHARE_MIN = 1 / 8;

const decoded = (bytes: readonly number[]): string => new TextDecoder().decode(Uint8Array.from(bytes));

/** Decodes tag characters and bytes in selectors. If they spell no letters, tries half bytes and bits, if there are enough characters. */
export const speltBy = (codes: readonly number[]): { readonly hidden: string; readonly carries: boolean } => {
  const tags = codes.filter(isTag).map((code) => String.fromCharCode(code - 0xe0000));
  const bytes = codes.flatMap(byteOf);
  const common = byFrequency(codes);
  const second = common[1] ?? null;
  const carries =
    codes.length >= CARRIES_MIN &&
    second !== null &&
    codes.filter((code) => code === second).length >= SECOND_SHARE_MIN * codes.length;
  const plain = tags.join('') + decoded(bytes);
  if (!carries || LETTERS.test(plain)) return { hidden: plain, carries };
  const spelt = [halves(codes), bits(codes, common), bits(codes, common.toReversed())];
  return { hidden: spelt.find((text) => READABLE.test(text)) ?? plain, carries };
};

const isTag = (code: number): boolean => code >= 0xe0020 && code <= 0xe007e;

const byteOf = (code: number): readonly number[] => {
  if (code >= 0xe0100 && code <= 0xe01ef) return [code - 0xe0100 + 16];
  return code >= 0xfe00 && code <= 0xfe0f ? [code - 0xfe00] : [];
};

const LETTERS = /\p{L}{3}/u;
/** Matches text of only letters, digits, punctuation and blanks. */
const READABLE = /^(?:[\p{L}\p{M}\p{N}\p{P}\p{Zs}\n]){2,}$/u;

const byFrequency = (codes: readonly number[]): readonly number[] => {
  const counts = new Map<number, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([code]) => code);
};

/** Decodes a code of sixteen consecutive code points, in which two characters make a byte. */
const halves = (codes: readonly number[]): string =>
  decoded(pieces(codes, 2).map(([high = 0, low = 0]) => ((high & 15) << 4) | (low & 15)));

/** Decodes a code of two characters, in which eight make a byte. The first of `kinds` is 0, the second 1. */
const bits = (codes: readonly number[], kinds: readonly number[]): string => {
  if (kinds.length !== 2) return '';
  return decoded(
    pieces(codes, 8).map((piece) => piece.reduce((byte, code) => (byte << 1) | Number(code === kinds[1]), 0)),
  );
};

const pieces = (codes: readonly number[], size: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.floor(codes.length / size) }, (_, at) => codes.slice(at * size, (at + 1) * size));
