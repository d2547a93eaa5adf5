/** Connects to the daemon in both directions by an HTTP upgrade on `/mcp`. `cairn mcp` needs no other module for requests. */
import { createConnection, type Socket } from 'node:net';
import { err, isDaemonErrorKind, LIMITS, ok, parseJson, type Result } from '@cairn/schema';
import { sleep } from '../adapters/system-time.ts';
import { byPort, isRefusal, mayAskPort } from './ask-port.ts';
import { type Answer, type ClientError, clientError, unreachable } from './client-error.ts';
import { type ConnectOptions, findDaemon } from './connect.ts';
import type { RunningDaemon } from './daemon-file.ts';
import type { Paths } from './paths.ts';

const HEAD_BYTES_MAX = 65_536;
const TRIES_MAX = 5;
/** The pause between attempts. */
const AGAIN_MS = 100;
/** Attempts while a daemon stops. It takes at most five seconds to finish its requests. */
const STOP_TRIES_MAX = 150;

/** Opens the connection. `headers`: plain ASCII. */
export const openPipeLink = async (
  paths: Paths,
  options: ConnectOptions,
  headers: Readonly<Record<string, string>>,
): Answer<Socket> => {
  let stops = 0;
  for (let attempt = 1; ; attempt++) {
    const daemon = await findDaemon(paths, options);
    if (!daemon.ok) return daemon;
    const opened = await upgrade(daemon.value, headers);
    if (opened.ok) return opened;
    const isStopping = opened.error.kind === 'stopping';
    if (isStopping && stops++ < STOP_TRIES_MAX) attempt--;
    // The daemon ended, is stopping, or was replaced by one with another token. The next attempt finds the running one.
    else if (opened.error.status !== null && opened.error.status !== 401) return opened;
    // The daemon runs but hangs. Another attempt would only block the host. [MC-13]
    if (attempt >= TRIES_MAX || opened.error.kind === 'timeout') return opened;
    if (isStopping || attempt > 1) await sleep(AGAIN_MS);
  }
};

const upgrade = (daemon: RunningDaemon, headers: Readonly<Record<string, string>>): Answer<Socket> =>
  new Promise((resolve) => {
    const socket = daemon.socket === null ? byPort(daemon) : createConnection(daemon.socket);
    let seen = Buffer.alloc(0);
    let isOver = false;
    const settle = (result: Result<Socket, ClientError>): void => {
      isOver = true;
      for (const event of ['data', 'end', 'close', 'timeout']) socket.removeAllListeners(event);
      socket.setTimeout(0);
      if (!result.ok) socket.destroy();
      resolve(result);
    };
    const broken = (reason: string): void => {
      if (!isOver)
        settle(err(unreachable(`The daemon does not answer (${reason}). \`cairn logs\` shows why.`)));
    };
    socket.on('error', (error) => {
      if (isOver || !isRefusal(error) || !mayAskPort(daemon)) return broken(error.message);
      isOver = true;
      resolve(upgrade({ ...daemon, socket: null }, headers));
    });
    socket.setTimeout(LIMITS.mcpAnswerMsMax, () => {
      const seconds = LIMITS.mcpAnswerMsMax / 1_000;
      const message = `The daemon is running but does not answer (nothing for ${seconds} s). \`cairn logs\` shows why.`;
      if (!isOver) settle(err({ ...unreachable(message), kind: 'timeout' }));
    });
    socket.on('data', (data: Buffer) => {
      seen = Buffer.concat([seen, data]);
      const end = seen.indexOf('\r\n\r\n');
      if (end < 0) return seen.length > HEAD_BYTES_MAX ? broken('its answer is not HTTP') : undefined;
      if (!seen.toString('latin1', 0, end).startsWith('HTTP/1.1 101')) return;
      const rest = seen.subarray(end + 4);
      socket.pause();
      settle(ok(socket));
      if (rest.length > 0) socket.unshift(rest);
    });
    socket.on('end', () => {
      if (!isOver) settle(err(refusalOf(seen.toString('utf8'))));
    });
    socket.on('close', () => broken('the connection was closed'));
    socket.write(headOf(daemon, headers));
  });

const headOf = (daemon: RunningDaemon, headers: Readonly<Record<string, string>>): string =>
  [
    'GET /mcp HTTP/1.1',
    `host: 127.0.0.1:${daemon.port}`,
    `authorization: Bearer ${daemon.token}`,
    'connection: Upgrade',
    'upgrade: cairn-mcp',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

/** Returns the error that the daemon's answer describes: a problem document after the head. */
const refusalOf = (answer: string): ClientError => {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
  if (status === 0) return unreachable('The daemon does not answer. `cairn logs` shows why.');
  const problem = parseJson(answer.slice(answer.indexOf('\r\n\r\n') + 4));
  const { kind, detail }: Readonly<Record<string, unknown>> = { ...Object(problem) };
  const message =
    problem === undefined
      ? `The running daemon does not support MCP (HTTP ${status}). Stop it with \`cairn down\`: the next one supports it.`
      : String(detail ?? `The daemon answered ${status}.`);
  const known = typeof kind === 'string' && isDaemonErrorKind(kind) ? kind : 'internal';
  return { ...clientError({ kind: known, message, retryable: false }), status };
};
