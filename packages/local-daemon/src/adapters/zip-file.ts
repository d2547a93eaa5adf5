/**
 * Reads archives entry by entry without unpacking to disk. Signs of an attack end the reading: names that lead out of the archive, too
 * many entries or bytes, and entries that expand far beyond their size. Only this module imports the zip library. [IM-6]
 */
import { FOLDER_LIMITS } from '@cairn/schema';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

export interface ZipEntry {
  readonly name: string;
  read(): AsyncIterable<Uint8Array>;
}

/** An expected failure. The message is a sentence without a full stop. */
export class ArchiveError extends Error {}

export interface ArchiveLimits {
  readonly bytesMax: number;
  readonly entriesMax: number;
  readonly ratioMax: number;
}

const LIMITS_OF_ARCHIVES: ArchiveLimits = {
  bytesMax: FOLDER_LIMITS.importArchiveBytesMax,
  entriesMax: FOLDER_LIMITS.importArchiveEntriesMax,
  ratioMax: FOLDER_LIMITS.importArchiveRatioMax,
};

/** The unpacked size above which the ratio is checked. A small entry of one repeated word is no attack. */
const RATIO_FROM_BYTES = 16_777_216;

export async function* zipEntries(
  path: string,
  limits: ArchiveLimits = LIMITS_OF_ARCHIVES,
): AsyncGenerator<ZipEntry> {
  const zip = await openPromise(path, { lazyEntries: true, strictFileNames: true }).catch(failWith);
  try {
    if (zip.entryCount > limits.entriesMax)
      throw new ArchiveError(`the archive has ${zip.entryCount.toLocaleString('en-US')} entries`);
    let total = 0;
    const entries = zip.eachEntry()[Symbol.asyncIterator]();
    for (;;) {
      const { done, value: entry } = await entries.next().catch(failWith);
      if (done === true) return;
      if (entry.fileName.endsWith('/')) continue;
      const { fileName: name, uncompressedSize: bytes, compressedSize } = entry;
      yield {
        name,
        read: () => {
          total += bytes;
          if (total > limits.bytesMax)
            throw new ArchiveError(
              `the archive unpacks to more than ${limits.bytesMax.toLocaleString('en-US')} bytes`,
            );
          if (bytes > RATIO_FROM_BYTES && bytes > compressedSize * limits.ratioMax)
            throw new ArchiveError(`${name} unpacks to more than ${limits.ratioMax} times its size`);
          return contentOf(zip, entry);
        },
      };
    }
  } finally {
    zip.close();
  }
}

/** Yields the content of an entry. The library throws if its size differs from the size in the index. */
async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted()) throw new ArchiveError(`${entry.fileName} is encrypted`);
  const stream = await zip.openReadStreamPromise(entry).catch(failWith);
  try {
    for await (const chunk of stream) yield Buffer.from(chunk);
  } catch (error) {
    failWith(error);
  } finally {
    stream.destroy();
  }
}

/** Throws an `ArchiveError`. A system error about the file itself is thrown unchanged, with its code. */
const failWith = (error: unknown): never => {
  if (!(error instanceof Error) || 'syscall' in error || error instanceof ArchiveError) throw error;
  throw new ArchiveError(
    `the archive is damaged or no zip file (${error.message.split('\n')[0]?.slice(0, 120)})`,
  );
};
