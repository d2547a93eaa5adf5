/** The reader's half of the engine. */
import { LIMITS } from '@cairn/schema';
import type { ReadEngine } from './api.ts';
import { assemblePrompt } from './context/assemble-prompt.ts';
import { contextDays } from './context/given-contexts.ts';
import { loadContext } from './context/load-context.ts';
import { indexedFolders } from './passages/folders.ts';
import { listSources } from './passages/sources.ts';
import { profileHistory, readProfile } from './profile/profile.ts';
import { history } from './read/history.ts';
import { exportPage, get, getByKey, list, stats } from './read/list.ts';
import { compareNext } from './review/compare-next.ts';
import { review } from './review/review.ts';
import { dueSchedules, getSchedule, scheduleRun, scheduleRuns } from './schedule/read-schedules.ts';
import { type ReadDeps, search } from './search/search.ts';
import { similarTo, similarToText } from './search/similar.ts';
import {
  searchSession,
  session,
  sessionMessages,
  sessions,
  staleSessions,
  summarisedPart,
} from './session/read-sessions.ts';
import { restoreSession } from './session/restore-session.ts';
import { findSummaryWork, summaryScopes } from './summary/find-work.ts';
import { unembedded } from './vectors/unembedded.ts';
import { digestRanges, heldPage } from './verify/held-digest.ts';

/** Enough for any person to look at. */
const DEAD_LETTERS_MAX = 1_000;

export const createReadEngine = (deps: ReadDeps): ReadEngine => {
  const { store, clock } = deps;
  return {
    search: (input, meaning) => search(deps, input, meaning),
    unembedded: (model, limit) => unembedded(store, model, limit),
    vectorCounts: (model) => store.vectorCounts(model),
    similarTo: (id) => similarTo(store, id),
    similarToText: (input) => similarToText(store, input),
    get: (id) => get(store, id),
    getByKey: (key, namespace) => getByKey(store, key, namespace),
    history: (id) => history(store, id),
    list: (input) => list(store, input, clock.nowMs()),
    context: (input) => loadContext(deps, input),
    prompt: (input, around) => assemblePrompt(deps, input, around),
    profile: () => readProfile(store),
    profileHistory: (field) => profileHistory(store, field),
    review: (input) => review(store, input, clock.nowMs()),
    compareNext: (limit) => compareNext(store, limit),
    exportPage: (after, limit) => exportPage(store, after, limit),
    listSources: (kind) => listSources(store, kind),
    indexedFolders: () => indexedFolders(store),
    sessions: (input) => sessions(store, input),
    session: (id) => session(store, id),
    sessionMessages: (input) => sessionMessages(store, input),
    searchSession: (input) => searchSession(store, input),
    staleSessions: (query) => staleSessions(store, query),
    summarisedPart: (id) => summarisedPart(store, id),
    restoreSession: (input) => restoreSession(store, input),
    summaries: (projects) => store.summariesShown(projects),
    summaryScopes: () => summaryScopes(store),
    findSummaryWork: (work) => findSummaryWork(store, work, deps.clock.nowMs()),
    modelUsage: (sinceMs) => store.modelUsage(sinceMs),
    modelDays: (sinceMs) => store.modelDays(sinceMs),
    modelCalls: (limit) => store.modelCalls(limit),
    getSchedule: (id) => getSchedule(store, id),
    schedules: (filter) => store.schedules(filter),
    dueSchedules: (limit) => dueSchedules(store, clock, limit),
    scheduleRuns: (id, limit) => scheduleRuns(store, id, limit),
    scheduleRun: (id) => scheduleRun(store, id),
    systemTimes: () => store.systemTimes(),
    dayFigures: (since) => store.dayFigures(since),
    passagesSize: () => store.passagesSize(),
    contextDays: (input) => contextDays(store, input),
    erasedAt: () => store.meta('erasedAt'),
    counts: () => store.counts(),
    stats: () => stats(store),
    digestRanges: (ranges, above) => digestRanges(store, ranges, above),
    heldPage: (query) => heldPage(store, query),
    deadLetters: () => store.deadLetters(DEAD_LETTERS_MAX),
    removed: () => store.removed(LIMITS.removedShownMax),
  };
};
