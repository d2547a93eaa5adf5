/** The failure of a command that cannot do its task, and the exit code for it. */

import type { ClientError } from '@cairn/client/device';
import { type DaemonErrorKind, exhaustive } from '@cairn/schema';

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

/** 0 ok, 1 error, 2 usage, 3 daemon unreachable, 4 not allowed, 5 partial or conflict. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5;

export const exitCodeOf = (kind: FailureKind): ExitCode => {
  switch (kind) {
    case 'not_found':
    case 'refused':
    case 'rate_limited':
    case 'already_in_vault':
    case 'not_in_vault':
    case 'server_unreachable':
    case 'server_error':
    case 'sync_stopped':
    case 'storage_full':
    case 'storage_read_only':
    case 'storage_newer':
    case 'storage_corrupt':
    case 'storage_unreachable':
    case 'storage_taken':
    case 'storage_remote':
    case 'internal':
    case 'bad_file':
    case 'cancelled':
      return 1;
    case 'usage':
    case 'invalid_input':
      return 2;
    case 'daemon_unreachable':
    case 'stopping':
      return 3;
    case 'unauthorized':
    case 'not_allowed':
    case 'storage_refused':
      return 4;
    case 'timeout':
    case 'restoring':
      return 5;
    default:
      return exhaustive(kind);
  }
};

/** Converts an error of a call or of our own code to a failure. */
export const failureOf = (
  error: Pick<ClientError, 'kind' | 'message'> & Partial<Pick<ClientError, 'problem'>>,
): Failure => ({
  kind: error.kind,
  message: error.message,
  ...(error.problem?.progress === undefined ? {} : { progress: error.problem.progress }),
  ...(error.problem?.mistyped === true ? { mistyped: true } : {}),
});
