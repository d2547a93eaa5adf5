/** Timers as a dependency. `run` is called once, later, never from within `after`. The returned function cancels it. */
export interface Timers {
  after(delayMs: number, run: () => void): () => void;
}
