/**
 * A backup is checked by a process of its own, which restores it into a scratch database. That takes as much memory as the server
 * itself: a small container has it not, and its kernel would end one of the two. There the checksum has to do. [OP-15]
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseJson } from '@cairn/schema';
import { createChecksum, parseEnd } from '../sql/backup-lines.ts';
import { backupFiles } from './backup-files.ts';

const run = promisify(execFile);

/** The bytes that a scratch database takes, and some room. */
const CHECK_BYTES = 600 * 1024 * 1024;
const CHECK_MS_MAX = 30 * 60_000;

type Check = { readonly refusal: string } | 'checked' | 'summed';

/** By reading it: whether its last line says what came before. */
const checkSum = async (path: string): Promise<Check> => {
  const sum = createChecksum();
  let last: string | null = null;
  for await (const line of backupFiles.lines(path)) {
    if (last !== null) sum.add(last);
    last = line;
  }
  const end = last === null ? null : parseEnd(last);
  return end !== null && end.sha256 === sum.hex() ? 'summed' : { refusal: `${path} is damaged` };
};

const messageOf = (stdout: unknown): string => {
  const { error, findings } = Object(parseJson(String(stdout)));
  const [finding] = Array.isArray(findings) ? findings : [];
  return String(Object(error).message ?? Object(finding).check ?? 'its check ended without a word');
};

/** By restoring it. `program`: this server's file. */
const restoreOnce = async (path: string, program: string, signal: AbortSignal): Promise<Check> => {
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
    return { refusal: `${path} would not bring everything back: ${messageOf(Object(error).stdout)}` };
  }
};

export const createBackupCheck =
  (program: string, availableBytes: () => number) =>
  (path: string, signal: AbortSignal): Promise<Check> =>
    availableBytes() >= CHECK_BYTES ? restoreOnce(path, program, signal) : checkSum(path);
