/** Makes archives for tests: deflated entries with true sizes, or with false ones. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipLies {
  /** False size that replaces the entry's own. */
  readonly bytes?: number;
}

export const zipOf = (
  entries: readonly (readonly [name: string, content: Uint8Array, lies?: ZipLies])[],
): Buffer => {
  const locals: Buffer[] = [];
  const index: Buffer[] = [];
  let offset = 0;
  for (const [name, content, lies] of entries) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    // Flag: names are UTF-8.
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(lies?.bytes ?? content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    index.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, tail, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const bytes = index.reduce((sum, one) => sum + one.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(bytes, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, ...index, Buffer.from('PK\u0005\u0006'), end]);
};
