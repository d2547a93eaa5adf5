/** The failure of a use case. `kind` is its kind in the protocol, and `detail` says what to do. */
import { err, type Result, type ServerErrorKind, type VaultId } from '@cairn/schema';
import type { Session } from '../ports/live-streams.ts';
import type { StoreFailure, StoreReads, StoreTransaction, SyncStore, VaultRow } from '../ports/sync-store.ts';

export interface Problem {
  readonly kind: ServerErrorKind;
  readonly detail: string;
  /** The present epoch, for `epoch_changed`. */
  readonly epoch?: string;
  readonly retryAfterS?: number;
  /** For the log, never sent. */
  readonly reason?: string;
  /** The device that was refused, for the log. */
  readonly session?: Session;
}

export type Answer<T> = Promise<Result<T, Problem>>;

export const problem = (
  kind: ServerErrorKind,
  detail: string,
  extra: Omit<Problem, 'kind' | 'detail'> = {},
): { readonly ok: false; readonly error: Problem } => err({ kind, detail, ...extra });

export const goneVault = () => problem('unauthorized', 'This vault is no longer here.');

/** Returns the answer of the work inside a store call. A failure of the store becomes the problem `unavailable`. */
export const flatten = <T>(result: Result<Result<T, Problem>, StoreFailure>): Result<T, Problem> =>
  result.ok
    ? result.value
    : problem('unavailable', 'The database is busy or cannot be reached. Try again in a moment.', {
        retryAfterS: 1,
        reason: result.error.reason,
      });

export const reading = async <T>(
  store: Pick<SyncStore, 'read'>,
  work: (reads: StoreReads) => Answer<T>,
): Answer<T> => flatten<T>(await store.read(work));

export const transacting = async <T>(
  store: Pick<SyncStore, 'transaction'>,
  work: (tx: StoreTransaction) => Answer<T>,
): Answer<T> => flatten<T>(await store.transaction(work));

/** Runs the work on a vault, under its lock. `gone`: the answer if the vault is not here. */
export const lockingVault = <T>(
  store: Pick<SyncStore, 'transaction'>,
  id: VaultId,
  work: (tx: StoreTransaction, vault: VaultRow) => Answer<T>,
  gone = goneVault,
): Answer<T> =>
  transacting<T>(store, async (tx) => {
    const vault = await tx.lockVault(id);
    return vault === null ? gone() : work(tx, vault);
  });
