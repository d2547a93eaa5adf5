/** A memory's state, by name. SQL has the numbers. */
export const STATE = {
  current: 0,
  superseded: 1,
  /** Hidden behind a memory with equal text. */
  twin: 2,
  /** Waits for review. */
  held: 3,
} as const;

export type MemoryState = (typeof STATE)[keyof typeof STATE];
