/** The failure of a command that cannot do its task, and the exit code for it. */

import type { ClientError } from '@cairn/client/device';
import { type DaemonErrorKind, err, ok, type Result } from '@cairn/schema';

/** `usage`: the command line is wrong. `bad_file`: a named file is wrong. `cancelled`: the person said no. */
export type FailureKind = DaemonErrorKind | 'daemon_unreachable' | 'usage' | 'bad_file' | 'cancelled';

export interface Failure {
  readonly kind: FailureKind;
  /** A sentence that says what to do. */
  readonly message: string;
  /** What was done before the failure, from a daemon's problem document. */
  readonly progress?: unknown;
  /** Set for a sign-in: another code or password may succeed. */
  readonly mistyped?: true;
}

export const failure = (kind: FailureKind, message: string): Failure => ({ kind, message });
export const fail = (kind: FailureKind, message: string) => err(failure(kind, message));
export const misuse = (message: string) => fail('usage', message);
/** After a person said no. */
export const UNCHANGED = fail('cancelled', 'Nothing was changed.');

/** An answer of the daemon or of a person. */
export type Answer<T> = Promise<Result<T, Failure>>;

/** Returns what `of` makes of a value; a failure stays a failure. */
export const mapped = async <T, U>(asked: Answer<T>, of: (value: T) => U): Answer<U> => {
  const found = await asked;
  return found.ok ? ok(of(found.value)) : found;
};

/** Whether the daemon refused the words of one item, so that others may still be taken. */
export const isRefusal = ({ kind }: Failure): boolean => kind === 'invalid_input' || kind === 'refused';

/** 0 ok, 1 error, 2 usage, 3 daemon unreachable, 4 not allowed, 5 partial or conflict. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5;

const EXIT_CODES: Readonly<Record<FailureKind, ExitCode>> = {
  ...{ not_found: 1, refused: 1, rate_limited: 1, already_in_vault: 1, not_in_vault: 1, sync_stopped: 1 },
  ...{ server_unreachable: 1, server_error: 1, internal: 1, bad_file: 1, cancelled: 1 },
  ...{ storage_full: 1, storage_read_only: 1, storage_newer: 1, storage_corrupt: 1 },
  ...{ storage_unreachable: 1, storage_taken: 1, storage_remote: 1 },
  ...{ usage: 2, invalid_input: 2 },
  ...{ daemon_unreachable: 3, stopping: 3 },
  ...{ unauthorized: 4, not_allowed: 4, storage_refused: 4 },
  ...{ timeout: 5, restoring: 5 },
};
export const exitCodeOf = (kind: FailureKind): ExitCode => EXIT_CODES[kind];

/** Converts an error of a call or of our own code to a failure. */
export const failureOf = (
  error: Pick<ClientError, 'kind' | 'message'> & Partial<Pick<ClientError, 'problem'>>,
): Failure => ({
  kind: error.kind,
  message: error.message,
  ...(error.problem?.progress === undefined ? {} : { progress: error.problem.progress }),
  ...(error.problem?.mistyped === true ? { mistyped: true } : {}),
});
