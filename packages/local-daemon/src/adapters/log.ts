/**
 * The daemon's log: JSON lines by pino in one file, which is rotated to `.1`, `.2`. It contains events and durations, and never content,
 * a query or a token.
 */
import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { orElse } from '@cairn/schema';
import { pino } from 'pino';
import type { Log } from '../services/log.ts';

const FILE_BYTES_MAX = 5 * 1_048_576;
const OLD_FILES = 2;

export interface LogOptions {
  readonly path: string;
  /** Also logs to standard error, for `cairn daemon run`. */
  readonly foreground: boolean;
}

export const createLog = ({ path, foreground }: LogOptions): Log => {
  const file = createRotatingFile(path);
  // Standard error may be a file on a full disk, or a pipe that nobody reads any more.
  if (foreground) process.stderr.on('error', () => undefined);
  const write = (line: string): void => {
    file.write(line);
    if (foreground) process.stderr.write(line);
  };
  const logger = pino({ base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, { write });
  return {
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  };
};

const createRotatingFile = (path: string) => {
  let descriptor = openOrNone(path);
  let bytes = descriptor === null ? 0 : fstatSync(descriptor).size;
  const rotate = (): void => {
    if (descriptor !== null) closeSync(descriptor);
    // A file may not exist yet.
    for (let at = OLD_FILES; at > 0; at--)
      orElse(() => renameSync(at === 1 ? path : `${path}.${at - 1}`, `${path}.${at}`), undefined);
    descriptor = openOrNone(path);
    bytes = 0;
  };
  return {
    write: (line: string): void => {
      try {
        if (bytes > FILE_BYTES_MAX) rotate();
        descriptor ??= openOrNone(path);
        if (descriptor !== null) bytes += writeSync(descriptor, line);
      } catch {
        // A full disk must not end the daemon because it cannot log.
      }
    },
  };
};

/** Returns null if it cannot be opened now. The next line tries again. */
const openOrNone = (path: string): number | null => orElse(() => openSync(path, 'a', 0o600), null);
