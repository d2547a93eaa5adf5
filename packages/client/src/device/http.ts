/**
 * Sends requests to the daemon over its Unix socket or loopback. Uses `node:net`, because `node:http` makes a whole `cairn save` 9 %
 * slower (docs/decisions/0036) and `fetch` slower still. Connections are reused.
 */
import { createConnection, type Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { err, ok, type Result } from '@cairn/schema';
import { isStopped } from '../adapters/process-identity.ts';
import { every, steadyMs } from '../adapters/system-time.ts';
import { byPort, isRefusal, mayAskPort } from './ask-port.ts';
import type { RunningDaemon } from './daemon-file.ts';
import { createAnswerReader } from './http-answer.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * `refused`: no process listens, so nothing was done. `broken`: the connection ended or went silent, so the request may have been done.
 * `stale`: like `broken`, but nothing came back and the connection was old or was reset. Its daemon had most likely ended before, or
 * ended with the request still in its queue.
 */
export interface HttpFailure {
  readonly kind: 'refused' | 'broken' | 'stale' | 'aborted';
  readonly message: string;
}

export interface HttpCall {
  readonly method: string;
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Longest silence, milliseconds; 0 is none. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export type HttpConnection = ReturnType<typeof createHttpConnection>;

export type HttpResult = Promise<Result<HttpAnswer, HttpFailure>>;

interface Idle {
  readonly socket: Socket;
  readonly sinceMs: number;
}

interface Taken {
  readonly socket: Socket;
  readonly isReused: boolean;
}

type OnText = (text: string) => void;

/** Half of how long the daemon keeps a silent connection: the daemon might close an older one during a request. */
const IDLE_MS_MAX = 30_000;

/**
 * Calls under way at once; later ones wait. Each takes a connection: a process may have few files open, and a socket on which many
 * connections wait refuses more.
 */
const CALLS_MAX = 128;

/** How often a call looks whether the daemon's process was stopped. Such a process answers nothing until somebody continues it. */
const STOPPED_LOOK_MS = 5_000;

const stoppedText = (pid: number): string =>
  `its process ${pid} is stopped. \`kill -CONT ${pid}\` lets it go on, and then it may still do what it was asked`;

const ABORTED = err({ kind: 'aborted' as const, message: 'cancelled' });

const wasReset = (error: Error): boolean => 'code' in error && error.code === 'ECONNRESET';

/** `scope`: the scope of all requests. [SP-2] */
export const createHttpConnection = (daemon: RunningDaemon, scope?: string) => {
  const idle: Idle[] = [];
  const places = createPlaces(CALLS_MAX);
  let isClosed = false;

  const takeSocket = (): Taken => {
    for (;;) {
      const found = idle.pop();
      if (found === undefined) break;
      if (!found.socket.destroyed && steadyMs() - found.sinceMs < IDLE_MS_MAX) {
        found.socket.ref();
        return { socket: found.socket, isReused: true };
      }
      found.socket.destroy();
    }
    return {
      socket: daemon.socket === null ? byPort(daemon) : createConnection(daemon.socket),
      isReused: false,
    };
  };

  const giveBack = (socket: Socket): void => {
    socket.removeAllListeners();
    socket.on('error', () => socket.destroy());
    socket.setTimeout(0);
    // An idle connection must not keep the process alive.
    socket.unref();
    idle.push({ socket, sinceMs: steadyMs() });
  };

  const run = async (call: HttpCall, onText: OnText | null): HttpResult => {
    if (call.signal?.aborted === true) return ABORTED;
    // Before a connection is taken, because a body that is no JSON throws.
    const request = requestBytes(daemon, call, scope);
    // A stream lasts for hours.
    if (onText !== null) return send(call, request, onText);
    await places.take();
    try {
      return await send(call, request, null);
    } finally {
      places.leave();
    }
  };

  const send = async (call: HttpCall, request: Buffer, onText: OnText | null): HttpResult => {
    if (call.signal?.aborted === true) return ABORTED;
    const answer = await exchange(call, request, onText, takeSocket());
    return !answer.ok && answer.error.kind === 'refused' && mayAskPort(daemon)
      ? exchange(call, request, onText, { socket: byPort(daemon), isReused: false })
      : answer;
  };

  const exchange = (
    call: HttpCall,
    request: Buffer,
    onText: OnText | null,
    { socket, isReused }: Taken,
  ): HttpResult =>
    new Promise((resolve) => {
      const parts: Buffer[] = [];
      const decoder = new StringDecoder('utf8');
      const reader = createAnswerReader((bytes) => {
        if (onText !== null && reader.status() === 200) onText(decoder.write(bytes));
        else parts.push(bytes);
      });
      const lost = (message: string, isReset = false): void => {
        const isStale = (isReused || isReset) && socket.bytesRead === bytesBefore;
        fail({ kind: isStale ? 'stale' : 'broken', message });
      };
      const bytesBefore = socket.bytesRead;
      const onAbort = (): void => fail(ABORTED.error);
      const fail = (failure: HttpFailure): void => {
        endLooking();
        call.signal?.removeEventListener('abort', onAbort);
        socket.removeAllListeners();
        socket.on('error', () => undefined);
        socket.destroy();
        resolve(err(failure));
      };
      const finish = (): void => {
        endLooking();
        call.signal?.removeEventListener('abort', onAbort);
        if (reader.isReusable() && !isClosed) giveBack(socket);
        else socket.destroy();
        resolve(ok({ status: reader.status(), text: Buffer.concat(parts).toString('utf8') }));
      };
      call.signal?.addEventListener('abort', onAbort);
      const endLooking = every(STOPPED_LOOK_MS, () => {
        if (isStopped(daemon.pid)) fail({ kind: 'broken', message: stoppedText(daemon.pid) });
      });
      socket.on('data', (bytes: Buffer) => {
        const state = reader.push(bytes);
        if (state === 'done') finish();
        if (state === 'malformed') fail({ kind: 'broken', message: 'its answer is not HTTP' });
      });
      socket.on('end', () => (reader.end() ? finish() : lost('the connection was closed')));
      socket.on('error', (error) =>
        isRefusal(error) ? fail(refused(error)) : lost(error.message, wasReset(error)),
      );
      socket.on('close', () => lost('the connection was closed'));
      socket.setTimeout(call.timeoutMs, () =>
        fail({ kind: 'broken', message: `no answer for ${call.timeoutMs / 1_000} s` }),
      );
      socket.write(request);
    });

  return {
    call: (call: HttpCall) => run(call, null),
    /** Delivers the answer as it comes. Resolves with the status once the stream has ended. */
    stream: (call: HttpCall, onText: OnText) => run(call, onText),
    close: () => {
      isClosed = true;
      for (const { socket } of idle.splice(0)) socket.destroy();
    },
  };
};

/** Gives out `max` places, and makes who comes later wait in turn. */
const createPlaces = (max: number) => {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    take: async (): Promise<void> => {
      if (taken < max) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave: (): void => {
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
    },
  };
};

const requestBytes = (daemon: RunningDaemon, call: HttpCall, scope: string | undefined): Buffer => {
  const body = call.body === undefined ? null : Buffer.from(JSON.stringify(call.body));
  const lines = [
    `${call.method} ${call.path} HTTP/1.1`,
    `host: 127.0.0.1:${daemon.port}`,
    `authorization: Bearer ${daemon.token}`,
    ...(scope === undefined ? [] : [`cairn-scope: ${encodeURIComponent(scope)}`]),
    ...(body === null ? [] : ['content-type: application/json', `content-length: ${body.length}`]),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return body === null ? head : Buffer.concat([head, body]);
};

const refused = (error: Error): HttpFailure => ({ kind: 'refused', message: error.message });
