/** The full-text index of memories. */
import type { TextQuery } from '../search/query.ts';
import type { FoundMemory, MemoryRow, Scope } from './memory-row.ts';

export interface TextMatch {
  readonly memory: FoundMemory;
  /** The bm25 score, larger is better. Null when the rows were not ranked but are the newest. */
  readonly bm25: number | null;
}

export interface SearchTransaction {
  /** Writes at most `atMost` waiting full-text entries, oldest first. Returns whether more wait. [F-6] */
  indexMore(atMost: number): Promise<{ readonly more: boolean }>;
}

export interface SearchQueries {
  /** Returns how many rows contain each token, up to `atMost`. [F-9] */
  documentFrequencies(tokens: readonly string[], atMost: number): Promise<readonly number[]>;
  /** Estimates the number of rows cheaply. */
  size(): Promise<number>;
  /**
   * Returns the best matches first, only from rows in scope that are current (or current at `asOf`). Throws `index_corrupt` when the
   * index is damaged.
   */
  matchText(query: TextQuery, scope: Scope, limit: number): Promise<readonly TextMatch[]>;
  /**
   * Returns the numbers of the rows with the rarest words, one list per word. Newest row first, shortest list first, at most
   * `words` lists of at most `rows` numbers. The rarity of a word may come from a cache. [M-4]
   */
  rarestPostings(
    words: readonly string[],
    atMost: { readonly words: number; readonly rows: number },
  ): Promise<readonly (readonly number[])[]>;
  /** Returns the current rows of a project among those numbers, in their order. */
  rowsByNumbers(
    numbers: readonly number[],
    project: string | null,
    limit: number,
  ): Promise<readonly MemoryRow[]>;
  /** F-6: returns rows whose content holds every token as a substring, newest first. */
  matchLike(tokens: readonly string[], scope: Scope, limit: number): Promise<readonly MemoryRow[]>;
  /** Estimates how many rows `matchText` cannot find yet. Slightly too high after deletions. [F-6] */
  unindexed(): Promise<number>;
  /** Counts matches outside the scope's projects, per project, for at most 20 projects. [M-8] */
  countElsewhere(
    query: TextQuery,
    scope: Scope,
  ): Promise<readonly { readonly project: string | null; readonly count: number }[]>;
}
