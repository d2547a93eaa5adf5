/** A use case's answer if it cannot do its task. It has one wire kind; `detail` says what to do. */
import { err, type Result, type ServerErrorKind } from '@cairn/schema';
import type { StoreFailure } from '../ports/sync-store.ts';

export interface Problem {
  readonly kind: ServerErrorKind;
  readonly detail: string;
  /** The present epoch, for `epoch_changed`. */
  readonly epoch?: string;
  readonly retryAfterS?: number;
  /** For the log, never sent. */
  readonly reason?: string;
}

export type Answer<T> = Promise<Result<T, Problem>>;

export const problem = (
  kind: ServerErrorKind,
  detail: string,
  extra: Omit<Problem, 'kind' | 'detail'> = {},
): { readonly ok: false; readonly error: Problem } => err({ kind, detail, ...extra });

/** Returns a store's own failure, or the answer of the work inside it. */
export const flatten = <T>(result: Result<Result<T, Problem>, StoreFailure>): Result<T, Problem> =>
  result.ok
    ? result.value
    : problem('unavailable', 'The database is busy or cannot be reached. Try again in a moment.', {
        retryAfterS: 1,
        reason: result.error.reason,
      });
