/** The calls that the writer's thread answers: every call is one transaction of its store, or several. */
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
import { answers, type CallsOf, callsOver, erases, returns } from './call.ts';
import {
  ofCompaction,
  ofDeletion,
  ofDocument,
  ofEnd,
  ofGiven,
  ofImport,
  ofMessages,
  ofProfile,
  type Telling,
  telling,
  tellingTurns,
} from './call-events.ts';
import { forget } from './write/forget.ts';
import { importRecords } from './write/import-records.ts';
import { moveMemory } from './write/move-memory.ts';
import { patch } from './write/patch.ts';
import { remember, supersede } from './write/remember.ts';
import { ensureIdentity, type WriteDeps } from './write/writer-facts.ts';

/** `project` and `cwd` of the inputs are already resolved by the daemon: `project` is canonical or null, `cwd` absent. */
export const WRITER_CALLS = {
  ...SYNC_CALLS,
  remember: answers(remember),
  supersede: answers(supersede),
  moveMemory: answers(moveMemory),
  patch: answers(patch),
  forget: erases(forget),
  importRecords: answers(telling(importRecords, ofImport)),
  /** Memories that were set aside are saved again, as new ones; null: all of them. */
  restoreRemoved: answers(restoreRemoved),
  /** It ends now. */
  dropRemoved: erases(dropRemoved),
  /** Memories that were set aside 30 days ago end. */
  expireRemoved: returns(expireRemoved),
  /** The profile of the agent, the person, the rules, the tool notes. [CX-2] */
  changeProfile: answers(telling(changeProfile, ofProfile)),
  /** CX-14 */
  noteOnboardingTold: returns(noteOnboardingTold),
  /** A text file becomes searchable, or says the same as before. Local to this device. [M-11] */
  indexDocument: answers(telling(indexDocument, ofDocument)),
  /** A transcript, of which some may have been here before, becomes searchable. Local to this device. [F-8, IM-4] */
  importTurns: answers(tellingTurns(importTurns)),
  /**
   * A document or session is found no more; nothing of its text stays in the file. `forGood`: nor does it come back with its
   * folder. [ST-4, M-11]
   */
  forgetSource: erases(forgetSource),
  /** M-11: its new files are to be indexed too. */
  noteFolder: answers(noteFolder),
  /** This one and those below it are folders like any other again. */
  forgetFolders: answers(forgetFolders),
  /** At the end of the session, which is made when it is not there; they are found at once. [SE-4] */
  appendMessages: answers(telling(appendMessages, ofMessages)),
  /** It is completed until the next message comes. */
  endSession: answers(telling(endSession, ofEnd)),
  compactSession: answers(telling(compactSession, ofCompaction)),
  /** SE-3: by sentences of the messages. `applied` false: there is nothing to do. */
  rollSession: answers(rollSession),
  writeRollingSummary: answers(writeRollingSummary),
  /** A model's words for what the present summary says; false, and nothing written, when it is another one by now. */
  rewordSummary: returns(rewordSummary),
  /** With its messages, files and passages; nothing of its text stays in the file. [ST-4] */
  deleteSession: erases(telling(deleteSession, ofDeletion)),
  /** Null takes it off. */
  setActiveTask: answers(setActiveTask),
  /** An absolute path. */
  noteFile: answers(noteFile),
  /** SE-7: those that wait, the newest first; what is over goes. */
  handovers: returns(handovers),
  addHandover: answers(addHandover),
  /** SE-7: it becomes a session of this device, once. */
  takeHandover: answers(takeHandover),
  /** On all devices. */
  endHandover: answers(endHandover),
  noteHandoverTold: returns(noteHandoverTold),
  /** SE-2: true once per cycle of compaction. */
  claimFlush: returns(claimFlush),
  /** The lessons of a session, and that it was read: one transaction. */
  keepExtracted: returns(keepExtracted),
  /** Its id when it changed. One that a person or agent wrote is left as it is. */
  keepDirective: returns(keepDirective),
  /** False, and nothing written, when what it was written from has changed meanwhile. [SU-2] */
  keepSummary: returns(keepSummary),
  /** SU-4: the rest of a backlog, whose summary is kept. */
  markBacklog: returns(markBacklog),
  /** SU-6 */
  noteModelCall: returns(noteModelCall),
  /** `timezone`: the device's own, for a cadence that names none. [SC-1] */
  addSchedule: answers(addSchedule),
  patchSchedule: answers(patchSchedule),
  /** SC-5: this device runs it from now on. */
  takeSchedule: answers(takeSchedule),
  deleteSchedule: erases(deleteSchedule),
  /** One bounded step of computing next runs that do not fit their schedules; call again while there is `more`. */
  tendSchedules: returns(tendSchedules),
  /** Null: it is not due any more, or runs already. `byHand`: due or not. */
  beginRun: answers(beginRun),
  /** The run, the next one, and what else follows, in one transaction. Null: the schedule was deleted meanwhile. */
  endRun: answers(endRun),
  noteRunLog: returns(noteRunLog),
  /** SC-8: a session's start told of these runs. */
  noteRunsTold: returns(({ store }: WriteDeps, ids: readonly string[]) =>
    store.write((tx) => tx.apply({ scheduleRunsTold: ids })),
  ),
  /** At the start of a daemon: runs that the last one did not end. [SC-4] */
  interruptRuns: returns(interruptRuns),
  /** A run of the device's own housekeeping. `run`: null when it found nothing to do. */
  noteSystemRun: returns(({ store }: WriteDeps, times: ScheduleTimes, run: ScheduleRun | null) =>
    store.write((tx) =>
      tx.apply({ scheduleTimes: [times], ...(run === null ? {} : { scheduleRuns: [run] }) }),
    ),
  ),
  /** In place of what that day has. */
  noteDay: returns(({ store }: WriteDeps, figures: DayFigures) =>
    store.write((tx) => tx.apply({ dayFigures: [figures] })),
  ),
  /** A context that a session began with; nothing is kept when the project was given the same the last time. */
  noteGiven: returns(telling(noteGiven, ofGiven)),
  /** ST-4: no copy that the daemon made by itself holds what was erased then; later erasures stay noted. */
  noteCopiesErased: returns(({ store }: WriteDeps, at: number) =>
    store.write(async (tx) => {
      if ((await tx.meta('erasedAt')) === at) await tx.apply({ meta: { erasedAt: null } });
    }),
  ),
  /** M-6: ids that a person or agent was shown. Never dirties a row for sync. */
  noteAccess: returns(({ store, clock }: WriteDeps, ids: readonly string[]) =>
    store.write((tx) => tx.noteAccess(ids.filter(isEntityId), clock.nowMs())),
  ),
  /** The findings of comparing; see `compareNext` of the reader. Local. */
  noteCompared: returns(({ store }: WriteDeps, { compared, findings }: ComparedBatch) =>
    store.write((tx) => tx.noteCompared(compared, findings)),
  ),
  /** G-1: a held memory is found from now on, or it is forgotten. */
  acceptHeld: answers(acceptHeld),
  rejectHeld: erases(rejectHeld),
  /** M-4: `other` takes the place of `id`. */
  replaceBy: answers(replaceBy),
  /** M-4: it stays beside these, or, without any, although it looks stale. Local. */
  keepReviewed: answers(keepReviewed),
  /** CX-1: the memories that a session was given. `again`: those that it was given before are lost. Local. */
  noteInjected: returns(noteInjected),
  /** M-15: on which branch something was said in a session, or saved. Local. */
  noteBranch: returns(noteBranch),
  /** M-14: an agent without a session was given these. Local. */
  noteGivenTo: returns(noteGivenTo),
  /** M-14: what `usedIn` of the reader found. Local. */
  noteUsed: returns(noteUsed),
  /** F-2: `kept`: how many rows have a vector now. Those that changed meanwhile get none. */
  keepVectors: answers(keepVectors),
  /** F-2: one bounded step of erasing vectors that nobody has used for 30 days; null ends it. Begin with 0. */
  evictVectors: returns(evictVectors),
  /** The device's identity; made at the first call, then kept. */
  identity: returns((deps: WriteDeps, { name }: { readonly name: string }) =>
    deps.store.write(async (tx) => (await ensureIdentity(tx, deps, name)).device),
  ),
};

export type WriteEngine = CallsOf<typeof WRITER_CALLS>;
export type WriteEngineDeps = WriteDeps & SyncDeps & Telling;

export const createWriteEngine = (deps: WriteEngineDeps): WriteEngine =>
  callsOver(WRITER_CALLS, { ...deps, ...createSyncSession(deps) });
