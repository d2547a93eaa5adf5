/**
 * Turns texts into vectors. `embed` tries once, ends within its time limit, and returns its failures. Vectors come in the order of
 * the texts, all of one length, with finite numbers. Only searches wait for it, and only briefly. [F-3]
 */
import type { Result } from '@cairn/schema';
import type { Fusion } from '../vectors/fusion.ts';
import type { EmbedFailure } from '../vectors/retry.ts';

export type { Fusion } from '../vectors/fusion.ts';
export type { EmbedFailure } from '../vectors/retry.ts';

/** The purpose of an embedded text; some models treat questions and texts differently. The default is `text`. */
export type TextUse = 'question' | 'text';

/** `cold`: nothing is loaded yet, so the first call takes long. `failing`: the last call failed. */
export type EmbedderState = 'cold' | 'ready' | 'failing';

/** A text with its scores: by words from 0 to 1, and the cosine. Null where that search did not find it. */
export interface JudgedText {
  readonly content: string;
  readonly textScore: number | null;
  readonly vectorScore: number | null;
}

export interface Embedder {
  /** The name of everything that changes the vectors. Vectors of different names are never compared. */
  readonly model: string;
  /** How its cosines are weighed against word matches. [F-4] */
  readonly fusion: Fusion;
  /** The most texts in one call. */
  readonly batchMax: number;
  /**
   * Set when the model has a fixed vocabulary. Then a text without a known token gets zeros, which are near nothing. Otherwise zeros
   * are a failure.
   */
  readonly hasVocabulary?: true;
  /** Set when a text takes microseconds. Then a question first embeds the texts that were just saved. [F-4] */
  readonly isInstant?: true;
  embed(texts: readonly string[], use?: TextUse): Promise<Result<readonly Float32Array[], EmbedFailure>>;
  /**
   * Returns what each text's score gains as an answer to the question, in order; null when it cannot tell now. It takes milliseconds.
   * Absent: the model knows only vectors. [F-24]
   */
  judge?(question: string, texts: readonly JudgedText[]): Promise<readonly number[] | null>;
  state(): EmbedderState;
  close(): Promise<void>;
}
