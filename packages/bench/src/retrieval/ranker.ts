/** Everything that can order texts by a question: ours and what it is compared with. */

/** Texts of one project, under refs that are theirs alone in it. */
export interface Shelf {
  readonly project: string;
  readonly texts: readonly { readonly ref: string; readonly text: string; readonly at: number }[];
}

export interface Ranked {
  readonly ref: string;
  /** Whose it is, which should be the one that was asked. */
  readonly project: string | null;
  /** Larger is better. */
  readonly score: number;
}

export interface Ranker {
  /** Best first, at most `depth`, none twice; what does not match at all, and what is not of before that time, is missing. */
  rank(project: string, question: string, depth: number, before?: number): Promise<readonly Ranked[]>;
}

/** Ten sessions are rarely among fewer turns, and a thousand tokens are rarely filled by fewer. */
export const DEPTH = 50;
