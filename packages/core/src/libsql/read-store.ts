/** The readers' queries, on a connection of their own, so no search delays a save. */
import type { ReadStore } from '../ports/store.ts';
import { branchQueries } from './branches-table.ts';
import { contextQueries } from './context-rows.ts';
import type { Database } from './database.ts';
import { dayQueries } from './days-table.ts';
import { reviewReads } from './findings-table.ts';
import { turnQueries } from './found-turns.ts';
import { heldQueries } from './held-registers.ts';
import { countUnindexed } from './index-queue.ts';
import { listQueries } from './listing.ts';
import { injectedQueries } from './local-tables.ts';
import { memoryQueries, memoryReads } from './memories-table.ts';
import { readMeta } from './meta-table.ts';
import { modelQueries } from './model-calls-table.ts';
import { neighboursOf } from './neighbours.ts';
import { passageQueries } from './passage-search.ts';
import { sourceQueries } from './passages-table.ts';
import { registersOf, revisionsOf } from './registers-table.ts';
import { removedQueries } from './removed-table.ts';
import { scheduleQueries } from './schedules-table.ts';
import { messageQueries } from './session-messages-table.ts';
import { sessionQueries, sessionReads } from './sessions-table.ts';
import { statisticsQueries } from './statistics.ts';
import { summaryQueries } from './summaries-table.ts';
import { deadLetterReads } from './sync-tables.ts';
import { createTermCounts } from './term-counts.ts';
import { textQueries } from './text-search.ts';
import { useQueries } from './uses-table.ts';
import { createVectorSearch } from './vector-search.ts';
import { vectorReads } from './vectors-table.ts';

export const createReadStore = (sql: Database): ReadStore => {
  const counts = createTermCounts(sql, 'memory_fts');
  const passageCounts = createTermCounts(sql, 'passage_fts');
  return {
    meta: (key) => readMeta(sql, key),
    neighboursOf: (ids) => neighboursOf(sql, ids),
    registersOf: (entities) => registersOf(sql, entities),
    revisionsOf: (ids) => revisionsOf(sql, ids),
    ...memoryReads(sql),
    ...memoryQueries(sql),
    ...listQueries(sql),
    ...contextQueries(sql),
    ...injectedQueries(sql),
    ...textQueries(sql),
    documentFrequencies: counts.frequencies,
    rarestPostings: counts.rarestPostings,
    size: counts.size,
    unindexed: () => countUnindexed(sql),
    ...createVectorSearch(sql),
    ...vectorReads(sql),
    ...sourceQueries(sql),
    ...passageQueries(sql),
    passagesSize: passageCounts.size,
    passageFrequencies: passageCounts.frequencies,
    ...sessionReads(sql),
    ...sessionQueries(sql),
    ...messageQueries(sql),
    ...turnQueries(sql),
    ...summaryQueries(sql),
    ...modelQueries(sql),
    ...scheduleQueries(sql),
    ...dayQueries(sql),
    ...useQueries(sql),
    ...branchQueries(sql),
    ...reviewReads(sql),
    ...removedQueries(sql),
    ...deadLetterReads(sql),
    ...heldQueries(sql),
    ...statisticsQueries(sql),
    async close() {
      sql.close();
    },
  };
};
