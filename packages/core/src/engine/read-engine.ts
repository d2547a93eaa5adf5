/** The calls that the reader's thread answers. */

import { ACT_LIMITS, COMPARING_LIMITS } from '@cairn/schema';
import { branchMemories } from '../branches/branches.engine.ts';
import { assemblePrompt } from '../context/assemble-prompt.engine.ts';
import { contextDays } from '../context/given-contexts.engine.ts';
import { loadContext } from '../context/load-context.engine.ts';
import { promptPerson } from '../context/prompt-material.engine.ts';
import { indexedFolders } from '../passages/folders.engine.ts';
import { listSources } from '../passages/sources.engine.ts';
import type { RemovedBy } from '../ports/removed-store.ts';
import type { ScheduleFilter } from '../ports/schedule-store.ts';
import { onboardingLine } from '../profile/onboarding.engine.ts';
import { profileHistory } from '../profile/profile.engine.ts';
import { readDeviceNames, readProfile } from '../profile/read-profile.engine.ts';
import { compareNext } from '../review/compare-next.engine.ts';
import { review } from '../review/review.engine.ts';
import { dueSchedules, getSchedule, scheduleRun, scheduleRuns } from '../schedule/read-schedules.engine.ts';
import { search } from '../search/search.engine.ts';
import { similarTo, similarToText } from '../search/similar.engine.ts';
import {
  searchSession,
  session,
  sessionMessages,
  sessions,
  staleSessions,
  summarisedPart,
} from '../session/read-sessions.engine.ts';
import { restoreSession } from '../session/restore-session.engine.ts';
import { findSummaryWork, summaryProjects } from '../summary/find-work.engine.ts';
import { usedIn } from '../uses/uses.engine.ts';
import { unembedded } from '../vectors/keep-vectors.engine.ts';
import { why } from '../why/why.engine.ts';
import { answers, type CallsOf, callsOver, returns } from './call.ts';
import { history } from './read/history.ts';
import { exportPage, get, getByKey, list, memoryTimes, stats } from './read/list.ts';
import type { ReadDeps, StoreDeps } from './read/read-deps.ts';
import { digestRanges, heldPage } from './verify/held-digest.ts';

/** Enough for any person to look at. */
const DEAD_LETTERS_MAX = 1_000;
/** Of one night, at least. */
const UNTOLD_MAX = 100;

export const READER_CALLS = {
  /** In mode `text` the meaning is left aside, in mode `vector` nothing else counts. */
  search: answers(search),
  /** F-2: at most `limit`. */
  unembedded: returns(unembedded),
  vectorCounts: returns(({ store }: StoreDeps, model: string) => store.vectorCounts(model)),
  /** The memories that answer the save of this one: at most 3 that say something like it, with a score from 0 to 1. [M-4] */
  similarTo: returns(similarTo),
  /** The same beside the save: one more, because the memory itself may be among them already. */
  similarToText: returns(similarToText),
  /** On an old id: the head of its chain. */
  get: answers(get),
  /** M-10. Without a namespace: all of them, the newest first. */
  getByKey: answers(getByKey),
  history: answers(history),
  /** From a line that an agent was given, or an id. [M-16] */
  why: answers(why),
  list: answers(list),
  memoryTimes: answers(memoryTimes),
  context: answers(loadContext),
  /** The static part, the suffix and the messages of an agent's next call. [CX-2] */
  prompt: answers(assemblePrompt),
  promptPerson: returns(promptPerson),
  profile: returns(readProfile),
  deviceNames: returns(readDeviceNames),
  /** CX-14: for an agent that starts; null when there is nothing to ask, or one was told today. */
  onboardingLine: returns(onboardingLine),
  /** The history of one field, or of everything; oldest first, as far as this device has it. [CX-2] */
  profileHistory: answers(profileHistory),
  /** The memories that a person or an agent should look at, as far as memories were compared. [M-4, G-1] */
  review: answers(review),
  /** Compares at most so many that were not; empty when all were. The writer is told what it found. [M-4] */
  compareNext: returns(compareNext),
  /** For export: everything that is not forgotten, superseded ones included, in id order. `after` null begins. */
  exportPage: answers(exportPage),
  /** Documents or sessions that are indexed, by name. [M-11] */
  listSources: returns(listSources),
  indexedFolders: returns(indexedFolders),
  /** The last changed first. */
  sessions: returns(sessions),
  session: returns(session),
  /** In their order; of too many the newest. Empty without such a session. */
  sessionMessages: returns(sessionMessages),
  /** In their order: the newest of those that were found, by all words or beginnings of words. [SE-4] */
  searchSession: returns(searchSession),
  /** those of which knowledge was not taken up to their last message, not changed since then; the oldest first. */
  staleSessions: returns(staleSessions),
  /** For a model to reword; null when there is no summary, or one that a model worded, or somebody wrote. */
  summarisedPart: returns(summarisedPart),
  restoreSession: answers(restoreSession),
  /** M-14: the memories that the session was given and whose words its answers have since then. */
  usedIn: returns(usedIn),
  /** SU-4: what may be shown, of these projects (null: global), oldest first. */
  summaries: returns(({ store }: StoreDeps, projects: readonly (string | null)[]) =>
    store.summariesShown(projects),
  ),
  summaryProjects: returns(summaryProjects),
  /** The next of this kind, or null when there is none. [SU-1] */
  findSummaryWork: returns(findSummaryWork),
  /** The usage of calls at or after that time, in milliseconds. [SU-6] */
  modelUsage: returns(({ store }: StoreDeps, sinceMs: number) => store.modelUsage(sinceMs)),
  modelDays: returns(({ store }: StoreDeps, sinceMs: number) => store.modelDays(sinceMs)),
  modelCalls: returns(({ store }: StoreDeps, limit: number) => store.modelCalls(limit)),
  /** SC-2 */
  getSchedule: answers(getSchedule),
  schedules: returns(({ store }: StoreDeps, filter: ScheduleFilter) => store.schedules(filter)),
  /** The longest waiting first. `nextAt`: when the next one's time comes, or came; null when none runs here. */
  dueSchedules: returns(dueSchedules),
  /** The newest first. */
  scheduleRuns: answers(scheduleRuns),
  scheduleRun: answers(scheduleRun),
  /** SC-8: runs that acted lately, of which no session in this project was told. */
  untoldRuns: returns(({ store, clock }: ReadDeps, project: string | null) =>
    store.untoldRuns(project, clock.nowMs() - ACT_LIMITS.toldMsMax, UNTOLD_MAX),
  ),
  systemTimes: returns(({ store }: StoreDeps) => store.systemTimes()),
  /** From that day on, the oldest first. */
  dayFigures: returns(({ store }: StoreDeps, since: string) => store.dayFigures(since)),
  /** How many passages of documents and transcripts there are. */
  passagesSize: returns(({ store }: StoreDeps) => store.passagesSize()),
  contextDays: answers(contextDays),
  /** M-15: what was learned while a branch was worked on. */
  branchMemories: answers(branchMemories),
  /** ST-4: when something was forgotten last that copies may still hold; null: nothing since they were erased. */
  erasedAt: returns(({ store }: StoreDeps) => store.meta('erasedAt')),
  counts: returns(({ store }: StoreDeps) => store.counts()),
  stats: returns(stats),
  /** SY-E5: of what is held here, quarantine included. `above`: tombstones with a sequence at or below it do not count. */
  digestRanges: returns(digestRanges),
  /** One page; the next begins after its last row. */
  heldPage: returns(heldPage),
  deadLetters: returns(({ store }: StoreDeps) => store.deadLetters(DEAD_LETTERS_MAX)),
  /** TR-3, M-16: at most 1,000, the newest first. */
  removed: returns(async ({ store }: StoreDeps, by: RemovedBy) => ({
    kept: await store.removed(by, COMPARING_LIMITS.removedShownMax),
    total: await store.removedCount(by),
  })),
};

export type ReadEngine = CallsOf<typeof READER_CALLS>;

export const createReadEngine = (deps: ReadDeps): ReadEngine => callsOver(READER_CALLS, deps);
