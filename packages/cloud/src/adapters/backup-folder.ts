/** A folder of backups on the file system, made when it is missing. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupFolder } from '../ports/backup-folder.ts';

export const openBackupFolder = (folder: string): BackupFolder => ({
  names: async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return readdir(folder);
  },
  pathOf: (name) => join(folder, name),
  rename: (from, to) => rename(join(folder, from), join(folder, to)),
  remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
});
