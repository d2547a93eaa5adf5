/** Maps SQLite's result codes, from a local connection or a server, to failures of the store. */
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorText, systemCodeOf, unwritable } from '@cairn/schema';
import { type StoreFailure, type StoreFailureKind, storeFailure } from '../ports/store-failure.ts';

/**
 * Maps a code to a failure. `extended`: the name of the extended result code where it is known, otherwise of the
 * primary code.
 */
export const failureOfCode = (
  code: string,
  extended: string,
  message: string,
  cause?: unknown,
): StoreFailure => {
  if (code === 'SQLITE_FULL' || extended === 'SQLITE_IOERR_SHMSIZE')
    return storeFailure('full', message, cause);
  if (extended === 'SQLITE_CORRUPT_VTAB') return storeFailure('index_corrupt', message, cause);
  const base = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
  return storeFailure(KIND_BY_CODE[base] ?? 'unreadable', message, cause);
};

const KIND_BY_CODE: Readonly<Record<string, StoreFailureKind>> = {
  SQLITE_BUSY: 'busy',
  SQLITE_LOCKED: 'busy',
  SQLITE_READONLY: 'read_only',
  SQLITE_CANTOPEN: 'read_only',
  SQLITE_PERM: 'read_only',
  SQLITE_CORRUPT: 'corrupt',
  SQLITE_NOTADB: 'corrupt',
  CLIENT_CLOSED: 'closed',
};

/** Number of file descriptors that SQLite may need at once: the file, its log, the log's index and temporary files. */
const DESCRIPTORS = 6;

/**
 * Opens the file to get the system's reason, because SQLite reports only that it cannot open or write the file. [RL-22]
 * Call it at once, because a shortage of space or descriptors may end soon.
 */
export const whyUnwritable = (path: string, cause: unknown): StoreFailure => {
  const opened: number[] = [];
  try {
    while (opened.length < DESCRIPTORS) opened.push(openSync(path, 'r+'));
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    return unwritableFailure(path, error);
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
  const reason = errorText(cause);
  return storeFailure('read_only', unwritable(null, dirname(path), reason).message, cause);
};

export const unwritableFailure = (path: string, error: unknown): StoreFailure => {
  const reason = errorText(error);
  const { kind, message } = unwritable(systemCodeOf(error), dirname(path), reason);
  return storeFailure(kind === 'storage_full' ? 'full' : 'read_only', message, error);
};
