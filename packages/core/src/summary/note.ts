/** The sources of summaries, and what comes of them: plain data that every part of this folder shares. [SU-3, SU-4] */
import type { Citation } from '../ports/summary-store.ts';

/** One text to be summarised: a memory, or a sentence of an older summary. */
export interface Note {
  readonly text: string;
  /** Milliseconds: of two that contradict each other the later one holds. */
  readonly atMs: number;
  /** The memories that it comes from. */
  readonly cites: readonly Citation[];
  /** A note that a person pinned or said in person weighs more. */
  readonly weight: number;
}

/** A memory that a sentence may cite, with the words by which it is recognised. */
export interface Citable {
  readonly citation: Citation;
  readonly text: string;
}

/** A sentence as written. `from`: the places of the notes that it says it comes from; empty when it does not say. */
export interface DraftSentence {
  readonly text: string;
  readonly from: readonly number[];
}
