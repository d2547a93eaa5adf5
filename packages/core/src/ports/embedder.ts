/**
 * Turns texts into vectors. `embed` tries once, ends within its time limit, and fails as a value; vectors come in the order
 * of the texts, all of one length, every number finite. Nothing waits for it but searches, and those only for a moment. [F-3]
 */
import type { Result } from '@cairn/schema';
import type { Fusion } from '../vectors/fusion.ts';
import type { EmbedFailure } from '../vectors/retry.ts';

export type { Fusion } from '../vectors/fusion.ts';
export type { EmbedFailure } from '../vectors/retry.ts';

/** What a text is embedded for; some models take the two for different things. `text` unless said otherwise. */
export type TextUse = 'question' | 'text';

/** `cold`: nothing is loaded, the first call takes long. `failing`: the last call failed. */
export type EmbedderState = 'cold' | 'ready' | 'failing';

export interface Embedder {
  /** Names all that changes the vectors: two that differ are never compared. */
  readonly model: string;
  /** How its cosines are weighed beside the words. [F-4] */
  readonly fusion: Fusion;
  /** Texts of one call. */
  readonly batchMax: number;
  /** It knows some tokens and no others: a text without a known one gets zeros, which are near nothing. Absent: zeros are a failure. */
  readonly hasVocabulary?: true;
  embed(texts: readonly string[], use?: TextUse): Promise<Result<readonly Float32Array[], EmbedFailure>>;
  state(): EmbedderState;
  close(): Promise<void>;
}
