/** A cache of how often terms occur in an index. [F-9, M-4] */
import type { SearchQueries } from '../ports/search-store.ts';
import type { Sql } from './database.ts';
import { countTerms, type IndexName, indexSize, rowsOfTerms } from './full-text.ts';

/**
 * Most terms in the cache, the least number of indexed rows for which it is used, and the share of change in that
 * number from which terms are counted again. In a store of that size a few more rows change no plan. A count of zero is
 * never cached, so a new text is found at once.
 */
const REMEMBERED_MAX = 10_000;
const REMEMBERED_SIZE_MIN = 1_000;
const DRIFT_MAX = 0.1;

export interface TermCounts extends Pick<SearchQueries, 'size' | 'rarestPostings'> {
  readonly frequencies: SearchQueries['documentFrequencies'];
}

/** How long the number of rows is cached for a remote database. One search needs it several times. */
const SIZE_MS = 100;

export const createTermCounts = (sql: Sql, index: IndexName): TermCounts => {
  const known = createFrequencyCache();
  let last = { size: 0, at: Number.NEGATIVE_INFINITY };
  const sizeNow = async (): Promise<number> => {
    if (!sql.isRemote) return indexSize(sql, index);
    // Zero is not cached, because a new text would not be found.
    if (last.size === 0 || performance.now() - last.at > SIZE_MS)
      last = { size: await indexSize(sql, index), at: performance.now() };
    return last.size;
  };
  return {
    size: sizeNow,
    async frequencies(tokens, atMost) {
      const size = await sizeNow();
      const counts = tokens.map((token) => known.get(token, atMost, size));
      const unknown = tokens.filter((_, at) => counts[at] === undefined);
      if (unknown.length === 0) return counts.map((count) => count ?? 0);
      const counted = await countTerms(sql, index, unknown, atMost);
      const fresh = new Map(unknown.map((token, at) => [token, counted[at] ?? 0]));
      for (const [token, count] of fresh) known.put(token, atMost, size, count);
      return tokens.map((token, at) => counts[at] ?? fresh.get(token) ?? 0);
    },
    async rarestPostings(words, atMost) {
      const size = await sizeNow();
      const asked = worthAsking(words, atMost, (word) => known.get(word, atMost.rows + 1, size));
      if (asked.length === 0) return [];
      const found = await rowsOfTerms(sql, index, asked, atMost.rows + 1);
      for (const [at, word] of asked.entries())
        known.put(word, atMost.rows + 1, size, found[at]?.length ?? 0);
      return found
        .filter(({ length }) => length > 0 && length <= atMost.rows)
        .sort((a, b) => a.length - b.length)
        .slice(0, atMost.words);
    },
  };
};

/** Returns words with an unknown count, and the rarest of the others. Looking up a word's rows is the main cost. */
const worthAsking = (
  words: readonly string[],
  atMost: { readonly words: number; readonly rows: number },
  countOf: (word: string) => number | undefined,
): readonly string[] => {
  const unknown = words.filter((word) => countOf(word) === undefined);
  const rarest = words
    .map((word) => ({ word, count: countOf(word) ?? 0 }))
    .filter(({ count }) => count > 0 && count <= atMost.rows)
    .sort((a, b) => a.count - b.count)
    .slice(0, atMost.words);
  return [...unknown, ...rarest.map(({ word }) => word)];
};

const createFrequencyCache = () => {
  const known = new Map<string, { readonly count: number; readonly atMost: number; readonly size: number }>();
  return {
    get(token: string, atMost: number, size: number): number | undefined {
      const entry = known.get(token);
      if (entry === undefined || Math.abs(entry.size - size) > entry.size * DRIFT_MAX) return undefined;
      if (entry.count < entry.atMost) return Math.min(entry.count, atMost);
      // The count had reached its limit. The limit varies a little with the store's size.
      return atMost <= entry.atMost * (1 + DRIFT_MAX) ? atMost : undefined;
    },
    put(token: string, atMost: number, size: number, count: number): void {
      if (count === 0 || size < REMEMBERED_SIZE_MIN) return;
      const oldest = known.keys().next();
      if (known.size >= REMEMBERED_MAX && oldest.done === false) known.delete(oldest.value);
      known.set(token, { count, atMost, size });
    },
  };
};
