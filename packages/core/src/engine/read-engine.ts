/** The calls that the reader's thread answers. */
import { ACT_LIMITS, COMPARING_LIMITS, DAY_MS } from '@cairn/schema';
import { branchMemories } from '../branches/branches.engine.ts';
import { assemblePrompt } from '../context/assemble-prompt.engine.ts';
import { contextDays } from '../context/given-contexts.engine.ts';
import { loadContext } from '../context/load-context.engine.ts';
import { promptPerson } from '../context/prompt-material.engine.ts';
import { indexedFolders } from '../passages/folders.engine.ts';
import { listSources } from '../passages/sources.engine.ts';
import type { RemovedBy, ScheduleFilter } from '../ports/store.ts';
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
import { dayStartMs } from '../summary/model-price.ts';
import { usedIn } from '../uses/uses.engine.ts';
import { unembedded } from '../vectors/keep-vectors.engine.ts';
import { why } from '../why/why.engine.ts';
import { answers, type CallsOf, callsOver, returns } from './call.ts';
import type { ReadDeps, StoreDeps } from './deps.ts';
import { history } from './read/history.ts';
import { exportPage, get, getByKey, list, memoryTimes, stats } from './read/list.ts';
import { digestRanges, heldPage } from './verify/held-digest.ts';

/** More than a person looks at. */
const DEAD_LETTERS_MAX = 1_000;

export const READER_CALLS = {
  /** Mode `text` uses no vectors; mode `vector` uses nothing else. */
  search: answers(search),
  /** Returns at most `limit` memories without a vector. [F-2] */
  unembedded: returns(unembedded),
  vectorCounts: returns(({ store }: StoreDeps, model: string) => store.vectorCounts(model)),
  /** Returns at most 3 similar memories, each with a score from 0 to 1, for the answer to a save. [M-4] */
  similarTo: returns(similarTo),
  /** Returns similar memories while the save runs: at most 4, because the saved memory may be one of them. */
  similarToText: returns(similarToText),
  /** For a superseded memory's id, returns the head of its chain. */
  get: answers(get),
  /** Searches all namespaces when none is given; the newest first. [M-10] */
  getByKey: answers(getByKey),
  history: answers(history),
  /** Takes a line that an agent was given, or an id. [M-13] */
  why: answers(why),
  list: answers(list),
  memoryTimes: answers(memoryTimes),
  context: answers(loadContext),
  /** Returns the static part, the suffix and the messages for an agent's next call. [CX-2] */
  prompt: answers(assemblePrompt),
  promptPerson: returns(promptPerson),
  profile: returns(readProfile),
  deviceNames: returns(readDeviceNames),
  /**
   * Returns a question for an agent that starts. Null if there is nothing to ask, or an agent was given one today.
   * [CX-14]
   */
  onboardingLine: returns(onboardingLine),
  /** Returns the history of one field or of all, as far as this device has it; the oldest first. [CX-2] */
  profileHistory: answers(profileHistory),
  /** Returns the memories that need a review, among those that were compared. [M-4, G-1] */
  review: answers(review),
  /** Compares at most so many uncompared memories; empty when none is left. The writer stores the result. [M-4] */
  compareNext: returns(compareNext),
  /** For export: returns memories that are not forgotten, also superseded ones, by id. `after` null: the first page. */
  exportPage: answers(exportPage),
  /** Returns indexed documents or sessions, by name. [M-11] */
  listSources: returns(listSources),
  indexedFolders: returns(indexedFolders),
  /** Returns sessions, the last changed first. */
  sessions: returns(sessions),
  session: returns(session),
  /** Returns messages in order of sequence; of too many, the newest. Empty if there is no such session. */
  sessionMessages: returns(sessionMessages),
  /** Returns the newest messages that contain all the words or prefixes, in order of sequence. [SE-4] */
  searchSession: returns(searchSession),
  /** Returns idle sessions with messages that were not extracted yet; the oldest first. */
  staleSessions: returns(staleSessions),
  /** Returns the summary for a model to reword. Null if there is none, or a model or the session's agent wrote it. */
  summarisedPart: returns(summarisedPart),
  restoreSession: answers(restoreSession),
  /** Returns the memories that the session was given and that its later answers use. [M-14] */
  usedIn: returns(usedIn),
  /** Returns the summaries of these projects (null: global) that may be shown; the oldest first. [SU-4] */
  summaries: returns(({ store }: StoreDeps, projects: readonly (string | null)[]) =>
    store.summariesShown(projects),
  ),
  summaryProjects: returns(summaryProjects),
  /** Returns the next summary of this kind to make, or null. [SU-1] */
  findSummaryWork: returns(findSummaryWork),
  /**
   * Returns the usage of model calls from `sinceMs`, in milliseconds since 1970, to the end of today. A call that was
   * made while the clock was ahead counts on its own day only. [SU-6]
   */
  modelUsage: returns(({ store, clock }: ReadDeps, sinceMs: number) =>
    store.modelUsage(sinceMs, dayStartMs(clock.nowMs()) + DAY_MS),
  ),
  modelDays: returns(({ store }: StoreDeps, sinceMs: number) => store.modelDays(sinceMs)),
  modelCalls: returns(({ store }: StoreDeps, limit: number) => store.modelCalls(limit)),
  /** SC-2: returns one schedule. */
  getSchedule: answers(getSchedule),
  schedules: returns(({ store }: StoreDeps, filter: ScheduleFilter) => store.schedules(filter)),
  /**
   * Returns due schedules, the longest waiting first. `nextAt`: when the next one is or was due; null when none runs
   * here.
   */
  dueSchedules: returns(dueSchedules),
  /** Returns a schedule's runs, the newest first. */
  scheduleRuns: answers(scheduleRuns),
  scheduleRun: answers(scheduleRun),
  /** Returns recent runs that acted and were not reported to a session in this project. [SC-8] */
  untoldRuns: returns(({ store, clock }: ReadDeps, project: string | null) =>
    store.untoldRuns(project, clock.nowMs() - ACT_LIMITS.toldMsMax),
  ),
  systemTimes: returns(({ store }: StoreDeps) => store.systemTimes()),
  /** Returns the figures from that day on, the oldest first. */
  dayFigures: returns(({ store }: StoreDeps, since: string) => store.dayFigures(since)),
  /** Returns the number of passages of documents and transcripts. */
  passagesSize: returns(({ store }: StoreDeps) => store.passagesSize()),
  contextDays: answers(contextDays),
  /** Returns the memories that were saved while a branch was worked on. [M-15] */
  branchMemories: answers(branchMemories),
  /** Returns when a memory was last forgotten that copies may hold. Null: not since they were erased. [ST-4] */
  erasedAt: returns(({ store }: StoreDeps) => store.meta('erasedAt')),
  counts: returns(({ store }: StoreDeps) => store.counts()),
  stats: returns(stats),
  /** Digests the registers here and in quarantine, without tombstones with a sequence up to `above`. [SY-E5] */
  digestRanges: returns(digestRanges),
  /** Returns one page of the registers here. The next page begins after its last row. */
  heldPage: returns(heldPage),
  deadLetters: returns(({ store }: StoreDeps) => store.deadLetters(DEAD_LETTERS_MAX)),
  /** Returns at most 1,000 removed memories, the newest first. [TR-3, M-16] */
  removed: returns(async ({ store }: StoreDeps, by: RemovedBy) => ({
    kept: await store.removed(by, COMPARING_LIMITS.removedShownMax),
    total: await store.removedCount(by),
  })),
};

export type ReadEngine = CallsOf<typeof READER_CALLS>;

export const createReadEngine = (deps: ReadDeps): ReadEngine => callsOver(READER_CALLS, deps);
