/** The engine's calls for sessions, as its callers see them; `engine/api` has the rest. Local to this device. [SE-1, SE-2, SE-3] */
import type { SessionMessage } from '@cairn/schema';

export interface RewordedSummary {
  readonly id: string;
  readonly text: string;
  readonly model: string;
  readonly expectedEpoch: number;
}

/** The messages that the newest part of a session's summary stands for, and the summary before that. */
export interface SummarisedPart {
  readonly epoch: number;
  readonly earlier: string | null;
  readonly messages: readonly SessionMessage[];
}

export interface FoundMessages {
  readonly messages: readonly SessionMessage[];
  readonly found: number;
}
