/** `cairn status --watch`: redrawn when the daemon says that something changed, and every few seconds anyway. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Io } from '../io.ts';
import type { Style } from '../style.ts';
import { openWatchedScreen } from './watch-screen.ts';

/** Polls for changes without an event: the embedder's queue, the time, a daemon that went away. */
const POLL_MS = 2_000;
/** One of many events at once is enough. */
const GATHER_MS = 100;

/** `look` reads how things are and answers how that is drawn. */
export const watchStatus = async (io: Io, look: () => Promise<(style: Style) => string>): Promise<void> => {
  const screen = openWatchedScreen(io.outStyle);
  const { signal } = screen;
  let view: (style: Style) => string = () => '';
  let wake = (): void => undefined;
  const draw = (): void => screen.draw(view(io.outStyle()));
  screen.onResize(draw);
  const listening = listen(io, () => wake(), signal);
  try {
    while (!signal.aborted) {
      view = await look();
      draw();
      const woken = new Promise<void>((resolve) => (wake = resolve));
      await Promise.race([woken, pause(POLL_MS, signal)]);
      await pause(GATHER_MS, signal);
    }
  } finally {
    screen.close();
    await listening;
  }
};

/** Opens the stream of events again whenever there is a daemon, and starts none. */
const listen = async (io: Io, onEvent: () => void, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const client = await io.daemon(false);
    if (client.ok) await client.value.events(onEvent, signal);
    await pause(POLL_MS, signal);
  }
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
