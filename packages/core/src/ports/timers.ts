/** Waiting as a dependency. `run` is called once, later, never from within `after`; the answer cancels it. */
export interface Timers {
  after(delayMs: number, run: () => void): () => void;
}
