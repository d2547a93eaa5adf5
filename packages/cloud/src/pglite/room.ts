/**
 * Refuses writes before the disk is full. When Postgres' log cannot get its next file, PGlite never returns from the commit: the process
 * computes forever, also after there is room again. Postgres itself would end, and recover. [OP-23]
 */
import { statfsSync } from 'node:fs';
import { orElse } from '@cairn/schema';

/** Two files of the log, 16 MiB each, and what one statement adds to tables and indexes. */
const ROOM_BYTES_MIN = 48 * 1_024 * 1_024;

/** Words of statements that write. A read that has one of them only waits for room, too. */
const WRITES = /\b(?:insert|update|delete|truncate|create|alter|drop|vacuum)\b/i;

/** Postgres' own code and words for a full disk. */
class NoRoom extends Error {
  readonly code = '53100';
}

/** Returns a sentence if too little is free, else null. A disk that does not say how much is free counts as large. */
export const missingRoom = (folder: string): string | null => {
  const free = orElse(() => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  }, ROOM_BYTES_MIN);
  return free >= ROOM_BYTES_MIN
    ? null
    : `No space left on device: ${folder} has ${Math.floor(free / 1_048_576)} MiB free, and a write needs ${ROOM_BYTES_MIN / 1_048_576} MiB`;
};

/** Throws for a statement that writes while too little is free. */
export const createRoomCheck =
  (folder: string) =>
  (statement: string): void => {
    const missing = WRITES.test(statement) ? missingRoom(folder) : null;
    if (missing !== null) throw new NoRoom(missing);
  };
