/** Timers as a dependency. */
export interface Timers {
  /** Calls `run` once after the delay, never before `after` returns. The returned function cancels that call. */
  after(delayMs: number, run: () => void): () => void;
}
