/** A memory's state and trust. */
import type { Trust } from '@cairn/schema';

/** The states by name. SQL has the numbers. */
export const STATE = {
  current: 0,
  superseded: 1,
  /** Hidden behind a memory with equal text. */
  twin: 2,
  /** Waits for review. */
  held: 3,
} as const;

/** Whether a context may show the memory. Memories of low trust are found only by an explicit search. [CX-5] */
export const isTrusted = ({ trust }: { readonly trust: Trust }): boolean =>
  trust === 'high' || trust === 'normal';

export type MemoryState = (typeof STATE)[keyof typeof STATE];
