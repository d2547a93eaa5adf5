/** The errors that a client of the daemon can get. */
import type { DaemonErrorKind, Result } from '@cairn/schema';

/** `daemon_unreachable`: no daemon runs and none could be started, or the daemon does not answer. */
export interface ClientError {
  readonly kind: DaemonErrorKind | 'daemon_unreachable';
  /** A sentence that says what to do. */
  readonly message: string;
  /** The HTTP status, null when there was no answer. */
  readonly status: number | null;
  /** Whether the same call can succeed later without anything being changed. */
  readonly retryable: boolean;
  /** The whole problem document; its `progress` holds a partial result. Null if there was none. */
  readonly problem: Readonly<Record<string, unknown>> | null;
}

/** An error without the fields of an answer. */
export type Unanswered = Pick<ClientError, 'kind' | 'message' | 'retryable'>;

/** A failure is a value. */
export type Answer<T> = Promise<Result<T, ClientError>>;

/** Returns an error that no daemon answered. */
export const clientError = ({ kind, message, retryable }: Unanswered): ClientError => ({
  ...{ kind, message, retryable, status: null, problem: null },
});

export const unreachable = (message: string, retryable = false): ClientError =>
  clientError({ kind: 'daemon_unreachable', message, retryable });

/** The error of every call after `close`. [SD-3] */
export const CLOSED = clientError({
  kind: 'stopping',
  message: 'This memory is closed. Connect to it or open it again to use it.',
  retryable: false,
});
