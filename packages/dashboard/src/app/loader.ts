/** Loads an answer while the question changes. The shown answer stays until the next one arrives. [PG-25] */
import type { Result } from '@cairn/schema';
import { signal } from '@preact/signals';
import type { Failure } from '../adapters/api.ts';

/** The last answer with its question, for example a path. */
export interface Answered<T> {
  readonly key: string | null;
  readonly result: Result<T, Failure> | null;
  /** Says that what `result` shows is not there any more. */
  readonly missing?: Failure;
}

/** Asks a question. */
export type Read<T> = (over: AbortSignal) => Promise<Result<T, Failure>>;

interface Running<T> {
  readonly key: string;
  readonly over: AbortController;
  /** How to ask again; null if that is not due. */
  again: Read<T> | null;
}

export const createLoader = <T>() => {
  const answered = signal<Answered<T>>({ key: null, result: null });
  let running: Running<T> | null = null;
  const end = (): void => {
    running?.over.abort();
    running = null;
  };
  const start = (key: string, read: Read<T>): void => {
    const mine: Running<T> = { key, over: new AbortController(), again: null };
    running = mine;
    void read(mine.over.signal).then((result) => {
      if (mine.over.signal.aborted) return;
      running = null;
      settle(key, result);
      if (mine.again !== null) start(key, mine.again);
    });
  };
  const settle = (key: string, result: Result<T, Failure>): void => {
    const before = answered.peek();
    const isAgain = before.key === key && before.result?.ok === true;
    // The earlier result stays if reading it again fails.
    if (result.ok || !isAgain) answered.value = { key, result };
    else if (result.error.kind === 'missing') answered.value = { ...before, missing: result.error };
  };
  return {
    answered,
    /**
     * Asks the question. A question that is not answered yet is asked again after its answer, so that frequent changes cannot keep the
     * answer away. Drops answers to other questions.
     */
    ask: (key: string, read: Read<T>): void => {
      if (running?.key === key) {
        running.again = read;
        return;
      }
      end();
      start(key, read);
    },
    end,
  };
};

export interface Shown<T> {
  /** While `isLoading`, the answer to the older question. Null if there is none, or the question failed. */
  readonly value: T | null;
  /** Beside a value it says that what is shown is not there any more. */
  readonly failure: Failure | null;
  readonly isLoading: boolean;
}

/** Returns what to show for the question `key`. Null: no question. */
export const shownOf = <T>(answered: Answered<T>, key: string | null): Shown<T> => {
  if (key === null) return { value: null, failure: null, isLoading: false };
  const { result, missing = null } = answered;
  const isLoading = answered.key !== key;
  return {
    value: result?.ok === true ? result.value : null,
    failure: isLoading || result === null ? null : result.ok ? missing : result.error,
    isLoading,
  };
};
