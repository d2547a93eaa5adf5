/**
 * Failures that a store throws instead of the errors of its library. `busy`: another process has locked the file. `newer`: a newer
 * version of Cairn wrote the file. `index_corrupt`: the full-text index is damaged, but not the rows [F-6]. `unreadable`: any other
 * failure. For a remote database [ST-3]: `unreachable`: no answer, and nothing was written. `uncertain`: the connection was lost during
 * a commit. `taken`: another daemon writes to the database. `not_allowed`: the server refuses the request.
 */
import { type CairnError, cairnError } from '@cairn/schema';

export type StoreFailureKind =
  | 'busy'
  | 'full'
  | 'read_only'
  | 'newer'
  | 'corrupt'
  | 'index_corrupt'
  | 'unreadable'
  | 'closed'
  | 'unreachable'
  | 'uncertain'
  | 'taken'
  | 'not_allowed';

export type StoreFailure = Error & { readonly storeFailure: StoreFailureKind };

export const storeFailure = (kind: StoreFailureKind, message: string, cause?: unknown): StoreFailure =>
  Object.assign(new Error(message, { cause }), { storeFailure: kind });

export const isStoreFailure = (error: unknown): error is StoreFailure =>
  error instanceof Error && 'storeFailure' in error;

/** Converts a failure to the error for the engine's caller, with a sentence about what happened and what to do. */
export const cairnErrorOfFailure = (failure: StoreFailure): CairnError => {
  const [kind, sentence, retryable] = TOLD[failure.storeFailure];
  return cairnError(
    kind,
    sentence.replace('%', () => failure.message),
    retryable,
  );
};

/** Kind, sentence and `retryable` of each failure's error. `%` is replaced by the failure's message. */
const TOLD: Readonly<Record<StoreFailureKind, readonly [CairnError['kind'], string, boolean]>> = {
  busy: ['internal', 'Another program holds the database. Close it, then try again.', true],
  full: ['storage_full', 'The disk is full, so this was not written. Free some space, then try again.', true],
  read_only: ['storage_read_only', '%', false],
  newer: ['storage_newer', '%', false],
  corrupt: [
    'storage_corrupt',
    'The database is damaged. Run `cairn doctor`, and restore a backup if it cannot repair it.',
    false,
  ],
  index_corrupt: [
    'storage_corrupt',
    'The search index is damaged. Run `cairn doctor --fix` to rebuild it.',
    true,
  ],
  unreadable: ['internal', '%', true],
  closed: ['stopping', 'The engine is stopping.', true],
  unreachable: ['storage_unreachable', '% Try again when it is back.', true],
  uncertain: [
    'storage_unreachable',
    '% It is not known whether this was written: look when it is back, or do it again. Equal words are kept once.',
    true,
  ],
  taken: ['storage_taken', '%', false],
  not_allowed: ['storage_refused', '%', false],
};
