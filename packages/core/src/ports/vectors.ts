/**
 * Vectors in the store [F-2]. Each belongs to a text and a model; any row with that text reaches it, so equal text is embedded
 * once. One model is the present one: what has no vector of it waits to be embedded, which survives any crash, because it
 * follows from the rows. A vector is erased with the last row that says its text. [ST-4]
 */
import type { FoundMemory, Scope } from './memory-row.ts';
import type { FoundPassage, PassagePlace, PassageScope } from './passage-store.ts';

/** `id`: of a memory, its entity id; of a passage, a name that the store gives it for as long as it waits. */
export interface VectorOwner {
  readonly kind: 'memory' | 'passage';
  readonly id: string;
}

/** The parts of a vector: the vectors of these texts, `text` counting 1. `hash` names the whole; see `vectors/embeddable`. */
export interface Embeddable {
  readonly text: string;
  readonly beside: readonly { readonly text: string; readonly weight: number }[];
  readonly hash: string;
}

/** The rows that wait. */
export interface UnembeddedText extends Embeddable {
  readonly owner: VectorOwner;
}

export interface EmbedderName {
  readonly model: string;
  readonly dimensions: number;
}

/** A question as a unit vector of that model. */
export interface VectorQuery {
  readonly model: string;
  readonly vector: Float32Array;
}

export interface VectorMatch {
  readonly memory: FoundMemory;
  /** -1 to 1. */
  readonly cosine: number;
}

export interface VectorMatches {
  /** Best first. */
  readonly matches: readonly VectorMatch[];
  /** False: there are more vectors than are held in memory, and only the newest were looked at. */
  readonly isComplete: boolean;
}

export interface PassageVectorMatch extends FoundPassage {
  readonly cosine: number;
}

export interface PassageVectorMatches {
  readonly matches: readonly PassageVectorMatch[];
  readonly isComplete: boolean;
}

export interface VectorReads {
  /**
   * At most `limit`: memories before passages, of each what was never embedded first and the newest of it. Of another model than the
   * present one: everything waits.
   */
  unembedded(model: string, limit: number): Promise<readonly UnembeddedText[]>;
  /** Those of these texts that have a vector of this model. */
  embeddedTexts(model: string, hashes: readonly string[]): Promise<readonly string[]>;
  /** `vectors` of this model, whether or not it is the present one; `waiting`: rows without one. */
  vectorCounts(model: string): Promise<{ readonly waiting: number; readonly vectors: number }>;
  /** The nearest in scope, as `matchText`. Nothing when the model is not the present one. [F-5] */
  matchVector(query: VectorQuery, scope: Scope, limit: number): Promise<VectorMatches>;
  /** In the order of the ids; null without a vector of this model. */
  cosinesOf(query: VectorQuery, ids: readonly string[]): Promise<readonly (number | null)[]>;
  /** The same of passages. [F-8] */
  matchPassageVectors(query: VectorQuery, scope: PassageScope, limit: number): Promise<PassageVectorMatches>;
  passageCosines(query: VectorQuery, places: readonly PassagePlace[]): Promise<readonly (number | null)[]>;
}

/** The unit vector that a hash of an `Embeddable` names. */
export interface TextVector {
  readonly hash: string;
  readonly vector: Float32Array;
}

export interface VectorWrites {
  /** Makes it the present model; with another name than before, everything waits to be embedded. */
  useEmbedder(name: EmbedderName): Promise<void>;
  /**
   * Keeps vectors of the present model for those of the owners that still say the text that was embedded, and no others: what
   * was changed or forgotten meanwhile gets none. An owner's hash may name a vector that is there already. How many owners
   * have one now.
   */
  putVectors(
    vectors: readonly TextVector[],
    owners: readonly { readonly owner: VectorOwner; readonly hash: string }[],
  ): Promise<number>;
  /**
   * Looks at vectors with a number above `after`: notes those that nobody uses any more, erases those of which that was noted
   * before `before` (milliseconds). The next `after`, null at the end.
   */
  evictVectors(after: number, nowMs: number, before: number): Promise<number | null>;
}
