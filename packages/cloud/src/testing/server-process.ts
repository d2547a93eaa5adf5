/** Starts a real server process, calls it over HTTP, and reads its event stream. For tests. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';

/** The bundle. It starts twice as fast as the sources. */
const program = fileURLToPath(new URL('../../dist/server.js', import.meta.url));
const compileCache = fileURLToPath(new URL('../../../../.tools/compile-cache', import.meta.url));

type Env = Readonly<Record<string, string>>;

/** A command that runs a program in a new PID namespace, like a container. All processes in the namespace end with `unshare`. */
const UNSHARE = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  ...['--pid', '--fork', '--mount-proc', '--kill-child'],
];

/** Returns the words before a command that runs it in a new PID namespace. Null if the system does not allow one. */
export const apart = (): readonly string[] | null => {
  const [unshare = '', ...rest] = UNSHARE;
  return spawnSync(unshare, [...rest, 'true']).status === 0 ? UNSHARE : null;
};

interface LaunchOptions {
  readonly stdin?: 'ignore' | 'pipe';
  /** See `apart`. */
  readonly before?: readonly string[];
}

const launch = (
  env: Env,
  args: readonly string[] = [],
  { stdin = 'ignore', before = [] }: LaunchOptions = {},
) => {
  const [command = process.execPath, ...words] = [...before, process.execPath, program, ...args];
  const child: ChildProcess = spawn(command, words, {
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ended = once(child, 'close').then(() => child.exitCode);
  return { child, output, ended };
};

/** Runs the server's program to its end. `input` is its standard input. */
export const runServer = async (
  env: Env,
  args: readonly string[] = [],
  input?: string,
  before?: readonly string[],
) => {
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const { child, output, ended } = launch(env, args, { stdin, ...(before === undefined ? {} : { before }) });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const code = await ended;
  return { code, ...output };
};

/** A first start makes a database, which is slow on a busy machine. */
const LISTEN_TIMEOUT_MS = 100_000;

/** Starts a server on a free port, and waits until it listens. The caller ends it. */
export const startServer = async (env: Env, before: readonly string[] = []) => {
  const { child, output, ended } = launch({ CAIRN_SERVER_PORT: '0', ...env }, [], { before });
  const listens = (): string | undefined =>
    child.exitCode === null ? /^listening on (\S+)$/m.exec(output.stdout)?.[1] : 'ended';
  const what = 'the server to listen';
  const url = await waitUntil(listens, { timeoutMs: LISTEN_TIMEOUT_MS, what }).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  if (url === 'ended') throw new Error(`the server ended: ${output.stderr}`);
  return {
    pid: child.pid ?? 0,
    url,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    kill: async (signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT') => {
      child.kill(signal);
      return ended;
    },
  };
};

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

const wireHeaders = (token: string | null): Record<string, string> => ({
  [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
  ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
});

/** Returns the status and the parsed JSON of any answer, including errors. */
export const callServer = async (
  url: string,
  method: string,
  path: string,
  init: { readonly token?: string; readonly body?: Uint8Array | object } = {},
): Promise<{ readonly status: number; readonly json: unknown }> => {
  const { body } = init;
  const sent =
    body === undefined
      ? {}
      : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) };
  const headers = { ...wireHeaders(init.token ?? null), 'Content-Type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method, headers, ...sent });
  return { status: response.status, json: await response.json() };
};

/** Reads the stream until it ends or `stop` is called. */
export const openEvents = async (url: string, token: string) => {
  const stopping = new AbortController();
  const response = await fetch(`${url}/v1/events`, { headers: wireHeaders(token), signal: stopping.signal });
  const state = { text: '', ended: false };
  const reading = (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) state.text += decoder.decode(chunk, { stream: true });
    } catch {
      // The stream may also end by a lost connection.
    }
    state.ended = true;
  })();
  return {
    status: response.status,
    hints: (): readonly string[] => [...state.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? ''),
    kinds: (): readonly string[] => [...state.text.matchAll(/^event: (.*)$/gm)].map(([, kind]) => kind ?? ''),
    ended: () => state.ended,
    stop: async () => {
      stopping.abort();
      await reading;
    },
  };
};
