/** The readers' queries, on a connection of their own, so no search delays a save. */
import type { ReadStore } from '../ports/store.ts';
import { branchQueries } from './branches-table.ts';
import { beginningsOf, contextCandidates, currentCount, listForContext } from './context-rows.ts';
import type { Database } from './database.ts';
import { dayQueries } from './days-table.ts';
import { reviewReads } from './findings-table.ts';
import { findMessages } from './found-turns.ts';
import { heldRegisters } from './held-registers.ts';
import { countUnindexed } from './index-queue.ts';
import { listMemories, memoryTimes } from './listing.ts';
import { injectedIn } from './local-tables.ts';
import {
  memoriesAfter,
  memoriesByHash,
  memoriesByIds,
  memoriesByKey,
  memoriesByNumbers,
  memoryById,
  namesakes,
} from './memories-table.ts';
import { readMeta } from './meta-table.ts';
import { modelDays, modelUsage, newestModelCalls } from './model-calls-table.ts';
import { neighboursOf } from './neighbours.ts';
import { likePassages, matchPassages, passagesBeside } from './passage-search.ts';
import { sourcesOfKind } from './passages-table.ts';
import { registersOf, revisionsOf } from './registers-table.ts';
import { removedQueries } from './removed-table.ts';
import { scheduleQueries } from './schedules-table.ts';
import { countMessagesAfter, messagesOf } from './session-messages-table.ts';
import { sessionById, sessionFiles, sessionsOf, staleSessions } from './sessions-table.ts';
import { storeCounts, storeStatistics } from './statistics.ts';
import {
  summariesOf,
  summariesShown,
  summarisedProjects,
  unsummarised,
  waitingToBeSummarised,
} from './summaries-table.ts';
import { deadLetters } from './sync-tables.ts';
import { createTermCounts } from './term-counts.ts';
import { countElsewhere, matchLike, matchText } from './text-search.ts';
import { useQueries } from './uses-table.ts';
import { createVectorSearch } from './vector-search.ts';
import { embeddedTexts, unembedded, vectorCounts } from './vectors-table.ts';

export const createReadStore = (database: Database): ReadStore => {
  const counts = createTermCounts(database, 'memory_fts');
  const passageCounts = createTermCounts(database, 'passage_fts');
  const vectors = createVectorSearch(database);
  return {
    meta: (key) => readMeta(database, key),
    memory: (id) => memoryById(database, id),
    memoriesByHash: (hashes) => memoriesByHash(database, hashes),
    memoriesByKey: (key, namespace) => memoriesByKey(database, key, namespace),
    namesakes: (key, project, limit) => namesakes(database, key, project, limit),
    neighboursOf: (ids) => neighboursOf(database, ids),
    registersOf: (entities) => registersOf(database, entities),
    memoriesByIds: (ids) => memoriesByIds(database, ids),
    revisionsOf: (ids) => revisionsOf(database, ids),
    documentFrequencies: (tokens, atMost) => counts.frequencies(tokens, atMost),
    rarestPostings: (words, atMost) => counts.rarestPostings(words, atMost),
    rowsByNumbers: (numbers, project, limit) => memoriesByNumbers(database, numbers, project, limit),
    size: () => counts.size(),
    matchText: (query, scope, limit) => matchText(database, query, scope, limit),
    matchLike: (tokens, scope, limit) => matchLike(database, tokens, scope, limit),
    unindexed: () => countUnindexed(database),
    countElsewhere: (query, scope) => countElsewhere(database, query, scope),
    list: (query) => listMemories(database, query),
    memoryTimes: (query) => memoryTimes(database, query),
    listForContext: (query) => listForContext(database, query),
    contextCandidates: (query) => contextCandidates(database, query),
    beginningsOf: (ids, chars) => beginningsOf(database, ids, chars),
    currentCount: (projects, atMost) => currentCount(database, projects, atMost),
    injectedIn: (session) => injectedIn(database, session),
    ...useQueries(database),
    ...branchQueries(database),
    ...reviewReads(database),
    ...scheduleQueries(database),
    ...dayQueries(database),
    unsummarised: (project, limit) => unsummarised(database, project, limit),
    summariesShown: (projects) => summariesShown(database, projects),
    summariesOf: (project) => summariesOf(database, project),
    summarisedProjects: () => summarisedProjects(database),
    waitingToBeSummarised: () => waitingToBeSummarised(database),
    modelUsage: (sinceMs, untilMs) => modelUsage(database, sinceMs, untilMs),
    modelDays: (sinceMs) => modelDays(database, sinceMs),
    modelCalls: (limit) => newestModelCalls(database, limit),
    rowsAfter: (after, limit) => memoriesAfter(database, after, limit),
    counts: () => storeCounts(database),
    statistics: () => storeStatistics(database),
    ...removedQueries(database),
    deadLetters: (limit) => deadLetters(database, limit),
    sources: (kind) => sourcesOfKind(database, kind),
    passagesSize: () => passageCounts.size(),
    passageFrequencies: (tokens, atMost) => passageCounts.frequencies(tokens, atMost),
    matchPassages: (query, scope, limit) => matchPassages(database, query, scope, limit),
    likePassages: (tokens, scope, limit) => likePassages(database, tokens, scope, limit),
    passagesBeside: (places) => passagesBeside(database, places),
    session: (id) => sessionById(database, id),
    messages: (query) => messagesOf(database, query),
    sessionFiles: (session, limit) => sessionFiles(database, session, limit),
    sessions: (query) => sessionsOf(database, query),
    staleSessions: (idleSinceMs, limit) => staleSessions(database, idleSinceMs, limit),
    findMessages: (search) => findMessages(database, search),
    messagesAfter: (session, after) => countMessagesAfter(database, session, after),
    held: (query, limit) => heldRegisters(database, query, limit),
    unembedded: (model, limit) => unembedded(database, model, limit),
    embeddedTexts: (model, hashes) => embeddedTexts(database, model, hashes),
    vectorCounts: (model) => vectorCounts(database, model),
    matchVector: (query, scope, limit) => vectors.matchVector(query, scope, limit),
    cosinesOf: (query, ids) => vectors.cosinesOf(query, ids),
    matchPassageVectors: (query, scope, limit) => vectors.matchPassageVectors(query, scope, limit),
    passageCosines: (query, places) => vectors.passageCosines(query, places),
    async close() {
      database.close();
    },
  };
};
