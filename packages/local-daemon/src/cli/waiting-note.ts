/** Names the server that a command waits for, if the answer takes too long. Used by `io.ask`, so for every command. [RL-46] */
import type { PlainRequest } from '@cairn/schema';

/** Milliseconds without output. They include the start of the program, so that the note appears within two seconds. */
const SILENT_MS = 1_600;
/** A fast answer needs no note, however long the command took before. */
const QUICK_MS = 100;
/** Milliseconds until a person is told that the daemon itself gives no answer, as one that was stopped does. */
const DAEMON_MS = 5_000;

/** The sentence for a command; `undefined` if the command waits for no other machine. */
type Sentence = Promise<string | undefined>;

export const createWaitingNote = (note: (line: string) => void) => {
  let spentMs = performance.now();
  let isNoted = false;
  /** Prints `sentence` once if `work` takes too long. `late`: for work that has no such sentence, or a daemon that cannot give it. */
  return async <T>(work: () => Promise<T>, sentence: () => Sentence, late?: string): Promise<T> => {
    const began = performance.now();
    let isOver = false;
    const tell = async (saying: Sentence | string | undefined): Promise<void> => {
      const line = await saying;
      if (line === undefined || isOver || isNoted) return;
      isNoted = true;
      note(line);
    };
    const timer = setTimeout(() => void tell(sentence()), Math.max(QUICK_MS, SILENT_MS - spentMs));
    const lateTimer = setTimeout(() => void tell(late), DAEMON_MS);
    try {
      return await work();
    } finally {
      isOver = true;
      clearTimeout(timer);
      clearTimeout(lateTimer);
      spentMs += performance.now() - began;
    }
  };
};

/** A script is not told, because its request may rightly take long. */
export const DAEMON_WAIT =
  'cairn: waiting for the daemon of this device. `cairn logs` shows what it does. Ctrl-C stops waiting.';

/** `syncServer`: the server of this device's vault, from the daemon. */
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
