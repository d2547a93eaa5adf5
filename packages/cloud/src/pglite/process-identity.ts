/** Which process holds something: a pid alone is reused, so its start time goes with it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** As the system tells it; compared for equality only. Null where it tells none. */
  readonly startedAt: string | null;
}

/** No PATH decides which `ps` it is. */
const PS_PROGRAMS = ['/bin/ps', '/usr/bin/ps', '/run/current-system/sw/bin/ps'];
const PS_MS_MAX = 5_000;

const ZOMBIE_STATES = ['Z', 'X'];

/** Linux: the fields after the program's name, which stands in parentheses and may hold anything. */
const statFields = (pid: number): readonly string[] | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
};

/** Elsewhere: state and start time by `ps`. Null without the process, or without `ps`. */
const psFields = (pid: number): { readonly state: string; readonly startedAt: string } | null => {
  try {
    const program = PS_PROGRAMS.find((path) => existsSync(path));
    if (program === undefined) return null;
    const { HOME, LANG, LC_ALL, LC_TIME, TZ } = process.env;
    const text = execFileSync(program, ['-o', 'stat=,lstart=', '-p', String(pid)], {
      ...{ encoding: 'utf8', cwd: '/', timeout: PS_MS_MAX },
      env: { HOME, LANG, LC_ALL, LC_TIME, TZ, PATH: '/usr/bin:/bin' },
    }).trim();
    const [state = '', ...startedAt] = text.split(/\s+/);
    return { state, startedAt: startedAt.join(' ') };
  } catch {
    return null;
  }
};

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there, but another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Null when there is no such process, or only its zombie. */
export const identityOf = (pid: number): ProcessIdentity | null => {
  if (!exists(pid)) return null;
  const seen = process.platform === 'linux' ? linuxProcess(pid) : psFields(pid);
  if (seen === null) return process.platform === 'linux' ? null : { pid, startedAt: null };
  return ZOMBIE_STATES.some((state) => seen.state.startsWith(state))
    ? null
    : { pid, startedAt: seen.startedAt };
};

const START_TIME_FIELD = 19;

const linuxProcess = (pid: number): { readonly state: string; readonly startedAt: string } | null => {
  const fields = statFields(pid);
  return fields === null ? null : { state: fields[0] ?? '', startedAt: fields[START_TIME_FIELD] ?? '' };
};

/** Whether the very process that this identity was taken from still runs. */
export const isSameProcess = (identity: ProcessIdentity): boolean => {
  const now = identityOf(identity.pid);
  return (
    now !== null &&
    (now.startedAt === null || identity.startedAt === null || now.startedAt === identity.startedAt)
  );
};
