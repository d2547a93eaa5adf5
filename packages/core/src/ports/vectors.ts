/**
 * Vectors in the store [F-2]. A vector belongs to a text and a model. All rows with that text share the vector, so equal text is
 * embedded once. One model is the present one. A row waits as long as it has no vector of that model, so a crash loses no waiting row. A
 * vector is erased with the last row that has its text. [ST-4]
 */
import type { FoundMemory, Scope } from './memory-row.ts';
import type { FoundPassage, PassagePlace, PassageScope } from './passage-store.ts';

/** `id`: a memory's entity id, or the name that the store gives a passage while it waits. */
export interface VectorOwner {
  readonly kind: 'memory' | 'passage';
  readonly id: string;
}

/**
 * The parts of a vector: a weighted sum of the vectors of these texts, in which `text` has weight 1. `hash` names the sum; see
 * `vectors/embeddable`.
 */
export interface Embeddable {
  readonly text: string;
  readonly beside: readonly { readonly text: string; readonly weight: number }[];
  readonly hash: string;
}

/** A row that waits for a vector. */
export interface UnembeddedText extends Embeddable {
  readonly owner: VectorOwner;
}

/** A question as a unit vector of that model. */
export interface VectorQuery {
  readonly model: string;
  readonly vector: Float32Array;
}

export interface VectorMatch {
  readonly memory: FoundMemory;
  /** From -1 to 1. */
  readonly cosine: number;
}

export interface VectorMatches {
  /** Best first. */
  readonly matches: readonly VectorMatch[];
  /** False when there are more vectors than memory holds, and only the newest were compared. */
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
   * Returns at most `limit` rows: memories before passages. In each group, rows that were never embedded come first, and the newest of
   * them at the top. For a model other than the present one all rows wait.
   */
  unembedded(model: string, limit: number): Promise<readonly UnembeddedText[]>;
  /** Returns the texts that have a vector of this model. */
  embeddedTexts(model: string, hashes: readonly string[]): Promise<readonly string[]>;
  /** `vectors`: of this model, which need not be the present one. `waiting`: rows without one. */
  vectorCounts(model: string): Promise<{ readonly waiting: number; readonly vectors: number }>;
  /** Returns the nearest rows in scope, like `matchText`. Empty when the model is not the present one. [F-5] */
  matchVector(query: VectorQuery, scope: Scope, limit: number): Promise<VectorMatches>;
  /** Returns cosines in the order of the ids; null without a vector of this model. */
  cosinesOf(query: VectorQuery, ids: readonly string[]): Promise<readonly (number | null)[]>;
  /** Returns the same for passages. [F-8] */
  matchPassageVectors(query: VectorQuery, scope: PassageScope, limit: number): Promise<PassageVectorMatches>;
  passageCosines(query: VectorQuery, places: readonly PassagePlace[]): Promise<readonly (number | null)[]>;
}

/** The unit vector that belongs to the hash of an `Embeddable`. */
export interface TextVector {
  readonly hash: string;
  readonly vector: Float32Array;
}

export interface VectorWrites {
  /** Makes this model the present one. If the model or its dimensions differ from before, all rows wait to be embedded. */
  useEmbedder(name: { readonly model: string; readonly dimensions: number }): Promise<void>;
  /**
   * Saves vectors of the present model for owners that still have the embedded text; others get none. An owner's hash may name a
   * stored vector. Returns how many owners got one.
   */
  putVectors(
    vectors: readonly TextVector[],
    owners: readonly { readonly owner: VectorOwner; readonly hash: string }[],
  ): Promise<number>;
  /**
   * Checks vectors with a number above `after`. Notes those that no row uses, and erases those that were noted before `before`
   * (milliseconds). Returns the next `after`, null at the end.
   */
  evictVectors(after: number, nowMs: number, before: number): Promise<number | null>;
}
