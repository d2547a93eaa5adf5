/** Streams the daemon's events. Reconnects whenever the stream breaks off, and tells of answers that were lost. [PG-9] */
import type { DaemonEvent } from '@cairn/schema';
import { signal } from '@preact/signals';
import { eventsIn } from '../pure/event-lines.ts';
import type { Api } from './api.ts';
import type { Browser } from './browser.ts';

/** `resumed`: events may have been missed. */
export type LiveEvent = DaemonEvent | { readonly kind: 'resumed' };
export type Connection = 'connecting' | 'live' | 'lost';

export type Live = ReturnType<typeof createLive>;

const RETRY_MS_MIN = 300;
const RETRY_MS_MAX = 3_000;
/** The delay after which views are read again, because an answer was lost while the stream went on. Doubles while answers are lost. */
const UNANSWERED_MS_MIN = 1_000;
const UNANSWERED_MS_MAX = 60_000;
/** The daemon sends something every 15 s. */
const SILENCE_MS_MAX = 40_000;

export const createLive = (api: Api, browser: Browser) => {
  const connection = signal<Connection>('connecting');
  const listeners = new Set<(event: LiveEvent) => void>();
  const tell = (event: LiveEvent): void => {
    for (const listener of listeners) listener(event);
  };
  let failures = 0;
  /** Views may lack something: an attempt failed, or a stream ended. */
  let mayLack = false;

  const run = async (): Promise<void> => {
    const over = new AbortController();
    const opened = await api.listen('GET /v1/events', over.signal);
    if (opened.ok) {
      connection.value = 'live';
      failures = 0;
      if (mayLack) tell({ kind: 'resumed' });
      await readAll(opened.value, over, browser, tell);
    }
    mayLack = true;
    connection.value = 'lost';
  };
  let isResting = false;
  const again = (): void => {
    isResting = false;
    void run().then(() => {
      isResting = api.isLocked.peek();
      if (isResting) return;
      browser.after(Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** failures++), again);
    });
  };
  again();
  let last = { at: 0, waitMs: 0 };
  let isDue = false;
  api.unanswered.subscribe((count) => {
    if (count === 0 || isDue) return;
    isDue = true;
    const at = browser.nowMs();
    const isSeldom = Math.abs(at - last.at) > 2 * UNANSWERED_MS_MAX;
    last = { at, waitMs: isSeldom ? UNANSWERED_MS_MIN : Math.min(UNANSWERED_MS_MAX, last.waitMs * 2) };
    browser.after(last.waitMs, () => {
      isDue = false;
      if (connection.peek() === 'live') tell({ kind: 'resumed' });
    });
  });
  let wasLocked = false;
  api.isLocked.subscribe((isLocked) => {
    const isUnlocked = wasLocked && !isLocked;
    wasLocked = isLocked;
    if (!isUnlocked) return;
    if (isResting) again();
    else tell({ kind: 'resumed' });
  });
  return {
    connection,
    /** Returns a function that removes the listener. */
    on: (listener: (event: LiveEvent) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

const readAll = async (
  stream: ReadableStream<Uint8Array>,
  over: AbortController,
  browser: Browser,
  tell: (event: LiveEvent) => void,
): Promise<void> => {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const cancel = browser.after(SILENCE_MS_MAX, () => over.abort());
      const { done, value } = await reader.read();
      cancel();
      if (done) return;
      const parsed = eventsIn(rest + decoder.decode(value, { stream: true }));
      rest = parsed.rest;
      for (const event of parsed.events) tell(event);
    }
  } catch {
    // The stream broke off. The caller reopens it.
  }
};
