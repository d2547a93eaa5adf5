/** The engine's calls for extraction, as callers see them. The rest is in `engine/api`. */
import type { Finding } from './check-items.ts';

export interface ExtractedInput {
  readonly session: string;
  readonly findings: readonly Finding[];
  /**
   * The part that was read: messages after `after` up to `upto`, or all of a session that is over. Null: nothing is
   * marked as read, so a later run finds the same again.
   */
  readonly read: { readonly after: number; readonly upto: number } | 'over' | null;
}

/** `applied` is false when another extraction read the part meanwhile. Nothing was written then. */
export interface ExtractedResult {
  readonly applied: boolean;
  /** Memories that are new or were changed. */
  readonly written: readonly string[];
  readonly held: number;
  readonly refused: number;
}

/** Null: too little is known of the person. */
export type DirectiveInput = { readonly text: string; readonly tags: readonly string[] } | null;
