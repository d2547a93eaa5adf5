/**
 * Checks a backup in a separate process, which restores it into a scratch database. That needs as much memory as the server. A small
 * container does not have it, and its kernel would kill one of the two. Then only the checksum is verified. [OP-15]
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseJson } from '@cairn/schema';
import type { BackupCheck } from '../services/scheduled-backups.ts';
import { createChecksum, parseEnd } from '../sql/backup-lines.ts';
import { backupFiles } from './backup-files.ts';

const run = promisify(execFile);

/** The memory of a scratch database, with a margin. */
const CHECK_BYTES = 600 * 1024 * 1024;
const CHECK_MS_MAX = 30 * 60_000;

/** Reads the file and compares its last line with the lines before. */
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

/** Exit codes of `cairn-server admin check`: 1 for an incomplete file, 5 for a database that breaks a rule. */
const FOUND_SOMETHING = 5;

/** Returns null if there is no verdict: the kernel killed the check for lack of memory, or its database had no room. */
const judgementOf = (code: unknown, stdout: unknown): BackupCheck | null => {
  const { error, findings } = Object(parseJson(String(stdout)));
  const [finding] = Array.isArray(findings) ? findings : [];
  if (code === FOUND_SOMETHING) return { finding: String(Object(finding).check) };
  return Object(error).kind === 'bad_file' ? { refusal: String(Object(error).message) } : null;
};

/** Restores the backup. `program`: this server's file. */
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
