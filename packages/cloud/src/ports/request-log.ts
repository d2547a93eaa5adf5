export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** The record of a request. It never has a token, a header, a body, a query or an id that opens something. */
export interface RequestRecord {
  /** The client's `X-Request-Id` if it is plain text, else a new one. */
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern instead of the path. */
  readonly route: string;
  readonly status: number;
  readonly tookMs: number;
  /** Random ids that open nothing; null if no device was recognised. */
  readonly vault: string | null;
  readonly device: string | null;
  /** The problem's kind, and its cause as far as the server knows it. */
  readonly problem: string | null;
  readonly reason: string | null;
}

/** Logs a sentence. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

export interface RequestLog {
  request(record: RequestRecord): void;
  /** Logs a bug. */
  failure(requestId: string, error: unknown): void;
}
