/** What a path answers, while the path changes: what is shown stays until the next is here. [PG-25] */
import type { Result } from '@cairn/schema';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Api, Failure } from '../adapters/api.ts';

/** What was answered last, and to which path. */
export interface Answered<T> {
  readonly path: string | null;
  readonly result: Result<T, Failure> | null;
}

export interface Loader<T> {
  readonly answered: ReadonlySignal<Answered<T>>;
  /** Anew if it is the same path. What was asked before counts no more. */
  ask(path: string): void;
  end(): void;
}

export const createLoader = <T extends object>({ ask }: Pick<Api, 'ask'>): Loader<T> => {
  const answered = signal<Answered<T>>({ path: null, result: null });
  let asking = new AbortController();
  return {
    answered,
    ask: (path) => {
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      void ask<T>('GET', path, { signal }).then((result) => {
        if (signal.aborted) return;
        const before = answered.peek();
        // What was read stays when reading it again fails.
        const stays = !result.ok && before.path === path && before.result?.ok === true;
        if (!stays) answered.value = { path, result };
      });
    },
    end: () => asking.abort(),
  };
};

export interface Shown<T> {
  /** Of an older path while `isLoading`; null when there is none, or the path failed. */
  readonly value: T | null;
  readonly failure: Failure | null;
  readonly isLoading: boolean;
}

/** `path`: the one that is wanted now. */
export const shownOf = <T>(answered: Answered<T>, path: string | null): Shown<T> => {
  if (path === null) return { value: null, failure: null, isLoading: false };
  const { result } = answered;
  const isLoading = answered.path !== path;
  return {
    value: result?.ok === true ? result.value : null,
    failure: isLoading || result === null || result.ok ? null : result.error,
    isLoading,
  };
};
