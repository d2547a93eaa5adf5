/** Messages between the daemon and its embedder. They are structured clones, so vectors need no encoding. */
import type { TextUse } from '@cairn/core';

export const EMBEDDER_IDLE_MS = 300_000;

export interface EmbedRequest {
  readonly id: number;
  readonly texts: readonly string[];
  readonly use: TextUse;
}

export type EmbedAnswer =
  | { readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly id: number; readonly error: string };
