/**
 * Passes lines of `cairn mcp` from standard input to the daemon and back. The pipe outlives the daemon. It repeats the
 * handshake to the next daemon, repeats safe calls, and answers other pending calls with a failure. It starts a daemon
 * only for a client's request.
 */
import { LIMITS, type Result } from '@cairn/schema';
import {
  errorLine,
  failureLine,
  type Id,
  INVALID_REQUEST,
  idAtEnds,
  isRepeatable,
  linesOfBatch,
  type Params,
  readMessage,
} from './message.ts';

export interface Link {
  write(line: string): void;
  close(): void;
}

export interface LinkEvents {
  readonly onLine: (line: string) => void;
  readonly onLost: () => void;
}

export interface PipeDeps {
  /** Finds a running daemon or starts one. */
  readonly open: (events: LinkEvents) => Promise<Result<Link, { readonly message: string }>>;
  /** Writes one line to the client. */
  readonly write: (line: string) => void;
  /** Calls `run` once after `ms` milliseconds. Returns a function that cancels the call. */
  readonly after: (ms: number, run: () => void) => () => void;
}

interface Call {
  readonly id: Id;
  readonly line: string;
  readonly method: string;
  readonly params: Params;
  /** Number of attempts. */
  tries: number;
  /** Cancels the time limit for the answer. */
  forget: () => void;
}

const TRIES_MAX = 3;
const LOST =
  'The Cairn daemon stopped during this call, so it may or may not have been done. Look with memory_search, then try again.';
const HUNG =
  'The Cairn daemon is running but did not answer in time, so go on without it. The call may still be done. `cairn logs` shows why.';
/** Whether the daemon would close the connection because of this line. [TR-60] */
const isTooLong = (line: string): boolean => Buffer.byteLength(line) > LIMITS.requestBytesMax;
const TOO_LONG = `This message is longer than ${LIMITS.requestBytesMax.toLocaleString('en-US')} bytes. Send less at once.`;
const NOT_TEXT = 'This message is not UTF-8 text. Send UTF-8.';

export const createPipe = ({ open, write, after }: PipeDeps) => {
  const calls = new Map<Id, Call>();
  /** Lines that are not sent, in order. */
  let waiting: string[] = [];
  let link: Link | null = null;
  let isOpening = false;
  /**
   * Handshake of the 2025 protocol, to be repeated. The client has its answer already, so a second answer is not passed
   * on.
   */
  let greeting: Call | null = null;
  let greeted: string | null = null;
  let onIdle: (() => void)[] = [];

  const settle = (id: Id): void => {
    calls.get(id)?.forget();
    calls.delete(id);
    if (calls.size === 0) for (const call of onIdle.splice(0)) call();
  };

  /** Refuses a line that was too long to be kept, by its first and last bytes. */
  const refuseLong = (head: string, tail: string): void =>
    write(errorLine(idAtEnds(head, tail), INVALID_REQUEST, TOO_LONG));

  /** Takes a line from the client. `isText` says whether its bytes were UTF-8. */
  const take = (line: string, isText = true): void => {
    // As over HTTP, each request of a batch is answered by itself.
    for (const one of linesOfBatch(line) ?? [line]) takeOne(one, isText);
  };

  const takeOne = (line: string, isText: boolean): void => {
    const message = readMessage(line);
    if (message.kind === 'malformed') {
      write(errorLine(message.id, message.code, message.reason));
      return;
    }
    const unfit = !isText ? NOT_TEXT : isTooLong(line) ? TOO_LONG : null;
    if (unfit !== null) {
      if (message.kind === 'request') write(failureLine(message.id, message.method, message.params, unfit));
      return;
    }
    if (message.kind === 'request') {
      const { id, method, params } = message;
      const call: Call = { id, line, method, params, tries: 0, forget: () => undefined };
      if (method === 'initialize') greeting = call;
      calls.set(id, call);
    }
    if (message.kind === 'notification') note(message.method, message.params, line);
    waiting.push(line);
    pump();
  };

  const note = (method: string, { requestId }: Params, line: string): void => {
    if (method === 'notifications/initialized') greeted = line;
    // A cancelled request gets no answer and is not repeated.
    if (method !== 'notifications/cancelled') return;
    if (typeof requestId === 'string' || typeof requestId === 'number') settle(requestId);
  };

  const pump = (): void => {
    if (link === null) {
      void reopen();
      return;
    }
    const lines = waiting;
    waiting = [];
    for (const line of lines) link.write(line);
    for (const call of calls.values()) if (call.tries === 0) sent(call);
  };

  /** Starts the time limit of a call. Some hosts wait forever, so a daemon that hangs must not hold them up. [MC-13] */
  const sent = (call: Call): void => {
    call.tries++;
    call.forget();
    const limit = call.method === 'tools/call' ? LIMITS.mcpCallMsMax : LIMITS.mcpAnswerMsMax;
    call.forget = after(limit, () => {
      if (greeting === call) greeting = null;
      write(failureLine(call.id, call.method, call.params, HUNG));
      settle(call.id);
    });
  };

  const reopen = async (): Promise<void> => {
    if (isOpening) return;
    isOpening = true;
    const opened = await open({ onLine, onLost });
    isOpening = false;
    if (!opened.ok) return giveUp(opened.error.message);
    link = opened.value;
    greet(link);
    for (const call of calls.values()) {
      if (call.tries === 0) continue;
      sent(call);
      link.write(call.line);
    }
    pump();
  };

  const greet = (to: Link): void => {
    // An unanswered handshake is a pending call, and `reopen` repeats it.
    if (greeting === null || calls.get(greeting.id) === greeting) return;
    to.write(greeting.line);
    if (greeted !== null && !waiting.includes(greeted)) to.write(greeted);
  };

  const onLine = (line: string): void => {
    const message = readMessage(line);
    if (message.kind === 'response' && message.id !== null) {
      // The answer has no pending call if it belongs to a repeated handshake or a cancelled call, or if it is late.
      if (!calls.has(message.id)) return;
      write(line);
      settle(message.id);
      return;
    }
    write(line);
  };

  const onLost = (): void => {
    link = null;
    for (const call of [...calls.values()]) {
      if (call.tries === 0 || (isRepeatable(call.method, call.params) && call.tries < TRIES_MAX)) continue;
      write(failureLine(call.id, call.method, call.params, LOST));
      settle(call.id);
    }
    if (calls.size > 0) void reopen();
  };

  /** Answers all pending calls with the reason why no daemon is available. The next message tries again. */
  const giveUp = (sentence: string): void => {
    waiting = [];
    if (greeting !== null && calls.get(greeting.id) === greeting) greeting = null;
    for (const call of [...calls.values()]) {
      write(failureLine(call.id, call.method, call.params, sentence));
      settle(call.id);
    }
  };

  return {
    take,
    refuseLong,
    /** Resolves when no call is pending. */
    idle: () => new Promise<void>((resolve) => (calls.size === 0 ? resolve() : onIdle.push(resolve))),
    close: (): void => {
      onIdle = [];
      for (const call of calls.values()) call.forget();
      link?.close();
    },
  };
};
