export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** The record of a request. Never a token, a header, a body, a query or an id that opens something. */
export interface RequestRecord {
  /** The client's `X-Request-Id` when it is a plain one, else made here. */
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, not the path. */
  readonly route: string;
  readonly status: number;
  readonly tookMs: number;
  /** Random ids that open nothing; null before a device was recognised. */
  readonly vault: string | null;
  readonly device: string | null;
  /** The problem's kind, and what the server knows of its cause. */
  readonly problem: string | null;
  readonly reason: string | null;
}

export interface RequestLog {
  request(record: RequestRecord): void;
  /** A bug. */
  failure(requestId: string, error: unknown): void;
}
