/**
 * Vectors in the store [F-2]. Each belongs to a text and a model; whoever says that text reaches it, so equal text is embedded
 * once. One model is the present one: what has no vector of it waits to be embedded, which survives any crash, because it
 * follows from the rows. A vector is erased with the last row that says its text. [ST-4]
 */
import type { MemoryRow, Scope } from './memory-row.ts';

/** `id`: of a memory, its entity id. */
export interface VectorOwner {
  readonly kind: 'memory';
  readonly id: string;
}

/** What waits. `text` is what is to be embedded, `hash` its name; see `vectors/text`. */
export interface UnembeddedText {
  readonly owner: VectorOwner;
  readonly text: string;
  readonly hash: string;
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
  readonly memory: MemoryRow;
  /** -1 to 1. */
  readonly cosine: number;
}

export interface VectorMatches {
  /** Best first. */
  readonly matches: readonly VectorMatch[];
  /** False: there are more vectors than are held in memory, and only the newest were looked at. */
  readonly isComplete: boolean;
}

export interface VectorReads {
  /** At most `limit`, what was never embedded first and the newest of it. Of another model than the present one: everything waits. */
  unembedded(model: string, limit: number): Promise<readonly UnembeddedText[]>;
  /** Those of these texts that have a vector of this model. */
  embeddedTexts(model: string, hashes: readonly string[]): Promise<readonly string[]>;
  /** `waiting`: rows without a vector of this model, whether or not it is the present one. `vectors`: of any model. */
  vectorCounts(model: string): Promise<{ readonly waiting: number; readonly vectors: number }>;
  /** The nearest in scope, as `matchText`. Nothing when the model is not the present one. [F-5] */
  matchVector(query: VectorQuery, scope: Scope, limit: number): Promise<VectorMatches>;
  /** In the order of the ids; null without a vector of this model. */
  cosinesOf(query: VectorQuery, ids: readonly string[]): Promise<readonly (number | null)[]>;
}

/** A unit vector of a text. */
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
