// Runs the real programs as a person or a script does: bin/cairn and bin/cairn-server, each device in a home of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcess, freePort, pidAlive, pidIn, tempHome, waitUntil } from '@cairn/test-support';
import { expect } from 'vitest';
import { newServerData } from './server-data.ts';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Returns an environment without settings of this machine. */
const cleanEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(CAIRN_|SUPABASE_|DATABASE_URL|XDG_|NO_COLOR|FORCE_COLOR|VITEST)/.test(name),
    ),
  );

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly input?: string | Buffer;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Program to run in place of `bin/cairn`. */
  readonly program?: readonly string[];
}

const LAUNCHER = [join(root, 'bin', 'cairn')];

/** A schema of the contract, or anything else that checks a document. */
export interface Shape<T> {
  parse(document: unknown): T;
}

/** Returns a shape of documents that have at least these members. */
export const withMembers = <K extends string>(
  ...names: readonly K[]
): Shape<Readonly<Record<K, unknown>>> => ({
  parse: (document) => {
    const found: Readonly<Record<K, unknown>> = { ...Object(document) };
    for (const name of names) expect(found, JSON.stringify(document)).toHaveProperty(name);
    return found;
  },
});

export interface Device {
  readonly home: string;
  /** Starts a command that runs until it is ended. */
  begin(args: readonly string[]): ChildProcess;
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /**
   * Runs a command with `--json`. Expects exit code 0, one document of this shape, and nothing on standard error except that it waits
   * for a server.
   */
  json<T>(shape: Shape<T>, args: readonly string[], options?: RunOptions): Promise<T>;
  /**
   * Runs a command with `--json` that must fail with this exit code. Returns the error's kind and message, which must also be on
   * standard error.
   */
  fails(
    code: number,
    args: readonly string[],
    options?: RunOptions,
  ): Promise<{ readonly kind: string; readonly message: string; readonly document: object }>;
  pid(): number | null;
  /** Stops the daemon and deletes the home. */
  end(): Promise<void>;
}

/** Message of a command that waits, as it may on a busy machine. [RL-46] */
const WAITING = /^cairn: waiting for .* stops waiting\.\n/m;

const STOP_MS_MAX = 10_000;

/** Stops a process as a service manager does. `cairn down` has the same effect, but starts one more program. */
const askToStop = async (pid: number | null): Promise<void> => {
  if (pid === null || !pidAlive(pid)) return;
  process.kill(pid, 'SIGTERM');
  const isOver = () => !pidAlive(pid);
  await waitUntil(isOver, { timeoutMs: STOP_MS_MAX, everyMs: 20, what: 'the daemon to stop' }).catch(
    () => undefined,
  );
};

export const device = async (
  name = 'device',
  settings: Readonly<Record<string, string>> = {},
): Promise<Device> => {
  const home = await tempHome(name);
  const begin = (args: readonly string[], { cwd, env, program = LAUNCHER }: RunOptions = {}) => {
    const [command = '', ...before] = program;
    return spawn(command, [...before, ...args], {
      cwd: cwd ?? home.path,
      env: { ...cleanEnv(), CAIRN_HOME: home.path, CAIRN_PORT: '0', CAIRN_EMBED: 'off', ...settings, ...env },
    });
  };
  const run = async (args: readonly string[], options: RunOptions = {}): Promise<Ran> => {
    const child = begin(args, options);
    const texts = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (part: string) => (texts.out += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (texts.err += part));
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, ...texts };
  };
  const pid = (): number | null => pidIn(join(home.path, 'daemon.json'));
  return {
    home: home.path,
    begin,
    run,
    pid,
    json: async (shape, args, options) => {
      const { code, out, ...ran } = await run([...args, '--json'], options);
      const err = ran.err.replace(WAITING, '');
      expect({ code, err }, `cairn ${args.join(' ')}: ${out}`).toEqual({ code: 0, err: '' });
      return shape.parse(oneDocument(out));
    },
    fails: async (code, args, options) => {
      const ran = await run([...args, '--json'], options);
      expect(ran.code, `cairn ${args.join(' ').slice(0, 200)}: ${ran.out}${ran.err}`).toBe(code);
      const document = oneDocument(ran.out);
      const { error } = document;
      expect(ran.err).toContain(`cairn: ${error?.message}`);
      return { kind: String(error?.kind), message: String(error?.message), document };
    },
    end: async () => {
      await askToStop(pid());
      // A daemon that starts or stops holds the lock without being announced.
      for (const running of [pid(), pidIn(join(home.path, 'daemon.lock'))])
        if (running !== null) await endProcess(running);
      await home.remove();
    },
  };
};

/** Returns options with long time limits for hooks. Such tests check what an agent is told, not how fast. */
export const unhurried = (own: Device): RunOptions => {
  const file = join(own.home, 'unhurried.cjs');
  writeFileSync(
    file,
    `if (process.argv.includes('hook')) {
      const [later, now, limit] = [setTimeout, performance.now.bind(performance), AbortSignal.timeout];
      globalThis.setTimeout = (call, ms, ...of) => later(call, 50 * ms, ...of);
      Object.defineProperty(performance, 'now', { value: () => now() / 50 });
      AbortSignal.timeout = (ms) => limit.call(AbortSignal, 50 * ms);
    }`,
  );
  // The program is run directly, because the launcher sets a time limit of its own.
  const program = [process.execPath, join(root, 'packages/local-daemon/dist/cli.cjs')];
  return { env: { NODE_OPTIONS: `--require=${file}` }, program };
};

interface Document {
  readonly error?: { readonly kind: string; readonly message: string };
}

const oneDocument = (out: string): Document => {
  expect(out.endsWith('\n')).toBe(true);
  return { ...Object(JSON.parse(out)) };
};

export interface Server {
  readonly url: string;
  readonly port: number;
  readonly setupToken: string;
  readonly data: string;
  pid(): number | null;
  /** Returns everything that the server has printed. */
  log(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts the server again with the same data and port. */
  start(): Promise<void>;
  end(): Promise<void>;
}

export const server = async (settings: Readonly<Record<string, string>> = {}): Promise<Server> => {
  const home = await tempHome('server');
  const data = join(home.path, 'data');
  await newServerData(data);
  let output = '';
  // The port is chosen in advance, so that a restarted server has the same one.
  const port = await freePort();
  let child: ReturnType<typeof spawn> | null = null;
  const start = async (): Promise<void> => {
    const from = output.length;
    const started = spawn(join(root, 'bin', 'cairn-server'), {
      env: { ...cleanEnv(), CAIRN_SERVER_PORT: String(port), CAIRN_SERVER_DATA: data, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (output += part));
    await waitUntil(() => /^listening on \S+$/m.test(output.slice(from)), {
      timeoutMs: 100_000,
      what: 'the server to listen',
    });
  };
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    const running = child;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await ended;
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    setupToken: /^setup token: (\S+)$/m.exec(output)?.[1] ?? '',
    data,
    pid: () => child?.pid ?? null,
    log: () => output,
    start,
    stop,
    end: async () => {
      await stop();
      await home.remove();
    },
  };
};
