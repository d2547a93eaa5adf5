/** What is written down of a request. Never a token, a header, a body, a query or an id that opens something. */
export interface RequestRecord {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, not the path. */
  readonly route: string;
  readonly status: number;
  readonly tookMs: number;
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
