/** The sources of summaries, and sentences written from them: plain data that this folder shares. [SU-3, SU-4] */
import type { Citation } from '../ports/summary-store.ts';

/** One text to summarise: a memory, or a sentence of an older summary. */
export interface Note {
  readonly text: string;
  /** Unix time, milliseconds. Of two contradicting notes the later one holds. */
  readonly atMs: number;
  /** The memories that the note comes from. */
  readonly cites: readonly Citation[];
  /** Larger for a note that a person pinned or wrote. */
  readonly weight: number;
}

/** A memory that a sentence may cite, with the text by which it is recognised. */
export interface Citable {
  readonly citation: Citation;
  readonly text: string;
}

/** A sentence as written. `from`: indexes of the notes that it names as sources; empty when it names none. */
export interface DraftSentence {
  readonly text: string;
  readonly from: readonly number[];
}
