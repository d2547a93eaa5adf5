/** Backups on the file system. */
import { createReadStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { BackupFiles } from '../ports/backup-files.ts';

/** Lines are gathered: a system call per row would take longer than the rows. */
const GATHERED_CHARS_MAX = 262_144;

export const backupFiles: BackupFiles = {
  write: async (path, fill) => {
    const draft = `${path}.${process.pid}.part`;
    const file = await open(draft, 'wx', 0o600);
    try {
      let gathered = '';
      await fill(async (text) => {
        gathered += text;
        if (gathered.length < GATHERED_CHARS_MAX) return;
        const full = gathered;
        gathered = '';
        await file.writeFile(full);
      });
      await file.writeFile(gathered);
      await file.sync();
      // Fails when the name is taken, unlike a rename.
      await link(draft, path);
    } finally {
      await file.close();
      await rm(draft, { force: true });
    }
  },
  lines: (path) =>
    createInterface({
      input: createReadStream(path, { encoding: 'utf8' }),
      crlfDelay: Number.POSITIVE_INFINITY,
    }),
};
