/** The calls that the writer's thread answers. Each call is one or several transactions of the store. */
import { isEntityId } from '@cairn/schema';
import { noteBranch } from '../branches/branches.engine.ts';
import { noteGiven } from '../context/given-contexts.engine.ts';
import { keepDirective, keepExtracted } from '../extraction/keep-extracted.engine.ts';
import {
  addHandover,
  endHandover,
  handovers,
  noteHandoverTold,
  takeHandover,
} from '../handover/handovers.engine.ts';
import { forgetFolders, noteFolder } from '../passages/folders.engine.ts';
import { importTurns } from '../passages/import-turns.engine.ts';
import { indexDocument } from '../passages/index-document.engine.ts';
import { forgetSource } from '../passages/sources.engine.ts';
import type { DayFigures, ScheduleRun, ScheduleTimes } from '../ports/store.ts';
import { noteOnboardingTold } from '../profile/onboarding.engine.ts';
import { changeProfile } from '../profile/profile.engine.ts';
import { dropRemoved, expireRemoved, restoreRemoved } from '../removed/end-removed.engine.ts';
import { acceptHeld, keepReviewed, rejectHeld, replaceBy } from '../review/decide.engine.ts';
import { beginRun, endRun, interruptRuns, noteRunLog } from '../schedule/runs.engine.ts';
import { tendSchedules } from '../schedule/tend-schedules.engine.ts';
import {
  addSchedule,
  deleteSchedule,
  patchSchedule,
  takeSchedule,
} from '../schedule/write-schedules.engine.ts';
import { appendMessages } from '../session/append-messages.engine.ts';
import {
  claimFlush,
  deleteSession,
  endSession,
  noteFile,
  setActiveTask,
} from '../session/change-session.engine.ts';
import {
  compactSession,
  rewordSummary,
  rollSession,
  writeRollingSummary,
} from '../session/compact-session.engine.ts';
import { keepSummary, markBacklog, noteModelCall } from '../summary/keep-summary.engine.ts';
import { createSyncSession, type SyncDeps } from '../sync/sync-session.engine.ts';
import { SYNC_CALLS } from '../sync/sync-use-cases.engine.ts';
import { noteGivenTo, noteInjected, noteUsed } from '../uses/uses.engine.ts';
import { evictVectors, keepVectors } from '../vectors/keep-vectors.engine.ts';
import type { ComparedBatch } from './api.ts';
import { answers, applies, type CallsOf, callsOver, erases, returns } from './call.ts';
import {
  ofCompaction,
  ofDeletion,
  ofDocument,
  ofEnd,
  ofExtracted,
  ofGiven,
  ofImport,
  ofMessages,
  ofProfile,
  ofRemovedSource,
  type Telling,
  telling,
  tellingTurns,
} from './call-events.ts';
import type { WriteDeps } from './deps.ts';
import { forget } from './write/forget.ts';
import { importRecords } from './write/import-records.ts';
import { moveMemory } from './write/move-memory.ts';
import { patch } from './write/patch.ts';
import { remember, supersede } from './write/remember.ts';
import { ensureIdentity } from './write/writer-facts.ts';

/** The daemon resolves `project` and `cwd` of the inputs before: `project` is canonical or null, `cwd` is absent. */
export const WRITER_CALLS = {
  ...SYNC_CALLS,
  remember: answers(remember),
  supersede: answers(supersede),
  moveMemory: answers(moveMemory),
  patch: answers(patch),
  forget: erases(forget),
  importRecords: answers(telling(importRecords, ofImport)),
  /** Saves set-aside memories again, as new ones. Null: all of them. */
  restoreRemoved: answers(restoreRemoved),
  /** Deletes a memory that was set aside. */
  dropRemoved: erases(dropRemoved),
  /** Deletes memories that were set aside 30 days ago. */
  expireRemoved: returns(expireRemoved),
  /** Changes the profile: the agent, the person, the rules, the tool notes. [CX-2] */
  changeProfile: answers(telling(changeProfile, ofProfile)),
  /** CX-14: notes that an agent was given the question of the day. */
  noteOnboardingTold: returns(noteOnboardingTold),
  /** Makes a text file searchable, or leaves it as it is when its text is unchanged. Local to this device. [M-11] */
  indexDocument: answers(telling(indexDocument, ofDocument)),
  /** Makes a transcript searchable; parts of it may be here already. Local to this device. [F-8, IM-4] */
  importTurns: answers(tellingTurns(importTurns)),
  /**
   * Removes a document or session from search, and all of its text from the file. `forGood`: indexing its folder does
   * not add it again. [ST-4, M-11]
   */
  forgetSource: erases(telling(forgetSource, ofRemovedSource)),
  /** M-11: new files in the folder are indexed too. */
  noteFolder: answers(noteFolder),
  /** Makes this folder and those below it ordinary folders again. */
  forgetFolders: answers(forgetFolders),
  /** Appends to the session, which is made when it does not exist. The messages can be found at once. [SE-4] */
  appendMessages: answers(telling(appendMessages, ofMessages)),
  /** Completes the session until the next message. */
  endSession: answers(telling(endSession, ofEnd)),
  compactSession: answers(telling(compactSession, ofCompaction)),
  /** SE-3: summarises by sentences of the messages. `applied` is false when there is nothing to do. */
  rollSession: answers(rollSession),
  writeRollingSummary: answers(writeRollingSummary),
  /** Stores a model's wording of the present summary. Returns false and writes nothing when the summary has changed. */
  rewordSummary: returns(rewordSummary),
  /** Deletes the session with its messages, files and passages. None of its text stays in the file. [ST-4] */
  deleteSession: erases(telling(deleteSession, ofDeletion)),
  /** Sets the session's task. Null removes it. */
  setActiveTask: answers(setActiveTask),
  /** Notes a file of the session by its absolute path. */
  noteFile: answers(noteFile),
  /** SE-7: returns waiting handovers, the newest first. Ends those that are over. */
  handovers: returns(handovers),
  addHandover: answers(addHandover),
  /** SE-7: makes the handover a session of this device, once. */
  takeHandover: answers(takeHandover),
  /** Ends the handover on all devices. */
  endHandover: answers(endHandover),
  noteHandoverTold: returns(noteHandoverTold),
  /** SE-2: returns true once per cycle of compaction. */
  claimFlush: returns(claimFlush),
  /** Stores the lessons of a session and marks it as read, in one transaction. */
  keepExtracted: returns(telling(keepExtracted, ofExtracted)),
  /** Returns the directive's id when it changed. A directive that a person or agent wrote is left as it is. */
  keepDirective: returns(keepDirective),
  /** Returns false and writes nothing when the summary's sources have changed. [SU-2] */
  keepSummary: returns(keepSummary),
  /** SU-4: marks the rest of a backlog whose summary is kept. */
  markBacklog: returns(markBacklog),
  /** SU-6: adds a call to the ledger. */
  noteModelCall: returns(noteModelCall),
  /** Adds a schedule. `timezone`: the device's own, for a cadence that names none. [SC-1] */
  addSchedule: answers(addSchedule),
  patchSchedule: answers(patchSchedule),
  /** SC-5: makes this device run the schedule. */
  takeSchedule: answers(takeSchedule),
  deleteSchedule: erases(deleteSchedule),
  /** Computes next runs that do not fit their schedules, in one bounded step. Call again while there is `more`. */
  tendSchedules: returns(tendSchedules),
  /** Begins a run. Returns null when the run is not due or is running already. `byHand`: also when it is not due. */
  beginRun: answers(beginRun),
  /** Writes the run, the next one, and their consequences in one transaction. Null: the schedule was deleted. */
  endRun: answers(endRun),
  noteRunLog: returns(noteRunLog),
  /** SC-8: notes that a session's start reported these runs. */
  noteRunsTold: applies((ids: readonly string[]) => ({ scheduleRunsTold: ids })),
  /** Marks runs that the last daemon did not end. Called when a daemon starts. [SC-4] */
  interruptRuns: returns(interruptRuns),
  /** Notes a run of the device's own housekeeping. `run`: null when it found nothing to do. */
  noteSystemRun: applies((times: ScheduleTimes, run: ScheduleRun | null) => ({
    scheduleTimes: [times],
    scheduleRuns: run === null ? [] : [run],
  })),
  /** Replaces the figures of that day. */
  noteDay: applies((figures: DayFigures) => ({ dayFigures: [figures] })),
  /** Notes the context that a session began with. Keeps nothing when the project was given the same the last time. */
  noteGiven: returns(telling(noteGiven, ofGiven)),
  /** ST-4: notes that the daemon's own copies hold nothing that was erased up to `at`. Later erasures stay noted. */
  noteCopiesErased: returns(({ store }: WriteDeps, at: number) =>
    store.write(async (tx) => {
      if ((await tx.meta('erasedAt')) === at) await tx.apply({ meta: { erasedAt: null } });
    }),
  ),
  /** M-6: counts ids that a person or agent was shown. Never enqueues a row for sync. */
  noteAccess: returns(({ store, clock }: WriteDeps, ids: readonly string[]) =>
    store.write((tx) => tx.noteAccess(ids.filter(isEntityId), clock.nowMs())),
  ),
  /** Stores the result of `compareNext` of the reader. Local. */
  noteCompared: returns(({ store }: WriteDeps, { compared, findings }: ComparedBatch) =>
    store.write((tx) => tx.noteCompared(compared, findings)),
  ),
  /** G-1: `acceptHeld` lets a held memory be found. `rejectHeld` forgets it. */
  acceptHeld: answers(acceptHeld),
  rejectHeld: erases(rejectHeld),
  /** M-4: replaces `id` by `other`. */
  replaceBy: answers(replaceBy),
  /** M-4: keeps a memory beside these. Without any, keeps it although it looks stale. Local. */
  keepReviewed: answers(keepReviewed),
  /**
   * CX-1: notes the memories that a session was given. `again`: the session has lost those it was given before. Local.
   */
  noteInjected: returns(noteInjected),
  /** M-15: notes on which branch a session's message was written, or a memory saved. Local. */
  noteBranch: returns(noteBranch),
  /** M-14: notes the memories that an agent without a session was given. Local. */
  noteGivenTo: returns(noteGivenTo),
  /** M-14: stores the result of `usedIn` of the reader. Local. */
  noteUsed: returns(noteUsed),
  /** F-2: stores vectors. `kept`: how many rows have a vector now. Rows that changed meanwhile get none. */
  keepVectors: answers(keepVectors),
  /** F-2: erases vectors that were not used for 30 days, in one bounded step. Null means done. Begin with 0. */
  evictVectors: returns(evictVectors),
  /** Returns the device's identity. It is made at the first call, then kept. */
  identity: returns((deps: WriteDeps, { name }: { readonly name: string }) =>
    deps.store.write(async (tx) => (await ensureIdentity(tx, deps, name)).device),
  ),
};

export type WriteEngine = CallsOf<typeof WRITER_CALLS>;
export type WriteEngineDeps = WriteDeps & SyncDeps & Telling;

export const createWriteEngine = (deps: WriteEngineDeps): WriteEngine =>
  callsOver(WRITER_CALLS, { ...deps, ...createSyncSession(deps) });
