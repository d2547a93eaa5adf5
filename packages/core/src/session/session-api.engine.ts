/** Types of the engine's calls for sessions; `engine/api` has the others. Local to this device. [SE-1, SE-2, SE-3] */
import type { SessionMessage } from '@cairn/schema';

/** The messages that the newest part of a session's summary covers, and the summary before it. */
export interface SummarisedPart {
  readonly epoch: number;
  readonly earlier: string | null;
  readonly messages: readonly SessionMessage[];
}

export interface FoundMessages {
  readonly messages: readonly SessionMessage[];
  readonly found: number;
}
