/** Settings of the engine that a person may change. An absent one has its measured default. */
export interface Tuning {
  /** Shares of a context: where facts are extracted, where a summary replaces its beginning, what that leaves. [SE-2, SE-3] */
  readonly flushShare?: number;
  readonly rollShare?: number;
  readonly rollToShare?: number;
  /** An older tool result with at least this many tokens is replaced by a note, except the newest ones. [CX-4] */
  readonly pruneTokens?: number;
  readonly pruneKept?: number;
}
