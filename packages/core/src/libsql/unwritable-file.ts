/** SQLite says only that it cannot open or write a file; the system says why. [RL-22] */
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCodeOf, unwritable } from '@cairn/schema';
import { type StoreFailure, storeFailure } from '../ports/store-failure.ts';

/** Asked at once: whatever is short now (space, descriptors) may not be so a moment later. */
export const whyUnwritable = (path: string, cause: unknown): StoreFailure => {
  try {
    closeSync(openSync(path, 'r+'));
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    return unwritableFailure(path, error);
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return storeFailure('read_only', unwritable(null, dirname(path), reason).message, cause);
};

export const unwritableFailure = (path: string, error: unknown): StoreFailure => {
  const reason = error instanceof Error ? error.message : String(error);
  const { kind, message } = unwritable(systemCodeOf(error), dirname(path), reason);
  return storeFailure(kind === 'storage_full' ? 'full' : 'read_only', message, error);
};
