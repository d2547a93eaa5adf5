/**
 * The identity of a process is its pid and start time, because the system may give the pid to another process later. A killed process
 * that was not reaped (a zombie) counts as dead.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { orElse, systemCodeOf } from '@cairn/schema';
import { findProgram, NEUTRAL_FOLDER, programEnv } from './programs.ts';

const PS_MS_MAX = 5_000;

/** The start time of a process. Compare it only for equality. `unknown` if the machine does not tell. */
export type ProcessStart = string;

/** The form of a start time from `ps`. `local`: in this program's language and time zone, as older programs wrote it into locks. */
export type StartForm = 'utc' | 'local';

/** Returns the start time, or null if no such process runs. Linux has one form only. */
export const processStart = (pid: number, form: StartForm = 'utc'): ProcessStart | null => {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (!isSignallable(pid)) return null;
  return process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid, form);
};

/**
 * Returns true if the process can still answer. `processStart` stays non-null a little longer: the first thread of a killed process is a
 * zombie while other threads still hold its files, sockets and locks in the kernel. A known other `start` means that the pid was reused.
 */
export const isAlive = (pid: number, start: ProcessStart = 'unknown'): boolean => {
  const found = processStart(pid);
  if (found === null) return false;
  if (start !== 'unknown' && found !== 'unknown' && found !== start) return false;
  return process.platform !== 'linux' || !ENDED.has(stateOnLinux(pid) ?? 'X');
};

/** Returns true if a signal stopped the process (`kill -STOP`, Ctrl-Z). It then has sockets that take requests, and answers none. */
export const isStopped = (pid: number): boolean =>
  process.platform === 'linux' ? stateOnLinux(pid) === 'T' : stateByPs(pid).startsWith('T');

const isSignallable = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) === 'EPERM';
  }
};

const ENDED: ReadonlySet<string> = new Set(['Z', 'X']);

const statOnLinux = (pid: number): readonly string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** Returns field 3 of /proc/<pid>/stat, or null if there is no such process. */
const stateOnLinux = (pid: number): string | null => orElse(() => statOnLinux(pid)[0] ?? null, null);

/** Returns field 22 of /proc/<pid>/stat: the start in clock ticks since boot. */
const startOnLinux = (pid: number): ProcessStart | null => {
  try {
    const fields = statOnLinux(pid);
    if (ENDED.has(fields[0] ?? '') && !hasOtherThreads(pid)) return null;
    return fields[19] === undefined ? 'unknown' : `${bootId()}:${fields[19]}`;
  } catch (error) {
    return ['ENOENT', 'ESRCH'].includes(systemCodeOf(error) ?? '') ? null : 'unknown';
  }
};

const hasOtherThreads = (pid: number): boolean =>
  orElse(() => readdirSync(`/proc/${pid}/task`).length > 1, false);

const bootId = (): string => orElse(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), '');

const startByPs = (pid: number, form: StartForm): ProcessStart | null => {
  const found = askPs(pid, form);
  if (found === null) return 'unknown';
  // ps exits with 1 for an unknown pid.
  if (found === 'failed') return isSignallable(pid) ? 'unknown' : null;
  const [state = '', ...start] = found;
  return state.startsWith('Z') ? null : start.join(' ') || 'unknown';
};

const stateByPs = (pid: number): string => {
  const found = askPs(pid, 'utc');
  return found === null || found === 'failed' ? '' : (found[0] ?? '');
};

/** Returns the words for state and start. Null if there is no `ps`. */
const askPs = (pid: number, form: StartForm): readonly string[] | 'failed' | null => {
  if (process.platform === 'win32') return null;
  // Loaded only here, because on Linux every command loads this file and none needs the module.
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  const program = findProgram('ps');
  if (program === null) return null;
  try {
    return execFileSync(program, ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      cwd: NEUTRAL_FOLDER,
      env: { ...programEnv('plain'), ...(form === 'utc' ? { LC_ALL: 'C', TZ: 'UTC' } : {}) },
      timeout: PS_MS_MAX,
    })
      .trim()
      .split(/\s+/);
  } catch {
    return 'failed';
  }
};
