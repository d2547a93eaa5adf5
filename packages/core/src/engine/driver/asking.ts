/** What the driver remembers of what it asks for by name. [TR-7] */
export interface Asking {
  /** Rounds since the last news. */
  round: number;
  nextAtMs: number;
  /** How many items waited at the last look; more is news. */
  waiting: number;
  /** Where the next round begins. */
  from: number;
}

export const newAsking = (): Asking => ({ round: 0, nextAtMs: 0, waiting: 0, from: 0 });
