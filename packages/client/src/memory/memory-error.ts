import type { DaemonErrorKind, Result } from '@cairn/schema';

export type MemoryErrorKind = DaemonErrorKind | 'daemon_unreachable';

export interface MemoryFailure {
  readonly kind: MemoryErrorKind;
  readonly message: string;
  readonly retryable: boolean;
  readonly status: number | null;
  readonly problem: Readonly<Record<string, unknown>> | null;
}

/** An expected failure, identified by `kind`. The message is a sentence that says what to do. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
  readonly kind: MemoryErrorKind;
  /** Whether the same call can succeed later without anything being changed. */
  readonly retryable: boolean;
  /** The HTTP status of the daemon's answer; null when there was none. */
  readonly status: number | null;
  /** The daemon's whole problem document; null when there was none. */
  readonly problem: Readonly<Record<string, unknown>> | null;

  constructor({ kind, message, retryable, status, problem }: MemoryFailure) {
    super(message);
    this.kind = kind;
    this.retryable = retryable;
    this.status = status;
    this.problem = problem;
  }
}

/** The answer of a backend. A failure is a value. */
export type Answer<T> = Promise<Result<T, MemoryFailure>>;
