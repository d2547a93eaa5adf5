/** What readers ask, on a connection of their own, so that no search delays a save. */
import type { ReadStore } from '../ports/store.ts';
import type { Database } from './database.ts';
import { reviewReads } from './findings-table.ts';
import { heldRegisters } from './held-registers.ts';
import { listForContext, listMemories } from './listing.ts';
import { injectedIn } from './local-tables.ts';
import {
  memoriesAfter,
  memoriesByIds,
  memoriesByKey,
  memoriesByNumbers,
  memoryById,
} from './memories-table.ts';
import { readMeta } from './meta-table.ts';
import { modelUsage, newestModelCalls } from './model-calls-table.ts';
import { neighboursOf } from './neighbours.ts';
import { registersOf, revisionsOf } from './registers-table.ts';
import { storeCounts, storeStatistics } from './statistics.ts';
import {
  summariesOf,
  summariesShown,
  summarisedProjects,
  unsummarised,
  waitingToBeSummarised,
} from './summaries-table.ts';
import { deadLetters } from './sync-tables.ts';
import { countElsewhere, countTerms, matchLike, matchText, rowsOfTerms } from './text-search.ts';

/** FTS5 keeps its totals in the record with id 1; the first varint is the number of rows, exactly what bm25 uses. */
const INDEX_TOTALS = 'SELECT block FROM memory_fts_data WHERE id = 1';

/**
 * Terms whose counts are remembered, and how far the store may grow or shrink before they are counted again. In a store of
 * this size a few rows more change no plan; a count of nothing is never remembered, so that what was just saved is found.
 */
const REMEMBERED_MAX = 10_000;
const REMEMBERED_SIZE_MIN = 1_000;
const DRIFT_MAX = 0.1;

export const createReadStore = (database: Database): ReadStore => {
  const frequencies = createFrequencyCache();
  return {
    meta: (key) => readMeta(database, key),
    memory: (id) => memoryById(database, id),
    memoriesByKey: (key, namespace) => memoriesByKey(database, key, namespace),
    neighboursOf: (ids) => neighboursOf(database, ids),
    registersOf: (entities) => registersOf(database, entities),
    memoriesByIds: (ids) => memoriesByIds(database, ids),
    revisionsOf: (ids) => revisionsOf(database, ids),
    async documentFrequencies(tokens, atMost) {
      const size = await indexSize(database);
      const counts = tokens.map((token) => frequencies.get(token, atMost, size));
      const unknown = tokens.filter((_, at) => counts[at] === undefined);
      if (unknown.length === 0) return counts.map((count) => count ?? 0);
      const counted = await countTerms(database, unknown, atMost);
      const fresh = new Map(unknown.map((token, at) => [token, counted[at] ?? 0]));
      for (const [token, count] of fresh) frequencies.put(token, atMost, size, count);
      return tokens.map((token, at) => counts[at] ?? fresh.get(token) ?? 0);
    },
    async rarestPostings(words, atMost) {
      const size = await indexSize(database);
      const asked = worthAsking(words, atMost, (word) => frequencies.get(word, atMost.rows + 1, size));
      if (asked.length === 0) return [];
      const found = await rowsOfTerms(database, asked, atMost.rows + 1);
      for (const [at, word] of asked.entries())
        frequencies.put(word, atMost.rows + 1, size, found[at]?.length ?? 0);
      return found
        .filter(({ length }) => length > 0 && length <= atMost.rows)
        .sort((a, b) => a.length - b.length)
        .slice(0, atMost.words);
    },
    rowsByNumbers: (numbers, project, limit) => memoriesByNumbers(database, numbers, project, limit),
    size: () => indexSize(database),
    matchText: (query, scope, limit) => matchText(database, query, scope, limit),
    matchLike: (tokens, scope, limit) => matchLike(database, tokens, scope, limit),
    countElsewhere: (query, scope) => countElsewhere(database, query, scope),
    list: (query) => listMemories(database, query),
    listForContext: (query) => listForContext(database, query),
    injectedIn: (session) => injectedIn(database, session),
    ...reviewReads(database),
    unsummarised: (project, limit) => unsummarised(database, project, limit),
    summariesShown: (projects) => summariesShown(database, projects),
    summariesOf: (project) => summariesOf(database, project),
    summarisedProjects: () => summarisedProjects(database),
    waitingToBeSummarised: () => waitingToBeSummarised(database),
    modelUsage: (sinceMs) => modelUsage(database, sinceMs),
    modelCalls: (limit) => newestModelCalls(database, limit),
    rowsAfter: (after, limit) => memoriesAfter(database, after, limit),
    counts: () => storeCounts(database),
    statistics: () => storeStatistics(database),
    deadLetters: (limit) => deadLetters(database, limit),
    held: (query, limit) => heldRegisters(database, query, limit),
    async close() {
      database.close();
    },
  };
};

/** Words whose count is not known, and the rarest of the others: looking for a word's rows is the cost of it all. */
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

const indexSize = async (database: Database): Promise<number> => {
  const [row] = await database.all(INDEX_TOTALS);
  const block = row?.[0];
  return block instanceof ArrayBuffer ? firstVarint(new Uint8Array(block)) : 0;
};

/** SQLite's varint: seven bits a byte, most significant first. The ninth byte would hold eight; no store is that large. */
const firstVarint = (bytes: Uint8Array): number => {
  let value = 0;
  for (const byte of bytes.subarray(0, 8)) {
    value = value * 128 + (byte & 127);
    if (byte < 128) break;
  }
  return value;
};

interface FrequencyCache {
  get(token: string, atMost: number, size: number): number | undefined;
  put(token: string, atMost: number, size: number, count: number): void;
}

const createFrequencyCache = (): FrequencyCache => {
  const known = new Map<string, { readonly count: number; readonly atMost: number; readonly size: number }>();
  return {
    get(token, atMost, size) {
      const entry = known.get(token);
      if (entry === undefined || Math.abs(entry.size - size) > entry.size * DRIFT_MAX) return undefined;
      if (entry.count < entry.atMost) return Math.min(entry.count, atMost);
      // More than could be counted then; the bound moves a little with the store's size.
      return atMost <= entry.atMost * (1 + DRIFT_MAX) ? atMost : undefined;
    },
    put(token, atMost, size, count) {
      if (count === 0 || size < REMEMBERED_SIZE_MIN) return;
      const oldest = known.keys().next();
      if (known.size >= REMEMBERED_MAX && oldest.done === false) known.delete(oldest.value);
      known.set(token, { count, atMost, size });
    },
  };
};
