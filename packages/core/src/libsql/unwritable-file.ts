/** SQLite says only that it cannot open or write a file; the system says why. [RL-22] */
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCodeOf, unwritable } from '@cairn/schema';
import { type StoreFailure, storeFailure } from '../ports/store-failure.ts';

/** The file, its log, the log's index, and what SQLite wanted for a moment. */
const DESCRIPTORS = 6;

/** Asked at once: whatever is short now (space, descriptors) may not be so a moment later. */
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
  const reason = cause instanceof Error ? cause.message : String(cause);
  return storeFailure('read_only', unwritable(null, dirname(path), reason).message, cause);
};

export const unwritableFailure = (path: string, error: unknown): StoreFailure => {
  const reason = error instanceof Error ? error.message : String(error);
  const { kind, message } = unwritable(systemCodeOf(error), dirname(path), reason);
  return storeFailure(kind === 'storage_full' ? 'full' : 'read_only', message, error);
};
