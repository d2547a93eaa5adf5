/** Checks a backup by restoring it into a temporary database. [OP-15] */
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ok } from '@cairn/schema';
import { backupFiles } from '../../adapters/backup-files.ts';
import { openAdmin } from '../../adapters/open-admin.ts';
import { createProcessHints } from '../../adapters/process-hints.ts';
import { type AdminAnswered, fail } from '../../services/admin-request.ts';
import { messageOf } from '../../services/problem.ts';
import type { AdminStoreDeps } from '../../sql/backup.ts';
import { createSqlStore } from '../../sql/sql-store.ts';
import { openMigrated } from '../open-migrated.ts';

const checkIn = async (
  folder: string,
  path: string,
  deps: Omit<AdminStoreDeps, 'database'>,
): AdminAnswered => {
  const opened = await openMigrated({ kind: 'pglite', folder }, deps.clock.nowMs());
  if (!opened.ok) return fail('unavailable', opened.error);
  const database = opened.value;
  const hints = createProcessHints();
  try {
    const admin = openAdmin({
      ...deps,
      database,
      store: createSqlStore(database),
      hints,
      files: backupFiles,
    });
    const restored = await admin({ command: 'restore', path, replace: false });
    if (!restored.ok) return restored;
    const verified = await admin({ command: 'verify' });
    if (!verified.ok || verified.value.command !== 'verify' || restored.value.command !== 'restore')
      return verified;
    const { rows, vaults, sha256 } = restored.value;
    const { checks, findings, notes } = verified.value;
    return ok({ command: 'check', path, rows, vaults, sha256, checks, findings, notes });
  } finally {
    hints.close();
    await database.close();
  }
};

/** The temporary database is beside the backup, where there is room, and is deleted at the end. */
export const checkBackup = async (path: string, deps: Omit<AdminStoreDeps, 'database'>): AdminAnswered => {
  const isReadable = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (!isReadable) return fail('bad_file', `${path} is not there, or may not be read by this user.`);
  let folder: string;
  try {
    folder = await mkdtemp(`${path}.check-`);
  } catch (error) {
    return fail('unavailable', `No folder for a check can be made beside ${path} (${messageOf(error)}).`);
  }
  try {
    return await checkIn(join(folder, 'scratch'), path, deps);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
