// Processes of a round: how they start, what they print, and which still run.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface Ran {
  /** Exit code; null when a signal ended the process or it took too long. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Returns an environment without settings of this machine. */
export const cleanEnv = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ||
      /^(CAIRN_(?!CI_)|SUPABASE_|DATABASE_URL|XDG_|NO_COLOR|FORCE_COLOR|VITEST|NODE_|TORTURE_)/.test(name)
        ? []
        : [[name, value]],
    ),
  );

/** Starts a program in a folder that belongs to no project. */
export const start = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess => spawn(program, args, { cwd: '/', env, stdio: ['pipe', 'pipe', 'pipe'] });

/** Waits for the end, and kills the process when it takes longer. */
export const finish = (child: ChildProcess, timeoutMs: number, input = ''): Promise<Ran> =>
  new Promise((resolve) => {
    const texts = { out: '', err: '' };
    child.stdout?.setEncoding('utf8').on('data', (part: string) => (texts.out += part));
    child.stderr?.setEncoding('utf8').on('data', (part: string) => (texts.err += part));
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const settle = (code: number | null): void => {
      clearTimeout(timer);
      resolve({ code, ...texts });
    };
    child.once('error', (error) => {
      texts.err += error.message;
      settle(null);
    });
    // Waits for `exit` and not for `close`, because a daemon started by a killed command keeps its streams open.
    child.once('exit', (code) => setTimeout(() => settle(code), 10));
  });

/** Returns a queue: each call waits for the calls before it. */
export const oneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(act: () => Promise<T>): Promise<T> => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
};

/** Copies the contents of a folder into an existing one, with modes and times. */
export const copyInto = (from: string, to: string): void => {
  execFileSync('cp', ['-a', `${from}/.`, to], { stdio: 'pipe' });
};

export const signal = (pid: number, name: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
};

export interface Running {
  readonly pid: number;
  readonly command: string;
}

/** Returns the processes that have this folder in a setting or an argument, without zombies. Linux only; empty elsewhere. */
export const runningIn = (folder: string): readonly Running[] =>
  pids().flatMap((pid) => {
    if (pid === process.pid || isZombie(pid)) return [];
    const [environment, command] = [`/proc/${pid}/environ`, `/proc/${pid}/cmdline`].map(textOf);
    if (environment === undefined || command === undefined) return [];
    const isOurs = [environment, command].some((text) =>
      text.split('\0').some((part) => part.endsWith(folder) || part.includes(`${folder}/`)),
    );
    return isOurs ? [{ pid, command: command.split('\0').join(' ').trim() }] : [];
  });

const pids = (): readonly number[] => {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
};

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Whether the process is a zombie or becomes one: its first thread has ended, while other threads are still in the kernel. */
const isZombie = (pid: number): boolean => {
  const stat = textOf(`/proc/${pid}/stat`) ?? '';
  return /^\s[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1));
};
