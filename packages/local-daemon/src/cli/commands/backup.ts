/** Copies of the database. The daemon makes and reads them, so their paths are made absolute here. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BackupResult, ok, type RestoreResult } from '@cairn/schema';
import type { Run } from '../command.ts';
import { memories, shortBytes, shortSpan } from '../output/short-time.ts';
import { watched } from '../progress.ts';

export const backup: Run = async (given, io) => {
  const path = resolve(io.cwd, given.arg(0));
  const before = sizeOf(path);
  const bytesTotal = sizeOf(io.paths.database);
  const asked = io.ask<BackupResult>('POST', '/v1/backup', { path }, { timeoutMs: 0 });
  const made = await watched(io, asked, () => {
    const bytes = sizeOf(path) - before;
    return bytes >= bytesTotal
      ? { done: 0, total: 0, text: 'checking the copy' }
      : { done: bytes, total: bytesTotal, text: shortBytes(bytes) };
  });
  if (!made.ok) return made;
  const { bytes, memories: n } = made.value;
  return ok({
    json: made.value,
    human: (style) =>
      `${style.green('Backed up')} ${memories(n)} to ${made.value.path} (${shortBytes(bytes)}, checked).`,
  });
};

export const restore: Run = async (given, io) => {
  const path = resolve(io.cwd, given.arg(0));
  const asked = io.ask<RestoreResult>('POST', '/v1/restore', { path }, { timeoutMs: 0 });
  // Checked first, then swapped in one step: there are no parts to count.
  const done = await watched(io, asked, (elapsedMs) => ({
    done: 0,
    total: 0,
    text: `checking ${shortBytes(sizeOf(path))} and putting it in place, ${shortSpan(elapsedMs / 1_000)}`,
  }));
  if (!done.ok) return done;
  const { memories: n, previous } = done.value;
  return ok({
    json: done.value,
    human: (style) =>
      `${style.green('Restored')} ${memories(n)}. The database before is kept as ${previous}.`,
  });
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
