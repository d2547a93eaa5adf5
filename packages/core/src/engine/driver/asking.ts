/** The driver's memory of what it asks for by name. [TR-7] */
export interface Asking {
  /** Rounds since the last news. */
  round: number;
  nextAtMs: number;
  /** Changes that the server called gone without a proof, and that went out again since. [TR-1] */
  resent: number;
  /** How many items waited at the last look; more is news. */
  waiting: number;
  /** Where the next round begins. */
  from: number;
}

export const newAsking = (): Asking => ({ round: 0, nextAtMs: 0, waiting: 0, resent: 0, from: 0 });
