/** Reads and writes backups on standard input and output, for `docker compose exec -T` and pipes. */
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupFiles } from '../ports/backup-files.ts';
import { gathering, linesIn } from './backup-files.ts';
import { makePrivateFolder } from './private-folder.ts';

const put = (text: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error == null ? resolve() : reject(error)));
  });

/** A reader that leaves makes the write fail. Without this listener, an event would end the program. */
const hearClosing = (): void => {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined);
};

/** Waits for a slow reader. A snapshot of Postgres stays open meanwhile and blocks nobody. */
export const standardStreams: BackupFiles = {
  write: async (_, fill) => {
    hearClosing();
    const { write, flush } = gathering(put);
    await fill(write);
    await flush();
  },
  lines: () => linesIn(process.stdin.setEncoding('utf8')),
};

/** Copies standard input to a file that only the owner of its folder can read: of root's file, the server of another user. */
export const spoolInput = async (path: string): Promise<void> => {
  const folder = dirname(path);
  makePrivateFolder(folder);
  const file = await open(path, 'wx', 0o600);
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(folder);
    await file.chown(uid, gid);
  }
  await pipeline(process.stdin, file.createWriteStream());
};

/** Copies a file to standard output. Deletes its name before the first byte, so nothing remains if the reader leaves. */
export const drainToOutput = async (path: string): Promise<void> => {
  hearClosing();
  const file = await open(path, 'r');
  try {
    await rm(path);
    for await (const chunk of createReadStream(path, { fd: file.fd, autoClose: false })) await put(chunk);
  } finally {
    await file.close();
  }
};
