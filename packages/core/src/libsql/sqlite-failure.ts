/** SQLite's result codes as failures of the store, whether a connection or a server tells them. */
import { type StoreFailure, type StoreFailureKind, storeFailure } from '../ports/store-failure.ts';

/** `extended`: the extended result code's name where it is known, else the plain one's. */
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
