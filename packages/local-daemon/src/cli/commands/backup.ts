/** Copies of the database. The daemon makes and reads them, so their paths are made absolute here. */
import { resolve } from 'node:path';
import { type BackupResult, ok, type RestoreResult } from '@cairn/schema';
import type { Run } from '../command.ts';
import { memories, shortBytes } from '../output/short-time.ts';

export const backup: Run = async (given, io) => {
  const made = await io.ask<BackupResult>(
    'POST',
    '/v1/backup',
    { path: resolve(io.cwd, given.arg(0)) },
    { timeoutMs: 0 },
  );
  if (!made.ok) return made;
  const { path, bytes, memories: n } = made.value;
  return ok({
    json: made.value,
    human: (style) =>
      `${style.green('Backed up')} ${memories(n)} to ${path} (${shortBytes(bytes)}, checked).`,
  });
};

export const restore: Run = async (given, io) => {
  const done = await io.ask<RestoreResult>(
    'POST',
    '/v1/restore',
    { path: resolve(io.cwd, given.arg(0)) },
    { timeoutMs: 0 },
  );
  if (!done.ok) return done;
  const { memories: n, previous } = done.value;
  return ok({
    json: done.value,
    human: (style) =>
      `${style.green('Restored')} ${memories(n)}. The database before is kept as ${previous}.`,
  });
};
