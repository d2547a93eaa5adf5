/** Progress on standard error: one line that is written over on a terminal; elsewhere words, but no counts. */
import type { Io } from './io.ts';

export interface Progress {
  show(text: string): void;
  end(): void;
}

const ERASE_LINE = '\r\u001b[2K';

export const createProgress = (io: Io): Progress => {
  let last = '';
  return {
    show: (text) => {
      if (text === last) return;
      last = text;
      if (io.isErrTerminal) io.noteRaw(`${ERASE_LINE}${io.noteStyle.dim(`… ${text}`)}`);
      else if (!/\d/.test(text)) io.note(`… ${text}`);
    },
    end: () => {
      if (io.isErrTerminal && last !== '') io.noteRaw(ERASE_LINE);
    },
  };
};

export interface Meter {
  /** So many bytes more were read. */
  advance(bytes: number, text: string): void;
  end(): void;
}

const BAR_CELLS = 20;

/** How much of so many bytes was read, as a bar; without a number of bytes, only the text. */
export const createMeter = (io: Io, bytesTotal: number): Meter => {
  const progress = createProgress(io);
  let done = 0;
  return {
    advance: (bytes, text) => {
      done += bytes;
      const share = bytesTotal === 0 ? 0 : Math.min(1, done / bytesTotal);
      const cells = Math.round(share * BAR_CELLS);
      const bar = `${'█'.repeat(cells)}${'░'.repeat(BAR_CELLS - cells)} ${String(Math.floor(share * 100)).padStart(3)} %`;
      progress.show(bytesTotal === 0 ? text : `${bar}  ${text}`);
    },
    end: progress.end,
  };
};
