/** A ranker orders texts by a question: ours, and those that it is compared with. */

/** Texts of one project, under refs that are unique in it. */
export interface Shelf {
  readonly project: string;
  readonly texts: readonly { readonly ref: string; readonly text: string; readonly at: number }[];
}

export interface Ranked {
  readonly ref: string;
  /** The text's project, which should be the requested one. */
  readonly project: string | null;
  /** Larger is better. */
  readonly score: number;
}

export interface Ranker {
  /**
   * Returns at most `depth` refs, best first, without duplicates. Texts that do not match at all, or are not from before `before`, are
   * missing.
   */
  rank(project: string, question: string, depth: number, before?: number): Promise<readonly Ranked[]>;
}

/** Enough turns for ten sessions, and for a thousand tokens. */
export const DEPTH = 50;
