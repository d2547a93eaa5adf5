/**
 * Progress on standard error. On a terminal it is one line that is overwritten. Elsewhere it is words without counts, and with `--json`
 * nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Io } from './io.ts';
import { cutToCells } from './output/cells.ts';

export type Progress = ReturnType<typeof createProgress>;

const ERASE_LINE = '\r\u001b[2K';
/** Nobody can read faster updates, and a terminal is slower than a loop. */
const REDRAW_MS = 50;

export const createProgress = (io: Io) => {
  const isDrawn = io.isErrTerminal && !io.json && io.env.TERM !== 'dumb';
  let last = '';
  let drawnAtMs = 0;
  const draw = (text: string): void => {
    const room = (io.noteStyle.width ?? 80) - 1;
    io.noteRaw(`${ERASE_LINE}${io.noteStyle.dim(cutToCells(text, room))}`);
    drawnAtMs = Date.now();
  };
  return {
    /** Shows words, such as what the command waits for. */
    show: (text: string): void => {
      if (io.json || text === last) return;
      last = text;
      if (isDrawn) draw(`… ${text}`);
      else if (!/\d/.test(text)) io.note(`… ${text}`);
    },
    /** Shows a bar; without a total only the text. */
    showPart: (done: number, total: number, text: string): void => {
      if (!isDrawn || Date.now() - drawnAtMs < REDRAW_MS) return;
      last = text;
      draw(total === 0 ? `… ${text}` : `${barText(done / total)}  ${text}`);
    },
    end: (): void => {
      if (isDrawn && last !== '') io.noteRaw(ERASE_LINE);
      last = '';
    },
  };
};

/** Waits, or ends at once when `signal` aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

const BAR_CELLS = 20;

/** "██████████░░░░░░░░░░  50 %" */
export const barText = (share: number): string => {
  const part = Math.min(1, Math.max(0, share));
  const cells = Math.round(part * BAR_CELLS);
  const percent = String(Math.floor(part * 100)).padStart(3);
  return `${'█'.repeat(cells)}${'░'.repeat(BAR_CELLS - cells)} ${percent} %`;
};

const TICK_MS = 200;

/** Shows what `look` returns a few times a second while `work` runs. */
export const watched = async <T>(
  io: Io,
  work: Promise<T>,
  look: (elapsedMs: number) => { readonly done: number; readonly total: number; readonly text: string },
): Promise<T> => {
  const progress = createProgress(io);
  const startedMs = Date.now();
  const timer = setInterval(() => {
    const { done, total, text } = look(Date.now() - startedMs);
    progress.showPart(done, total, text);
  }, TICK_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    progress.end();
  }
};
