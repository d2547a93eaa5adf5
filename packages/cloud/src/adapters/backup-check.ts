/**
 * A backup is checked by a process of its own, which restores it into a scratch database. That takes as much memory as the server
 * itself: a small container has it not, and its kernel would end one of the two. There the checksum has to do. [OP-15]
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseJson } from '@cairn/schema';
import type { BackupCheck } from '../services/scheduled-backups.ts';
import { createChecksum, parseEnd } from '../sql/backup-lines.ts';
import { backupFiles } from './backup-files.ts';

const run = promisify(execFile);

/** The bytes that a scratch database takes, and some room. */
const CHECK_BYTES = 600 * 1024 * 1024;
const CHECK_MS_MAX = 30 * 60_000;

/** By reading it: whether its last line says what came before. */
const checkSum = async (path: string, signal: AbortSignal): Promise<BackupCheck> => {
  const sum = createChecksum();
  let last: string | null = null;
  for await (const line of backupFiles.lines(path)) {
    if (signal.aborted) return { refusal: 'the server stops' };
    if (last !== null) sum.add(last);
    last = line;
  }
  const end = last === null ? null : parseEnd(last);
  return end !== null && end.sha256 === sum.hex() ? 'summed' : { refusal: `${path} is damaged` };
};

/** `cairn-server admin check`: 1 for a file that is not whole, 5 for a database that is not as it must be. */
const FOUND_SOMETHING = 5;

/** Null: it was not judged. A kernel may end the check for want of memory, or there is no room for its database. */
const judgementOf = (code: unknown, stdout: unknown): BackupCheck | null => {
  const { error, findings } = Object(parseJson(String(stdout)));
  const [finding] = Array.isArray(findings) ? findings : [];
  if (code === FOUND_SOMETHING) return { finding: String(Object(finding).check) };
  return Object(error).kind === 'bad_file' ? { refusal: String(Object(error).message) } : null;
};

/** By restoring it. `program`: this server's file. */
const restoreOnce = async (path: string, program: string, signal: AbortSignal): Promise<BackupCheck> => {
  try {
    await run(process.execPath, [program, 'admin', 'check', path, '--json'], {
      env: {},
      cwd: '/',
      timeout: CHECK_MS_MAX,
      killSignal: 'SIGKILL',
      signal,
    });
    return 'checked';
  } catch (error) {
    const { code, stdout } = Object(error);
    return judgementOf(code, stdout) ?? checkSum(path, signal);
  }
};

export const createBackupCheck =
  (program: string, availableBytes: () => number) =>
  (path: string, signal: AbortSignal): Promise<BackupCheck> =>
    availableBytes() >= CHECK_BYTES ? restoreOnce(path, program, signal) : checkSum(path, signal);
