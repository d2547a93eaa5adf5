/** What git would have in a folder: its files and the new ones, without those that are ignored. [M-11] */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

const LIST_MS_MAX = 30_000;
const LIST_BYTES_MAX = 268_435_456;

/** Absolute paths; null when there is no git, or the folder is in no repository. Deleted files may be among them. */
export const listGitFiles = (folder: string): Promise<readonly string[] | null> =>
  new Promise((done) => {
    const args = ['-C', folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const options = { timeout: LIST_MS_MAX, maxBuffer: LIST_BYTES_MAX, windowsHide: true };
    execFile('git', args, options, (error, stdout) => {
      if (error !== null) return done(null);
      const names = stdout.split('\0').filter((name) => name !== '');
      done([...new Set(names)].toSorted().map((name) => join(folder, name)));
    });
  });
