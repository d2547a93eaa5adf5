export interface CallOptions {
  /** Ends the call: it throws the signal's reason. The daemon still does what it has taken by then. */
  readonly signal?: AbortSignal | undefined;
  /** Longest silence of the daemon, milliseconds; 120,000 unless given, 0 for none. Nothing to an in-process memory. */
  readonly timeoutMs?: number | undefined;
}
