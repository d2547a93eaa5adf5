/** The full-text index of memories. */
import type { TextQuery } from '../search/query.ts';
import type { FoundMemory, MemoryRow, Scope } from './memory-row.ts';

export interface TextMatch {
  readonly memory: FoundMemory;
  /** bm25, larger is better; null when the rows were not ranked but are the newest. */
  readonly bm25: number | null;
}

export interface SearchTransaction {
  /** Makes at most so many of the full-text entries that wait, those first that came first; whether more wait. [F-6] */
  indexMore(atMost: number): Promise<{ readonly more: boolean }>;
}

export interface SearchQueries {
  /** Rows that contain each token, counted no further than `atMost`. [F-9] */
  documentFrequencies(tokens: readonly string[], atMost: number): Promise<readonly number[]>;
  /** Roughly how many rows there are, cheap. */
  size(): Promise<number>;
  /** Best first; only rows in scope and current (or current at `asOf`). A corrupt index throws `StoreCorrupt`. */
  matchText(query: TextQuery, scope: Scope, limit: number): Promise<readonly TextMatch[]>;
  /**
   * Rows that hold the rarest of the words: lists of row numbers, newest first, shortest list first, at most `words` lists,
   * none of more than `rows`. How rare a word is may be remembered from a while ago. [M-4]
   */
  rarestPostings(
    words: readonly string[],
    atMost: { readonly words: number; readonly rows: number },
  ): Promise<readonly (readonly number[])[]>;
  /** Current rows of a project among those numbers, in their order. */
  rowsByNumbers(
    numbers: readonly number[],
    project: string | null,
    limit: number,
  ): Promise<readonly MemoryRow[]>;
  /** F-6: rows whose content holds every token as a substring, newest first. */
  matchLike(tokens: readonly string[], scope: Scope, limit: number): Promise<readonly MemoryRow[]>;
  /** Rows that `matchText` cannot find yet, because their full-text entries wait; a few too many after deletions. [F-6] */
  unindexed(): Promise<number>;
  /** Hits outside the scope's projects, per project, at most 20. [M-8] */
  countElsewhere(
    query: TextQuery,
    scope: Scope,
  ): Promise<readonly { readonly project: string | null; readonly count: number }[]>;
}
