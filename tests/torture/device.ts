// A device: its home, its daemon, and two ways to call it, the command line and HTTP (docs/http-api.md).

import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Line } from './line.ts';
import { cleanEnv, finish, type Ran, root, signal, start } from './processes.ts';

/** An answer. `refused`: the device refused the operation. `unknown`: it may or may not have been done. */
export type Answer =
  | { readonly kind: 'ok'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly problem: string; readonly detail: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** Output of one command, for the checks of messages. */
export interface Said {
  readonly device: string;
  readonly args: readonly string[];
  readonly ran: Ran;
}

export interface Device {
  readonly name: string;
  readonly home: string;
  readonly line: Line;
  readonly heard: (said: Said) => void;
  /** Folder of the program. It may be that of an older version. */
  program: string;
  /** Whether the device is in the vault. Nothing is promised to a revoked device. */
  isIn: boolean;
  run(args: readonly string[], timeoutMs?: number): Promise<Ran>;
  /** Calls the API. Starts the daemon when it does not run. */
  ask(method: string, path: string, body?: unknown, timeoutMs?: number): Promise<Answer>;
  pid(): number | null;
  /** Starts the daemon's program directly, with settings that the command line does not pass on. */
  startDaemon(env: Readonly<Record<string, string>>): void;
  /** Runs `act` while the device does no work and no other nemesis of this kind strikes. */
  alone<T>(act: () => Promise<T>): Promise<T>;
  down(): Promise<Ran>;
  kill(name?: NodeJS.Signals): boolean;
}

export interface DeviceOptions {
  readonly name: string;
  readonly home: string;
  readonly line: Line;
  readonly heard: (said: Said) => void;
}

const COMMAND_MS = 30_000;
const REQUEST_MS = 8_000;

export const createDevice = ({ name, home, line, heard }: DeviceOptions): Device => {
  const env = { ...cleanEnv(), CAIRN_HOME: home, CAIRN_PORT: '0', CAIRN_EMBED: 'off' };
  let last: Promise<unknown> = Promise.resolve();
  const run = async (args: readonly string[], timeoutMs = COMMAND_MS): Promise<Ran> => {
    const ran = await finish(start(join(device.program, 'bin', 'cairn'), args, env), timeoutMs);
    heard({ device: name, args, ran });
    return ran;
  };
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    timeoutMs = REQUEST_MS,
  ): Promise<Answer> => {
    const first = await knock(home, method, path, body, timeoutMs);
    if (first.kind !== 'nobody') return first;
    const up = await run(['up']);
    if (up.code !== 0) return { kind: 'unknown', why: `up ended with ${up.code}: ${up.err.trim()}` };
    const second = await knock(home, method, path, body, timeoutMs);
    return second.kind === 'nobody' ? { kind: 'unknown', why: 'up said 0, and nobody is there' } : second;
  };
  const pid = (): number | null => foundIn(home)?.pid ?? null;
  const device: Device = {
    name,
    home,
    line,
    heard,
    program: root,
    isIn: true,
    run,
    ask,
    pid,
    startDaemon: (more) => {
      const daemon = join(device.program, 'packages', 'local-daemon', 'dist', 'daemon.js');
      const child = start(process.execPath, [daemon], { ...env, ...more });
      for (const stream of [child.stdout, child.stderr]) stream?.resume();
      child.on('error', () => undefined);
      child.unref();
    },
    alone: (act) => {
      const done = last.then(act);
      last = done.catch(() => undefined);
      return done;
    },
    down: () => run(['down']),
    kill: (what = 'SIGKILL') => {
      const running = pid();
      return running !== null && signal(running, what);
    },
  };
  return device;
};

interface Found {
  readonly pid: number;
  readonly port: number;
  readonly token: string;
}

const foundIn = (home: string): Found | null => {
  try {
    const { pid, port } = JSON.parse(readFileSync(join(home, 'daemon.json'), 'utf8'));
    const token = readFileSync(join(home, 'daemon.token'), 'utf8').trim();
    return { pid: Number(pid), port: Number(port), token };
  } catch {
    return null;
  }
};

const knock = (
  home: string,
  method: string,
  path: string,
  body: unknown,
  timeoutMs: number,
): Promise<Answer | { readonly kind: 'nobody' }> => {
  const found = foundIn(home);
  if (found === null) return Promise.resolve({ kind: 'nobody' });
  return new Promise((resolve) => {
    const sent = body === undefined ? null : Buffer.from(JSON.stringify(body));
    const asked = request({
      host: '127.0.0.1',
      port: found.port,
      method,
      path,
      agent: false,
      timeout: timeoutMs,
      headers: {
        authorization: `Bearer ${found.token}`,
        ...(sent === null ? {} : { 'content-type': 'application/json', 'content-length': sent.length }),
      },
    });
    const unknown = (why: string): void => resolve({ kind: 'unknown', why });
    asked.once('timeout', () => {
      asked.destroy();
      unknown(`no answer in ${timeoutMs} ms`);
    });
    asked.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? resolve({ kind: 'nobody' }) : unknown(error.message),
    );
    asked.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('error', (error) => unknown(error.message));
      response.once('end', () => resolve(answerOf(response.statusCode ?? 0, text)));
      response.once('aborted', () => unknown('the answer was cut off'));
    });
    asked.end(sent ?? undefined);
  });
};

const answerOf = (status: number, text: string): Answer | { readonly kind: 'nobody' } => {
  let value: unknown = null;
  try {
    value = text === '' ? null : JSON.parse(text);
  } catch {
    return { kind: 'unknown', why: `an answer that is no JSON: ${text.slice(0, 80)}` };
  }
  if (status >= 200 && status < 300) return { kind: 'ok', value };
  const problem: Readonly<Record<string, unknown>> = { ...Object(value) };
  // The token belongs to an earlier daemon: the daemon was just restarted.
  if (status === 401 || problem.kind === 'stopping') return { kind: 'unknown', why: String(problem.kind) };
  return { kind: 'refused', status, problem: String(problem.kind), detail: String(problem.detail) };
};
