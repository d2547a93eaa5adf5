/**
 * The file format of the table, little endian. It begins with "CSE1", and 32-bit counts of rows, of numbers per row and of bytes of
 * tokens. Then follow the tokens, one per line; a scale per row, as a 32-bit float; the numbers, as signed bytes. A row's vector is its
 * scale times its numbers.
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

/** Parses the file. Throws when the bytes are not a valid table. */
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
