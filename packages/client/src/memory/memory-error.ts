import type { ClientError, Unanswered } from '../device/client-error.ts';

export type { Answer } from '../device/client-error.ts';

export type MemoryErrorKind = ClientError['kind'];

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

  constructor({
    kind,
    message,
    retryable,
    status = null,
    problem = null,
  }: Unanswered & Partial<ClientError>) {
    super(message);
    this.kind = kind;
    this.retryable = retryable;
    this.status = status;
    this.problem = problem;
  }
}
