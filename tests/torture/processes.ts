// Real programs of a round: how they are started, what they printed, and which of them still run.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface Ran {
  /** Null: it was ended from outside, or took too long. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Nothing of the machine's own settings reaches the programs. */
export const cleanEnv = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ||
      /^(CAIRN_(?!CI_)|SUPABASE_|DATABASE_URL|XDG_|NO_COLOR|FORCE_COLOR|VITEST|NODE_|TORTURE_)/.test(name)
        ? []
        : [[name, value]],
    ),
  );

/** In a folder that is no project's. */
export const start = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess => spawn(program, args, { cwd: '/', env, stdio: ['pipe', 'pipe', 'pipe'] });

/** To its end, or to a kill when that takes longer. */
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
    // Not `close`: a daemon that a killed command has started keeps its streams.
    child.once('exit', (code) => setTimeout(() => settle(code), 10));
  });

/** Each waits for the ones before it. */
export const oneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(act: () => Promise<T>): Promise<T> => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
};

/** What is in a folder into another one that is there, with its modes and times. */
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

/** Linux: what runs with a setting or an argument in this folder, without zombies; elsewhere nothing can be said. */
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

/** Also what is on its way to be one: its first thread has ended, and others are still inside the kernel. */
const isZombie = (pid: number): boolean => {
  const stat = textOf(`/proc/${pid}/stat`) ?? '';
  return /^\s[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1));
};
