export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. The daemon still does what it has already accepted. */
  readonly signal?: AbortSignal | undefined;
  /** Longest silence of the daemon, in milliseconds. Default 120,000; 0 for none. An in-process memory ignores it. */
  readonly timeoutMs?: number | undefined;
}
