// A disk that loses what was not synced. Recorded calls are replayed on it, and the power may fail at any call.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DiskCall } from './recording.ts';

/**
 * What a crash loses. `kept`: nothing, because only the process was killed. `lost`: file contents that were not synced, and names
 * changed after the last sync of anything, as on a journaling file system. `torn`: random sectors of what was not synced.
 */
export type Loss = 'kept' | 'lost' | 'torn';

const SECTOR_BYTES = 512;

type Change =
  | { readonly kind: 'bytes'; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'length'; readonly length: number };

/** Files and folders found after a crash, by path. */
export interface Found {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly folders: ReadonlySet<string>;
}

interface File {
  durable: Buffer;
  pending: Change[];
}

const withChange = (content: Buffer, change: Change): Buffer => {
  if (change.kind === 'length')
    return change.length <= content.length
      ? Buffer.from(content.subarray(0, change.length))
      : Buffer.concat([content, Buffer.alloc(change.length - content.length)]);
  const end = change.at + change.bytes.length;
  const whole =
    end <= content.length ? content : Buffer.concat([content, Buffer.alloc(end - content.length)]);
  change.bytes.copy(whole, change.at);
  return whole;
};
const contentOf = ({ durable, pending }: File): Buffer => pending.reduce(withChange, Buffer.from(durable));

/** Splits a change into sectors. */
const sectorsOf = (change: Change): readonly Change[] => {
  if (change.kind === 'length') return [change];
  const parts: Change[] = [];
  for (let from = 0; from < change.bytes.length; ) {
    const at = change.at + from;
    const length = Math.min(SECTOR_BYTES - (at % SECTOR_BYTES), change.bytes.length - from);
    parts.push({ kind: 'bytes', at, bytes: change.bytes.subarray(from, from + length) });
    from += length;
  }
  return parts;
};

export const createDisk = () => {
  let files = new Map<string, File>();
  /** Names as of the last sync of anything. */
  let named = new Map<string, File>();
  /** Folders, which are not lost: a database without its folder is another fault. */
  let folders = new Set<string>();
  const places = new Map<number, number>();
  const appending = new Set<number>();

  const fileAt = (path: string): File => {
    const found = files.get(path);
    if (found !== undefined) return found;
    const made: File = { durable: Buffer.alloc(0), pending: [] };
    files.set(path, made);
    return made;
  };
  const lengthOf = (file: File): number =>
    file.pending.reduce(
      (length, change) =>
        change.kind === 'length' ? change.length : Math.max(length, change.at + change.bytes.length),
      file.durable.length,
    );
  const move = (from: string, to: string): void => {
    for (const [path, file] of [...files])
      if (path === from || path.startsWith(`${from}/`)) {
        files.delete(path);
        files.set(`${to}${path.slice(from.length)}`, file);
      }
    folders = new Set(
      [...folders].map((path) =>
        path === from || path.startsWith(`${from}/`) ? `${to}${path.slice(from.length)}` : path,
      ),
    );
  };

  const play = (call: DiskCall): void => {
    switch (call.kind) {
      case 'open': {
        if (call.flags.includes('O_DIRECTORY')) return;
        if (call.flags.includes('O_CREAT')) fileAt(call.path);
        if (call.flags.includes('O_TRUNC')) fileAt(call.path).pending.push({ kind: 'length', length: 0 });
        places.set(call.fd, 0);
        if (call.flags.includes('O_APPEND')) appending.add(call.fd);
        else appending.delete(call.fd);
        return;
      }
      case 'write': {
        const file = fileAt(call.path);
        const at = appending.has(call.fd) ? lengthOf(file) : (places.get(call.fd) ?? 0);
        file.pending.push({ kind: 'bytes', at, bytes: call.bytes });
        places.set(call.fd, at + call.bytes.length);
        return;
      }
      case 'writeAt':
        fileAt(call.path).pending.push({ kind: 'bytes', at: call.at, bytes: call.bytes });
        return;
      case 'copy':
        fileAt(call.path).pending.push({ kind: 'bytes', at: 0, bytes: contentOf(fileAt(call.from)) });
        return;
      case 'truncate':
        fileAt(call.path).pending.push({ kind: 'length', length: call.length });
        return;
      case 'sync': {
        const file = files.get(call.path);
        if (file !== undefined) Object.assign(file, { durable: contentOf(file), pending: [] });
        named = new Map(files);
        return;
      }
      case 'rename':
        move(call.path, call.to);
        return;
      case 'link':
        files.set(call.to, fileAt(call.path));
        return;
      case 'remove':
        files.delete(call.path);
        return;
      case 'folder':
        folders.add(call.path);
        return;
    }
  };

  /** Returns what is found after the power returns. `chance` returns a number from 0 to 1. */
  const after = (loss: Loss, chance: () => number): Found => {
    const names = loss === 'kept' || (loss === 'torn' && chance() < 0.5) ? files : named;
    const found = new Map<string, Buffer>();
    for (const [path, file] of names) {
      if (loss === 'kept') found.set(path, contentOf(file));
      else if (loss === 'lost') found.set(path, file.durable);
      else {
        const share = chance();
        const reached = file.pending.flatMap(sectorsOf).filter(() => chance() < share);
        found.set(path, reached.reduce(withChange, Buffer.from(file.durable)));
      }
    }
    return { files: found, folders: new Set(folders) };
  };
  /** Sets what was on the disk before the first call. */
  const begin = (there: Found): void => {
    files = new Map([...there.files].map(([path, durable]) => [path, { durable, pending: [] }]));
    named = new Map(files);
    folders = new Set(there.folders);
  };
  return { begin, play, after };
};

/** Returns what is below a folder. */
export const readFiles = (folder: string): Found => {
  const files = new Map<string, Buffer>();
  const folders = new Set<string>([folder]);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) folders.add(path);
    else if (entry.isFile()) files.set(path, readFileSync(path));
  }
  return { files, folders };
};

/** Writes what was found to a new folder. */
export const writeFiles = ({ files, folders }: Found, from: string, to: string): void => {
  const placeOf = (path: string): string => `${to}${path.slice(from.length)}`;
  const isBelow = (path: string): boolean => path.startsWith(`${from}/`);
  for (const path of [...folders].filter(isBelow)) mkdirSync(placeOf(path), { recursive: true, mode: 0o700 });
  for (const [path, bytes] of files) {
    if (!isBelow(path)) continue;
    mkdirSync(dirname(placeOf(path)), { recursive: true, mode: 0o700 });
    writeFileSync(placeOf(path), bytes, { mode: 0o600 });
  }
};
