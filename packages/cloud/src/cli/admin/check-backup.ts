/** Checks a backup by restoring it into a temporary database. [OP-15] */
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText, ok } from '@cairn/schema';
import type { Admin } from '../../services/admin.ts';
import { type AdminAnswered, fail } from '../../services/admin-request.ts';
import { type CommandDeps, onDatabase } from './on-database.ts';

const check = async (admin: Admin, path: string): AdminAnswered => {
  const restored = await admin({ command: 'restore', path, replace: false });
  if (!restored.ok) return restored;
  const verified = await admin({ command: 'verify' });
  if (!verified.ok || verified.value.command !== 'verify' || restored.value.command !== 'restore')
    return verified;
  const { rows, vaults, sha256 } = restored.value;
  const { checks, findings, notes } = verified.value;
  return ok({ command: 'check', path, rows, vaults, sha256, checks, findings, notes });
};

/** The temporary database is beside the backup, where there is room, and is deleted at the end. */
export const checkBackup = async (path: string, deps: CommandDeps): AdminAnswered => {
  const isReadable = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (!isReadable) return fail('bad_file', `${path} is not there, or may not be read by this user.`);
  let folder: string;
  try {
    folder = await mkdtemp(`${path}.check-`);
  } catch (error) {
    return fail('unavailable', `No folder for a check can be made beside ${path} (${errorText(error)}).`);
  }
  try {
    const scratch = { kind: 'pglite', folder: join(folder, 'scratch') } as const;
    return await onDatabase(scratch, deps, (admin) => check(admin, path), { mayMake: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
