/** A stream of events as an async iterator. */
import type { DaemonEvent, Result } from '@cairn/schema';
import type { ClientError } from '../device/client-error.ts';
import { MemoryError } from './memory-error.ts';

export type Listen = (
  onEvent: (event: Readonly<Record<string, unknown>>) => void,
  signal: AbortSignal,
) => Promise<Result<null, ClientError>>;

/** Events that a reader may let pile up. */
const EVENTS_WAITING_MAX = 1_000;

export async function* eventIterator(listen: Listen, signal?: AbortSignal): AsyncGenerator<DaemonEvent> {
  const left = new AbortController();
  const waiting: DaemonEvent[] = [];
  let wake = Promise.withResolvers<void>();
  const over: { result: Result<null, ClientError> | null } = { result: null };
  const listening = listen(
    (event) => {
      // Ours, proved by the daemon's token; a kind that this version does not know is the reader's to leave aside.
      if (!isEvent(event)) return;
      if (waiting.push(event) > EVENTS_WAITING_MAX) waiting.shift();
      wake.resolve();
    },
    signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]),
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
