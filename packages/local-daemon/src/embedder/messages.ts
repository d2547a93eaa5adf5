/** What the daemon and its embedder tell each other; structured clones, so that vectors travel as they are. */

export const EMBEDDER_IDLE_MS = 300_000;

export interface EmbedRequest {
  readonly id: number;
  readonly texts: readonly string[];
}

export type EmbedAnswer =
  | { readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly id: number; readonly error: string };
