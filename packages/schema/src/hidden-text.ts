/** Decodes text that is spelled in invisible characters, as far as the encoding is known. [TR-10, TR-40] */

/** Two letters in bits. Web pages contain fewer. */
const CARRIES_MIN = 16;
/** Soft hyphens and similar characters come by the dozen, but of one kind. Bits and half bytes need a second kind. */
const SECOND_SHARE_MIN = 1 / 8;

const decoded = (bytes: readonly number[]): string => new TextDecoder().decode(Uint8Array.from(bytes));

/** Decodes tag characters, or bytes in selectors. Otherwise half bytes or bits, if there are enough for a word. */
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
/** Mostly letters, figures and blanks. */
const READABLE = /^(?:[\p{L}\p{M}\p{N}\p{P}\p{Zs}\n]){2,}$/u;

const byFrequency = (codes: readonly number[]): readonly number[] => {
  const counts = new Map<number, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([code]) => code);
};

/** Decodes sixteen neighbouring characters, two for a byte. */
const halves = (codes: readonly number[]): string =>
  decoded(pieces(codes, 2).map(([high = 0, low = 0]) => ((high & 15) << 4) | (low & 15)));

/** Decodes two characters, eight for a byte. `zero` is the first of `kinds`. */
const bits = (codes: readonly number[], kinds: readonly number[]): string => {
  if (kinds.length !== 2) return '';
  return decoded(
    pieces(codes, 8).map((piece) => piece.reduce((byte, code) => (byte << 1) | Number(code === kinds[1]), 0)),
  );
};

const pieces = (codes: readonly number[], size: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.floor(codes.length / size) }, (_, at) => codes.slice(at * size, (at + 1) * size));
