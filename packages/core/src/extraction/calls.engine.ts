/** The engine's calls for what sessions taught, as its callers see them; `engine/api` has the rest. */
import type { Finding } from './check-items.ts';

export interface ExtractedInput {
  readonly session: string;
  readonly findings: readonly Finding[];
  /**
   * Which of it was read: messages after the one up to the other; or, of a session that is over, all of it. Null: nothing is
   * marked, and what is found is found again.
   */
  readonly read: { readonly after: number; readonly upto: number } | 'over' | null;
}

/** `applied` false: somebody else read it meanwhile, and nothing was written. */
export interface ExtractedResult {
  readonly applied: boolean;
  /** Memories that are new or say something new. */
  readonly written: readonly string[];
  readonly held: number;
  readonly refused: number;
}

/** Null: too little is known of the person by now. */
export type DirectiveInput = { readonly text: string; readonly tags: readonly string[] } | null;
