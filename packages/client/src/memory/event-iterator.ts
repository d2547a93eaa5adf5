/** A stream of events as an async iterator. */
import type { DaemonEvent, Result } from '@cairn/schema';
import type { Answer, ClientError } from '../device/client-error.ts';
import { type CallOptions, signalOf } from './checked.ts';
import { MemoryError } from './memory-error.ts';

export type Listen = (
  onEvent: (event: Readonly<Record<string, unknown>>) => void,
  signal: AbortSignal,
) => Answer<null>;

/** The most events that may wait for a slow reader. */
const EVENTS_WAITING_MAX = 1_000;

export const eventIterator = (
  listen: Listen,
  options: Pick<CallOptions, 'signal'>,
): AsyncGenerator<DaemonEvent> => {
  const left = new AbortController();
  const events = eventsUntil(left, listen, options);
  const end = events.return.bind(events);
  return Object.assign(events, {
    // A generator's own `return` waits for the next event.
    return: (value: undefined) => {
      left.abort();
      return end(value);
    },
  });
};

async function* eventsUntil(
  left: AbortController,
  listen: Listen,
  options: Pick<CallOptions, 'signal'>,
): AsyncGenerator<DaemonEvent> {
  const signal = signalOf(options);
  const waiting: DaemonEvent[] = [];
  let wake = Promise.withResolvers<void>();
  const over: { result: Result<null, ClientError> | null } = { result: null };
  const listening = listen(
    (event) => {
      // The daemon's token proves the origin. The reader has to ignore kinds that this version does not know.
      if (!isEvent(event)) return;
      if (waiting.push(event) > EVENTS_WAITING_MAX) waiting.shift();
      wake.resolve();
    },
    signal == null ? left.signal : AbortSignal.any([signal, left.signal]),
  ).then((result) => {
    over.result = result;
    wake.resolve();
  });
  try {
    for (;;) {
      yield* waiting.splice(0);
      if (waiting.length > 0) continue;
      if (over.result !== null) break;
      await wake.promise;
      wake = Promise.withResolvers();
    }
  } finally {
    left.abort();
    await listening;
  }
  const { result } = over;
  if (result !== null && !result.ok) throw new MemoryError(result.error);
}

const isEvent = (event: Readonly<Record<string, unknown>>): event is DaemonEvent =>
  typeof event.kind === 'string';
