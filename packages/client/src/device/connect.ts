/**
 * Connects every other process to the daemon: finds it, starts it if none runs, replaces one that is older than this program, and sends
 * requests. Light, because `cairn save` waits for it.
 */
import { err, isDaemonErrorKind, isRecord, ok, parseJson, type Result } from '@cairn/schema';
import { isAlive } from '../adapters/process-identity.ts';
import { sleep } from '../adapters/system-time.ts';
import { type Answer, CLOSED, type ClientError, unreachable } from './client-error.ts';
import { type RunningDaemon, readRunningDaemon } from './daemon-file.ts';
import {
  createHttpConnection,
  type HttpAnswer,
  type HttpCall,
  type HttpConnection,
  type HttpResult,
} from './http.ts';
import type { Paths } from './paths.ts';
import type { StartOptions } from './start-daemon.ts';
import { compareVersions, VERSION } from './version.ts';

export interface ConnectOptions extends StartOptions {
  /** Whether a daemon is started when none runs. */
  readonly start: boolean;
  /** The scope of all requests. Unless given, the scope of each request's project. [SP-2] */
  readonly scope?: string | undefined;
}

export interface RequestOptions {
  /** Longest silence, milliseconds; 120,000 unless given, 0 for none. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export type DaemonClient = ReturnType<typeof createClient>;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

type OnEvent = (event: Readonly<Record<string, unknown>>) => void;

/** Loaded only to start or await a daemon, because it needs more modules than a request does. */
const starting = () => import('./start-daemon.ts');

const TIMEOUT_MS = 120_000;
const STOP_MS_MAX = 15_000;
const TRIES_MAX = 3;

export const connect = async (paths: Paths, options: ConnectOptions): Answer<DaemonClient> => {
  const found = await findDaemon(paths, options);
  return found.ok ? ok(createClient(paths, options, found.value)) : found;
};

const NONE_RUNS = 'The daemon is not running. Start it with `cairn up`.';

/** Returns the running daemon, or starts one. */
export const findDaemon = async (paths: Paths, options: ConnectOptions): Answer<RunningDaemon> => {
  const running = readRunningDaemon(paths);
  if (running === null || !isAlive(running.pid, running.processStart)) {
    const { startDaemon, awaitAnnounced } = await starting();
    if (options.start) return startDaemon(paths, options);
    const announced = await awaitAnnounced(paths, options);
    return announced === null ? err(unreachable(NONE_RUNS)) : ok(announced);
  }
  if (!options.start || compareVersions(VERSION, running.version) <= 0) return ok(running);
  return replaceDaemon(paths, options, running);
};

/** Replaces an older daemon by this program's. Newer daemons stay: otherwise two installed versions would stop each other in turn. */
const replaceDaemon = async (
  paths: Paths,
  options: ConnectOptions,
  old: RunningDaemon,
): Answer<RunningDaemon> => {
  const connection = createHttpConnection(old);
  await connection.call({ method: 'POST', path: '/v1/shutdown', timeoutMs: STOP_MS_MAX });
  connection.close();
  const { awaitEnd, startDaemon } = await starting();
  if (await awaitEnd(old.pid, STOP_MS_MAX)) return startDaemon(paths, options);
  const message = `The daemon of version ${old.version} (pid ${old.pid}) does not stop. Stop that process, then try again.`;
  return err(unreachable(message));
};

const createClient = (paths: Paths, options: ConnectOptions, first: RunningDaemon) => {
  let daemon = first;
  let connection = createHttpConnection(first, options.scope);
  const open = new AbortController();

  const reconnect = async (): Answer<null> => {
    connection.close();
    const again = await findDaemon(paths, options);
    if (!again.ok) return again;
    daemon = again.value;
    connection = createHttpConnection(daemon, options.scope);
    return ok(null);
  };

  /** Sends until a daemon has accepted the request. The answer may still be an error. */
  const send = async (call: HttpCall, run: (to: HttpConnection) => HttpResult): Answer<HttpAnswer> => {
    for (let attempt = 1; ; attempt++) {
      if (open.signal.aborted) return err(CLOSED);
      const answer = await afterRestore(() => run(connection));
      const retry = attempt < TRIES_MAX && (await mayRepeat(call, answer, daemon, paths, attempt === 1));
      if (!retry)
        return answer.ok ? ok(answer.value) : err(unreachable(brokenSentence(answer.error.message), true));
      const again = await reconnect();
      if (!again.ok) return again;
    }
  };

  return {
    daemon: () => daemon,
    /** Returns the answer's JSON or an error. A request that no daemon accepted is repeated on a newly started daemon. */
    request: async (
      method: Method,
      path: string,
      body?: unknown,
      options: RequestOptions = {},
    ): Answer<unknown> => {
      const { timeoutMs = TIMEOUT_MS, signal } = options;
      const call: HttpCall = { method, path, body, timeoutMs, signal };
      const answer = await send(call, (to) => to.call(call));
      return answer.ok ? readAnswer(answer.value) : answer;
    },
    /** Streams `GET /v1/events` until `signal` aborts or the client is closed (ok), or the daemon ends (error). */
    events: async (onEvent: OnEvent, signal: AbortSignal): Answer<null> => {
      const feed = eventParser(onEvent);
      const ends = AbortSignal.any([signal, open.signal]);
      const call: HttpCall = { method: 'GET', path: '/v1/events', timeoutMs: 0, signal: ends };
      if (open.signal.aborted) return err(CLOSED);
      const answer = await send(call, (to) => to.stream(call, feed));
      if (ends.aborted) return ok(null);
      if (!answer.ok) return answer;
      const refused = readAnswer(answer.value);
      return refused.ok ? err(unreachable('The daemon closed the stream of events.')) : refused;
    },
    /** Ends the events. Requests that are under way get their answer, later ones are refused. */
    close: () => {
      open.abort();
      connection.close();
    },
  };
};

const brokenSentence = (reason: string): string =>
  `The daemon does not answer (${reason}). \`cairn status\` shows whether it runs, \`cairn logs\` what it did.`;

const TOKEN_RETURNS_MS = 1_200;
const TOKEN_LOOK_MS = 100;
const DYING_MS_MAX = 2_000;
const RESTORE_MS_MAX = 30_000;
const RESTORE_LOOK_MS = 200;

/** While a backup is restored the daemon accepts nothing, so the request is repeated until there is an answer. */
const afterRestore = async (run: () => HttpResult): HttpResult => {
  for (let waited = 0; ; waited += RESTORE_LOOK_MS) {
    const answer = await run();
    const isRestoring = answer.ok && answer.value.status === 503 && answer.value.text.includes('"restoring"');
    if (!isRestoring || waited >= RESTORE_MS_MAX) return answer;
    await sleep(RESTORE_LOOK_MS);
  }
};

/** Returns true if the request may be sent once more: it had no effect, or repeating it changes nothing. */
const mayRepeat = async (
  { method, path: route }: HttpCall,
  answer: Awaited<HttpResult>,
  daemon: RunningDaemon,
  paths: Paths,
  isFirst: boolean,
): Promise<boolean> => {
  if (!answer.ok && answer.error.kind === 'stale')
    return method !== 'POST' || (await starting()).isRepeatable(method, route);
  if (!answer.ok && answer.error.kind !== 'refused') return false;
  if (!answer.ok) {
    // A killed process refuses before the system counts it as ended. Until then it would be found as the running daemon.
    if (isFirst) await (await starting()).awaitEnd(daemon.pid, DYING_MS_MAX);
    return true;
  }
  if (answer.value.status === 503 && answer.value.text.includes('"stopping"')) {
    await (await starting()).awaitEnd(daemon.pid, STOP_MS_MAX);
    return true;
  }
  if (answer.value.status !== 401) return false;
  // The daemon was restarted after its token was read. Or another daemon overwrote the token and then gave way. Then the right token is
  // back within a second.
  for (let waited = 0; waited < TOKEN_RETURNS_MS; waited += TOKEN_LOOK_MS) {
    if (readRunningDaemon(paths)?.token !== daemon.token) return true;
    await sleep(TOKEN_LOOK_MS);
  }
  return false;
};

/** Reads an answer of the daemon's API. */
export const readAnswer = ({ status, text }: HttpAnswer): Result<unknown, ClientError> => {
  const json = parseJson(text) ?? null;
  if (status >= 200 && status < 300) return ok(json);
  const problem = isRecord(json) ? json : null;
  const { kind, detail, title, retryable } = problem ?? {};
  if (typeof kind !== 'string')
    return err(unreachable(`Another program answers at the daemon's address (HTTP ${status}).`));
  return err({
    kind: isDaemonErrorKind(kind) ? kind : 'internal',
    message: String(detail ?? title ?? `The daemon answered ${status}.`),
    retryable: retryable === true,
    status,
    problem,
  });
};

/** Server-sent events of one `data:` line each, as the daemon writes them. */
const eventParser = (onEvent: OnEvent) => {
  let rest = '';
  return (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data:')) continue;
      const event = parseJson(line.slice('data:'.length));
      if (isRecord(event)) onEvent(event);
    }
  };
};
