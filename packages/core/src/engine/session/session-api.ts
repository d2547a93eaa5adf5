/** What the engine does with sessions, as its callers see it; `engine/api` has the rest. Local to this device. [SE-1, SE-2, SE-3] */
import type { SessionMessage } from '@cairn/schema';

export interface RewordedSummary {
  readonly id: string;
  readonly text: string;
  readonly model: string;
  readonly expectedEpoch: number;
}

/** What the newest part of a session's summary stands for, and what is summarised before that. */
export interface SummarisedPart {
  readonly epoch: number;
  readonly earlier: string | null;
  readonly messages: readonly SessionMessage[];
}

export interface FoundMessages {
  readonly messages: readonly SessionMessage[];
  readonly found: number;
}
