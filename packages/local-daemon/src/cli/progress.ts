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
