/** The answer to a question, while the question changes: what is shown stays until the next answer is here. [PG-25] */
import type { Result } from '@cairn/schema';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Failure } from '../adapters/api.ts';

/** The last answer, and its question, such as a path. */
export interface Answered<T> {
  readonly key: string | null;
  readonly result: Result<T, Failure> | null;
}

export interface Loader<T> {
  readonly answered: ReadonlySignal<Answered<T>>;
  /** Asks again if it is the same question. An earlier question counts no more. */
  ask(key: string): void;
  end(): void;
}

export const createLoader = <T>(
  read: (key: string, over: AbortSignal) => Promise<Result<T, Failure>>,
): Loader<T> => {
  const answered = signal<Answered<T>>({ key: null, result: null });
  let asking = new AbortController();
  return {
    answered,
    ask: (key) => {
      asking.abort();
      asking = new AbortController();
      const { signal: over } = asking;
      void read(key, over).then((result) => {
        if (over.aborted) return;
        const before = answered.peek();
        // The earlier result stays when reading it again fails.
        const stays = !result.ok && before.key === key && before.result?.ok === true;
        if (!stays) answered.value = { key, result };
      });
    },
    end: () => asking.abort(),
  };
};

export interface Shown<T> {
  /** The answer to an older question while `isLoading`; null when there is none, or the question failed. */
  readonly value: T | null;
  readonly failure: Failure | null;
  readonly isLoading: boolean;
}

/** `key`: the question that is asked now. */
export const shownOf = <T>(answered: Answered<T>, key: string | null): Shown<T> => {
  if (key === null) return { value: null, failure: null, isLoading: false };
  const { result } = answered;
  const isLoading = answered.key !== key;
  return {
    value: result?.ok === true ? result.value : null,
    failure: isLoading || result === null || result.ok ? null : result.error,
    isLoading,
  };
};
