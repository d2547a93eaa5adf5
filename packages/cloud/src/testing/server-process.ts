/** A real server process, a client that speaks the wire to it, and an event stream on a socket. For tests. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';

/** The bundle, which starts in half of the time that its sources need. */
const program = fileURLToPath(new URL('../../dist/server.js', import.meta.url));
const compileCache = fileURLToPath(new URL('../../../../.tools/compile-cache', import.meta.url));

export interface ServerProcess {
  readonly pid: number;
  readonly url: string;
  stdout(): string;
  stderr(): string;
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | null>;
}

type Env = Readonly<Record<string, string>>;

/** A list of processes of its own, as a container has it; what is in it ends with `unshare`. */
const UNSHARE = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  ...['--pid', '--fork', '--mount-proc', '--kill-child'],
];

/** The beginning of a command whose process sees no other one. Null where the system does not allow it. */
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

/** Runs it to its end; with `input` on its standard input. */
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

/** A first start makes a database, which takes its time on a busy machine. */
const LISTEN_TIMEOUT_MS = 100_000;

/** Started and listening on a free port. The caller ends it. */
export const startServer = async (env: Env, before: readonly string[] = []): Promise<ServerProcess> => {
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
    kill: async (signal) => {
      child.kill(signal);
      return ended;
    },
  };
};

const wireHeaders = (token: string | null): Record<string, string> => ({
  [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
  ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
});

/** The parsed JSON of whatever was answered. */
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
      // Cut off, which is one way to end.
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
