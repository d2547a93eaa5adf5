/** Whom a command waits for, once that takes longer than a person takes for an answer. In `io.ask`, so that each command has it. [RL-46] */
import type { PlainRequest } from '@cairn/schema';

/** Of the command as a whole: with the start of the program, under two seconds. */
const SILENT_MS = 1_600;
/** An answer that comes at once needs no note, however long the command took before. */
const QUICK_MS = 100;

/** `undefined`: the command does not wait for another machine. */
type Sentence = Promise<string | undefined>;

export const createWaitingNote = (note: (line: string) => void) => {
  let spentMs = performance.now();
  let isNoted = false;
  /** Notes once, while `work` goes on, what `sentence` says. */
  return async <T>(work: () => Promise<T>, sentence: () => Sentence): Promise<T> => {
    const began = performance.now();
    let isOver = false;
    const tell = async (): Promise<void> => {
      const line = await sentence();
      if (line === undefined || isOver || isNoted) return;
      isNoted = true;
      note(line);
    };
    const timer = setTimeout(() => void tell(), Math.max(QUICK_MS, SILENT_MS - spentMs));
    try {
      return await work();
    } finally {
      isOver = true;
      clearTimeout(timer);
      spentMs += performance.now() - began;
    }
  };
};

/** `syncServer`: the server of this device's vault, as the daemon knows it. */
export const waitingSentence = async (
  { method, path, body }: PlainRequest,
  syncServer: () => Promise<string | undefined>,
): Sentence => {
  const { findRoute } = await import('@cairn/schema/routes');
  const msMax = findRoute(method, path)?.serverMsMax;
  if (msMax === undefined) return undefined;
  const given: Readonly<Record<string, unknown>> = { ...Object(body) };
  const { project, server, timeoutS } = given;
  const whom = [project, server, await syncServer()].find((one) => typeof one === 'string') ?? 'the server';
  const seconds = typeof timeoutS === 'number' ? timeoutS : msMax / 1_000;
  const howLong = Number.isFinite(seconds) ? `, ${seconds} s at most` : '';
  return `cairn: waiting for ${whom}${howLong}. Ctrl-C stops waiting.`;
};
