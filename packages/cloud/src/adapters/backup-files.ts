/** Reads and writes backups on the file system. */
import { createReadStream } from 'node:fs';
import { link, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '@cairn/schema';
import type { BackupFiles, BackupFolder } from '../ports/backup-files.ts';
import { makePrivateFolder } from './private-folder.ts';

/** Lines are buffered, because a system call per row would take longer than making the row. */
const GATHERED_CHARS_MAX = 262_144;

export const gathering = (put: (text: string) => Promise<void>) => {
  let gathered = '';
  const flush = async (): Promise<void> => {
    const full = gathered;
    gathered = '';
    await put(full);
  };
  return {
    flush,
    write: async (text: string): Promise<void> => {
      gathered += text;
      if (gathered.length >= GATHERED_CHARS_MAX) await flush();
    },
  };
};

/** Yields the lines. `readline` would also end a line at U+2028 and U+2029, which JSON does not escape. */
export async function* linesIn(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const [first = '', ...others] = text.split('\n');
    const last = others.pop();
    if (last === undefined) rest += first;
    else {
      yield withoutReturn(rest + first);
      for (const line of others) yield withoutReturn(line);
      rest = last;
    }
  }
  if (rest !== '') yield withoutReturn(rest);
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/**
 * Names a complete draft. Unlike a rename, a link fails if the name is taken. Disks without hard links (FAT, many network drives) refuse
 * it, so an empty file takes the name there, and the draft replaces that file. A failure leaves no file with that name.
 */
const nameFile = async (draft: string, path: string): Promise<void> => {
  try {
    await link(draft, path);
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') throw error;
    await writeFile(path, '', { flag: 'wx', mode: 0o600 });
    try {
      await rename(draft, path);
    } catch (failure) {
      await rm(path, { force: true });
      throw failure;
    }
  }
};

export const backupFiles: BackupFiles = {
  write: async (path, fill) => {
    const draft = `${path}.${process.pid}.part`;
    const file = await open(draft, 'wx', 0o600);
    try {
      const { write, flush } = gathering((text) => file.writeFile(text));
      await fill(write);
      await flush();
      await file.sync();
      await nameFile(draft, path);
    } finally {
      await file.close();
      await rm(draft, { force: true });
    }
  },
  lines: (path) => linesIn(createReadStream(path, { encoding: 'utf8' })),
};

/** Opens a folder of backups, and makes it if it is missing. */
export const openBackupFolder = (folder: string): BackupFolder => ({
  names: async () => {
    makePrivateFolder(folder);
    return readdir(folder);
  },
  pathOf: (name) => join(folder, name),
  rename: (from, to) => rename(join(folder, from), join(folder, to)),
  remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
});
