import type { Expression } from '../search/expression.ts';

/** A ready FTS5 expression and what was made of the query; built by `search/plan` only. [F-1, F-5, F-9] */
export interface TextQuery {
  readonly match: string;
  readonly terms: readonly string[];
  /** bm25 of a memory of average length that holds every term once; `search/score` divides by it. */
  readonly ideal: number;
  /** Null: rank all that match. Else, when more rows match than this, the newest are taken unranked. [F-9] */
  readonly rankedRowsMax: number | null;
  /** Words that begin with a term hold it too. [F-6] */
  readonly isOfBeginnings?: true;
  /** The expression in `match` takes the place of any or all of the terms. [F-14] */
  readonly expression?: Expression;
}
