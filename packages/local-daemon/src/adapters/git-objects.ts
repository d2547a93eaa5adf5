/** Reads commits of a repository, loose or packed, without git and within limits. [TR-12] */
import { closeSync, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync, constants as zlib } from 'node:zlib';
import { type OpenFile, openRegular, readAt, readInside, realInside } from '@cairn/client/device';
import { FOLDER_LIMITS, orElse } from '@cairn/schema';
import { applyDelta, entryAt, offsetIn } from '../git/pack.ts';

interface Pack {
  readonly index: Buffer;
  readonly path: string;
  file: OpenFile | null;
  readonly kept: Map<number, Buffer>;
  keptBytes: number;
}

/** Bytes of a pack that are read at once from an object's offset. Most commits are shorter. */
const WINDOW_BYTES = 4_096;
/** The overhead of incompressible data: five bytes for each 16 KiB, and the compression's own begin and end. */
const PACKED_MORE_BYTES = 512;
/** Bytes of delta bases that are cached for each pack. */
const KEPT_BYTES = 4_194_304;

export const openObjects = (common: string) => {
  const left = { objects: FOLDER_LIMITS.gitObjectsMax, bytes: FOLDER_LIMITS.gitWalkBytesMax };
  let packs: readonly Pack[] | null = null;

  /** Decompresses data that may continue after the object, or end too early. Returns null at a limit. */
  const unpack = (bytes: Buffer): Buffer | null => {
    if (left.objects-- <= 0 || left.bytes <= 0) return null;
    try {
      const max = Math.min(FOLDER_LIMITS.gitObjectBytesMax, left.bytes);
      const made = inflateSync(bytes, { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: max });
      left.bytes -= made.length;
      return made;
    } catch {
      left.bytes -= FOLDER_LIMITS.gitObjectBytesMax;
      return null;
    }
  };

  const loose = (id: string): Buffer | null => {
    const path = join(common, 'objects', id.slice(0, 2), id.slice(2));
    const bytes = readInside(common, path, FOLDER_LIMITS.gitObjectBytesMax);
    const made = bytes === null ? null : unpack(bytes);
    if (made === null || made.toString('latin1', 0, 7) !== 'commit ') return null;
    const begin = made.indexOf(0) + 1;
    return begin > 0 && String(made.length - begin) === made.toString('latin1', 7, begin - 1)
      ? made.subarray(begin)
      : null;
  };

  const packed = (id: string): Buffer | null => {
    packs ??= openPacks(common);
    const name = Buffer.from(id, 'hex');
    for (const pack of packs) {
      const place = offsetIn(pack.index, name);
      if (place !== null) return inPack(pack, place, name.length, 0);
    }
    return null;
  };

  const inPack = (pack: Pack, place: number, idBytes: number, depth: number): Buffer | null => {
    const known = pack.kept.get(place);
    if (known !== undefined) return known;
    pack.file ??= openPack(common, pack.path);
    if (pack.file === null || depth > FOLDER_LIMITS.gitDeltaDepthMax || place >= pack.file.bytes) return null;
    const made = objectAt(pack, pack.file.fd, place, idBytes, depth);
    if (made === null) return null;
    pack.keptBytes += made.length;
    if (pack.keptBytes > KEPT_BYTES) {
      pack.kept.clear();
      pack.keptBytes = made.length;
    }
    pack.kept.set(place, made);
    return made;
  };

  const objectAt = (pack: Pack, fd: number, place: number, idBytes: number, depth: number): Buffer | null => {
    const window = readAt(fd, place, WINDOW_BYTES);
    const entry = entryAt(window, place, idBytes);
    if (entry === null || entry.bytes > FOLDER_LIMITS.gitObjectBytesMax) return null;
    // Compressed data is hardly longer than the data itself.
    const length = entry.bytes + PACKED_MORE_BYTES;
    const whole = entry.data + length <= window.length;
    const data = unpack(whole ? window.subarray(entry.data) : readAt(fd, place + entry.data, length));
    if (data?.length !== entry.bytes) return null;
    if (entry.base === null) return data;
    const at = typeof entry.base === 'number' ? entry.base : offsetIn(pack.index, entry.base);
    const base = at === null ? null : inPack(pack, at, idBytes, depth + 1);
    return base === null ? null : applyDelta(base, data, FOLDER_LIMITS.gitObjectBytesMax);
  };

  return {
    /** Returns the text of a commit. Null if it does not exist, is no commit, or a limit is reached. */
    commit: (id: string): Buffer | null => packed(id) ?? loose(id),
    close(): void {
      for (const { file } of packs ?? []) if (file !== null) closeSync(file.fd);
      packs = [];
    },
  };
};

/** Reads the indexes of all packs. Skips indexes beyond the limit of their total size. Returns none if there are too many packs. */
const openPacks = (common: string): readonly Pack[] => {
  const folder = join(common, 'objects', 'pack');
  const packs: Pack[] = [];
  let left: number = FOLDER_LIMITS.gitPackIndexBytesMax;
  for (const name of indexNames(common, folder)) {
    const index = readInside(common, join(folder, name), left);
    if (index === null) continue;
    left -= index.length;
    const path = join(folder, `${name.slice(0, -'.idx'.length)}.pack`);
    packs.push({ index, path, file: null, kept: new Map(), keptBytes: 0 });
  }
  return packs;
};

const indexNames = (common: string, folder: string): readonly string[] => {
  const real = realInside(common, folder);
  if (real === null) return [];
  return orElse(() => {
    const names: string[] = [];
    const entries = opendirSync(real);
    try {
      for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
        if (entry.name.endsWith('.idx')) names.push(entry.name);
        if (names.length > FOLDER_LIMITS.gitPacksMax) return [];
      }
    } finally {
      entries.closeSync();
    }
    return names.toSorted();
  }, []);
};

const openPack = (common: string, path: string): OpenFile | null => {
  const real = realInside(common, path);
  return real === null ? null : orElse(() => openRegular(real), null);
};
