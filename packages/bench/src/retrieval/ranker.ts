/** Interface of everything that ranks texts by a question: our engine and the systems it is compared with. */

/** Texts of one project. Each ref is unique in it. */
export interface Shelf {
  readonly project: string;
  readonly texts: readonly { readonly ref: string; readonly text: string; readonly at: number }[];
}

export interface Ranked {
  readonly ref: string;
  /** Project of the found text. It should be the project that was asked. */
  readonly project: string | null;
  /** Score; larger is better. */
  readonly score: number;
}

export interface Ranker {
  /** Returns at most `depth` unique texts, best first. Texts that do not match at all, or are not from before `before`, are left out. */
  rank(project: string, question: string, depth: number, before?: number): Promise<readonly Ranked[]>;
}

/** Depth of a ranking. Fewer turns rarely cover ten sessions or fill a thousand tokens. */
export const DEPTH = 50;
