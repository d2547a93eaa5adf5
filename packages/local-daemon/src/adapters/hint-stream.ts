/**
 * Keeps the server's stream of hints open while the device syncs. A stream without a ping for 45 s is closed, and a new one is opened
 * after a jittered wait. A hint only suggests a pull, so a lost one only costs time. [SY-L1]
 */
import { nextDelayMs, paceOfRefusal, type Timers } from '@cairn/core';
import { type Hint, hintSchema, LIMITS, parseJson } from '@cairn/schema';
import { createParser } from 'eventsource-parser';
import { createHintPace } from './hint-pace.ts';
import type { ServerHttp } from './server-http.ts';
import { steadyMs } from './system-time.ts';

export interface HintStreamDeps {
  readonly http: ServerHttp;
  /** Called for every request. */
  readonly token: () => Promise<string | null>;
  readonly timers: Timers;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly onHint: (hint: Hint) => void;
  /** Called when the stream opens: earlier hints were missed. */
  readonly onOpen: () => void;
  /** Default: 45 s. */
  readonly silenceMsMax?: number;
}

/**
 * Refusals after which the stream waits longer, but does not end: the server may lie, or may have been restored just now. The next pull
 * receives the same refusal. [TR-32, SY-E2]
 */
const REFUSALS = new Set(['unauthorized', 'device_revoked', 'protocol_too_old']);

export const openHintStream = (deps: HintStreamDeps): { close(): void } => {
  const closed = new AbortController();
  const hints = createHintPace({ ...deps, steadyMs });
  let cancelTimer: () => void = () => undefined;
  let attempt = 0;

  const connect = async (): Promise<void> => {
    let heard = false;
    let unread = 0;
    const tooLong = new AbortController();
    const parser = createParser({
      onEvent: ({ data }) => {
        const hint = hintSchema.safeParse(parseJson(data));
        unread = 0;
        if (!hint.success) return;
        attempt = 0;
        hints.hear(hint.data);
      },
    });
    const error = await deps.http.stream(
      {
        method: 'GET',
        path: '/v1/events',
        bearer: await deps.token(),
        signal: AbortSignal.any([closed.signal, tooLong.signal]),
        silenceMsMax: deps.silenceMsMax ?? LIMITS.pingTimeoutMs,
      },
      (text) => {
        if (!heard) deps.onOpen();
        heard = true;
        unread += text.length;
        parser.feed(text);
        // An endless event would fill the memory. A new stream is opened later, as after any failure.
        if (unread > LIMITS.hintCharsMax) tooLong.abort();
      },
    );
    if (closed.signal.aborted) return;
    attempt++;
    const { kind, retryAfterMs } = error;
    const pace = REFUSALS.has(kind) ? { pace: paceOfRefusal(kind) } : {};
    const delayMs = nextDelayMs({ attempt, random: deps.random(), retryAfterMs, ...pace });
    cancelTimer = deps.timers.after(delayMs, () => void connect());
  };

  void connect();
  return {
    close: () => {
      closed.abort();
      hints.close();
      cancelTimer();
    },
  };
};
