/**
 * The table's file. Little endian: "CSE1", then 32-bit counts of rows, of numbers in a row and of bytes of tokens; the tokens, one a
 * line; a 32-bit float a row, its scale; a signed byte a number. A row's vector is scale times bytes.
 */
import type { Rows } from './tokens.ts';

export interface Table {
  readonly dimensions: number;
  readonly rows: Rows;
  readonly scales: Float32Array;
  readonly values: Int8Array;
}

const MAGIC = 'CSE1';
const HEAD_BYTES = 16;

/** Throws when the bytes are no table. */
export const readTable = (bytes: Uint8Array): Table => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = new TextDecoder();
  const magic = bytes.length < HEAD_BYTES ? '' : text.decode(bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC) throw new Error('This is no table of token vectors.');
  const [count, dimensions, wordBytes] = [4, 8, 12].map((at) => view.getUint32(at, true));
  if (count === undefined || dimensions === undefined || wordBytes === undefined)
    throw new Error('This is no table of token vectors.');
  const wordsEnd = HEAD_BYTES + wordBytes;
  const scalesEnd = wordsEnd + 4 * count;
  const tokens = text.decode(bytes.subarray(HEAD_BYTES, wordsEnd)).split('\n');
  if (tokens.length !== count || bytes.length !== scalesEnd + count * dimensions)
    throw new Error('The table of token vectors is not whole.');
  return {
    dimensions,
    rows: new Map(tokens.map((token, row) => [token, row])),
    scales: Float32Array.from({ length: count }, (_, row) => view.getFloat32(wordsEnd + 4 * row, true)),
    values: new Int8Array(bytes.buffer, bytes.byteOffset + scalesEnd, count * dimensions),
  };
};
