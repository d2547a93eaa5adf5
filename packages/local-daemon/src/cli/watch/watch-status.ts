/** `cairn status --watch`: redraws on each change that the daemon reports, and every few seconds. */
import type { Io } from '../io.ts';
import { pause } from '../progress.ts';
import type { Style } from '../style.ts';

/** Polls for changes without an event: the embedder's queue, the time, a daemon that ended. */
const POLL_MS = 2_000;
/** Time in which events are gathered, so that many at once need one redraw. */
const GATHER_MS = 100;

/** `look` reads the status and returns a function that draws it. */
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

/** Reopens the stream of events whenever a daemon runs. Starts none. */
const listen = async (io: Io, onEvent: () => void, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const client = await io.daemon(false);
    if (client.ok) await client.value.events(onEvent, signal);
    await pause(POLL_MS, signal);
  }
};

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const ERASE_REST_OF_LINE = '\u001b[K';
const ERASE_BELOW = '\u001b[J';

/** A view that is redrawn on a separate screen until Ctrl-C. Afterwards the terminal is restored and shows the last view. */
const openWatchedScreen = (style: () => Style) => {
  const over = new AbortController();
  const end = (): void => over.abort();
  const { stdout } = process;
  let last = '';
  for (const signal of ENDING) process.on(signal, end);
  // However the process ends, the terminal must get its cursor back.
  const restore = (): void => void stdout.write(LEAVE);
  process.once('exit', restore);
  stdout.write(ENTER);
  return {
    draw: (text: string): void => {
      last = text;
      const rows = Math.max(1, (stdout.rows ?? 24) - 2);
      const lines = text.split('\n').slice(0, rows);
      const foot = style().dim('Ctrl-C ends this.');
      stdout.write(
        `${HOME}${[...lines, '', foot].map((line) => line + ERASE_REST_OF_LINE).join('\n')}${ERASE_BELOW}`,
      );
    },
    /** Aborts on Ctrl-C, and when the terminal closes. */
    signal: over.signal,
    onResize: (work: () => void) => void stdout.on('resize', work),
    close: (): void => {
      process.off('exit', restore);
      for (const signal of ENDING) process.off(signal, end);
      stdout.removeAllListeners('resize');
      stdout.write(`${LEAVE}${last}\n`);
    },
  };
};
