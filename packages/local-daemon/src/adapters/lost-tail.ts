/**
 * Finds the part of SQLite's write-ahead log that can no longer be read. SQLite uses the intact part and ignores the rest silently, so
 * this runs before the first opening. The log's index, which a killed daemon leaves, records the full size. [RL-27]
 */
import { readFileSync } from 'node:fs';
import { LIMITS, parseJson, systemCodeOf } from '@cairn/schema';
import * as z from 'zod';
import type { LostTailNote } from '../services/lost-tail-status.ts';
import { readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts';

const count = z.number().int().nonnegative();
const tailNote = z.object({ frames: count, readable: count, at: count });

/**
 * Notes a loss beside the database before it is opened, because the opening removes the evidence. The note stays for a week, because a
 * person may not look at once. Returns null if nothing was lost, or the loss is older.
 */
export const noteLostTail = (database: string, nowMs: number): LostTailNote | null => {
  const path = noteOf(database);
  const note = seeLostTail(database, nowMs);
  if (note === null && readPrivateFile(path) !== null) removePrivateFile(path);
  if (note?.at === nowMs) writePrivateFile(path, `${JSON.stringify(note)}\n`);
  return note;
};

/** Returns the same as `noteLostTail`, without writing. */
export const seeLostTail = (database: string, nowMs: number): LostTailNote | null => {
  const lost = findLostTail(database);
  if (lost !== null) return { ...lost, at: nowMs };
  const note = tailNote.safeParse(parseJson(readPrivateFile(noteOf(database)) ?? ''));
  return note.success && Math.abs(nowMs - note.data.at) <= LIMITS.lostTailMsMax ? note.data : null;
};

const noteOf = (database: string): string => `${database}-lost`;

/** Returns null if no loss is known. A write that a crash cut short was never acknowledged, and does not count. */
const findLostTail = (database: string): Omit<LostTailNote, 'at'> | null => {
  const index = indexOf(bytesOf(`${database}-shm`) ?? NO_BYTES);
  if (index === null) return null;
  const log = bytesOf(`${database}-wal`);
  if (log === null) return null;
  const readable = soundFrames(log, index);
  return Math.max(readable, index.folded) < index.frames ? { frames: index.frames, readable } : null;
};

type LogIndex = NonNullable<ReturnType<typeof indexOf>>;

/**
 * Reads the index (https://sqlite.org/walformat.html): two equal headers of 48 bytes, then the checkpointed frames, in the machine's
 * byte order. `folded`: the pages that are already in the database.
 */
const indexOf = (bytes: Buffer) => {
  const isWhole =
    bytes.length >= 100 && bytes[12] === 1 && bytes.subarray(0, 48).equals(bytes.subarray(48, 96));
  if (!isWhole) return null;
  const word = (at: number): number => new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, IS_LITTLE);
  return { frames: word(16), folded: word(96), salt: bytes.subarray(32, 40) };
};

const IS_LITTLE = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
const HEAD = 32;
const FRAME_HEAD = 24;

/** Counts the frames from the beginning with the log's salt and a valid checksum. */
const soundFrames = (log: Buffer, { salt, frames }: LogIndex): number => {
  if (log.length < HEAD || !log.subarray(16, 24).equals(salt)) return 0;
  const isLittle = (log.readUInt32BE(0) & 1) === 0;
  const size = FRAME_HEAD + log.readUInt32BE(8);
  // A page has 512 to 65,536 bytes. An odd number here is a damaged header.
  if (size % 8 !== 0) return 0;
  let sum = checksum(log.subarray(0, 24), [0, 0], isLittle);
  for (let frame = 0; frame < frames; frame++) {
    const at = HEAD + frame * size;
    if (at + size > log.length) return frame;
    sum = checksum(log.subarray(at, at + 8), sum, isLittle);
    sum = checksum(log.subarray(at + FRAME_HEAD, at + size), sum, isLittle);
    const isSound = log.readUInt32BE(at + 16) === sum[0] && log.readUInt32BE(at + 20) === sum[1];
    if (!isSound || !log.subarray(at + 8, at + 16).equals(salt)) return frame;
  }
  return frames;
};

type Sum = readonly [number, number];

const checksum = (bytes: Buffer, [first, second]: Sum, isLittle: boolean): Sum => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let a = first;
  let b = second;
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + view.getUint32(at, isLittle) + b) >>> 0;
    b = (b + view.getUint32(at + 4, isLittle) + a) >>> 0;
  }
  return [a, b];
};

const NO_BYTES = Buffer.alloc(0);

/** Returns the file, empty if it is missing, and null if it is larger than Node reads: 2 GiB. */
const bytesOf = (path: string): Buffer | null => {
  try {
    return readFileSync(path);
  } catch (error) {
    return systemCodeOf(error) === 'ERR_FS_FILE_TOO_LARGE' ? null : NO_BYTES;
  }
};
