/** Figures of the engine that a person may set; one that is absent is as it was measured. */
export interface Tuning {
  /** Shares of an agent's context: from where on facts are taken out, a summary goes on, and what it leaves. [SE-2, SE-3] */
  readonly flushShare?: number;
  readonly rollShare?: number;
  readonly rollToShare?: number;
  /** An older answer of a tool of so many tokens gives way, but for so many of the newest. [CX-4] */
  readonly pruneTokens?: number;
  readonly pruneKept?: number;
}
