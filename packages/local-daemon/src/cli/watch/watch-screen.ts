/**
 * A view that is drawn over and over on a screen of its own, until Ctrl-C. The terminal is left as it was, with the last view
 * on it.
 */
import type { Style } from '../style.ts';

export interface WatchedScreen {
  /** Draws when the view changed. */
  draw(text: string): void;
  /** Aborts by Ctrl-C, and when the terminal goes away. */
  readonly signal: AbortSignal;
  /** Calls when the terminal has another size. */
  onResize(work: () => void): void;
  close(): void;
}

const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const ERASE_REST_OF_LINE = '\u001b[K';
const ERASE_BELOW = '\u001b[J';

export const openWatchedScreen = (style: () => Style): WatchedScreen => {
  const over = new AbortController();
  const end = (): void => over.abort();
  const { stdout } = process;
  let last = '';
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // However the process ends, the terminal must not stay without a cursor.
  const restore = (): void => void stdout.write(LEAVE);
  process.once('exit', restore);
  stdout.write(ENTER);
  return {
    draw: (text) => {
      last = text;
      const rows = Math.max(1, (stdout.rows ?? 24) - 2);
      const lines = text.split('\n').slice(0, rows);
      const foot = style().dim('Ctrl-C ends this.');
      stdout.write(
        `${HOME}${[...lines, '', foot].map((line) => line + ERASE_REST_OF_LINE).join('\n')}${ERASE_BELOW}`,
      );
    },
    signal: over.signal,
    onResize: (work) => void stdout.on('resize', work),
    close: () => {
      process.off('exit', restore);
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, end);
      stdout.removeAllListeners('resize');
      stdout.write(`${LEAVE}${last}\n`);
    },
  };
};
