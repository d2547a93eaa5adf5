/** Messages between the daemon and its embedder process. Messages are sent as structured clones, so vectors need no encoding. */
import type { TextUse } from '@cairn/core';

/** Milliseconds without a request after which the embedder process exits. */
export const EMBEDDER_IDLE_MS = 300_000;

export interface EmbedRequest {
  readonly id: number;
  readonly texts: readonly string[];
  readonly use: TextUse;
}

export type EmbedAnswer =
  | { readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly id: number; readonly error: string };
