/** The writer's half of the engine: every use case is one transaction of its store. */
import { isEntityId } from '@cairn/schema';
import type { Sealer } from '../ports/sealer.ts';
import type { VaultKeys, WriteEngine } from './api.ts';
import { noteGiven } from './context/given-contexts.ts';
import { keepDirective } from './extraction/keep-directive.ts';
import { keepExtracted } from './extraction/keep-extracted.ts';
import { forgetFolders, noteFolder } from './passages/folders.ts';
import { importTurns } from './passages/import-turns.ts';
import { indexDocument } from './passages/index-document.ts';
import { forgetSource } from './passages/sources.ts';
import { changeProfile } from './profile/profile.ts';
import { dropRemoved, expireRemoved, restoreRemoved } from './removed/end-removed.ts';
import { acceptHeld, keepReviewed, rejectHeld, replaceBy } from './review/decide.ts';
import { beginRun, endRun, interruptRuns } from './schedule/runs.ts';
import { tendSchedules } from './schedule/tend-schedules.ts';
import { addSchedule, deleteSchedule, patchSchedule, takeSchedule } from './schedule/write-schedules.ts';
import { appendMessages } from './session/append-messages.ts';
import { claimFlush, deleteSession, endSession, noteFile, setActiveTask } from './session/change-session.ts';
import {
  compactSession,
  rewordSummary,
  rollSession,
  writeRollingSummary,
} from './session/compact-session.ts';
import { keepSummary, markBacklog, noteModelCall } from './summary/keep-summary.ts';
import { createSyncUseCases } from './sync/sync-use-cases.ts';
import { evictVectors, keepVectors } from './vectors/keep-vectors.ts';
import { forget } from './write/forget.ts';
import { importRecords } from './write/import-records.ts';
import { patch } from './write/patch.ts';
import { remember, supersede } from './write/remember.ts';
import { ensureIdentity, type WriteDeps } from './write/writer-facts.ts';

export interface WriteEngineDeps extends WriteDeps {
  readonly makeSealer: (keys: VaultKeys) => Promise<Sealer>;
}

export const createWriteEngine = (deps: WriteEngineDeps): WriteEngine => ({
  ...createSyncUseCases(deps),
  remember: (input) => remember(deps, input),
  supersede: (id, input) => supersede(deps, id, input),
  patch: (id, input) => patch(deps, id, input),
  forget: (input) => forget(deps, input),
  importRecords: (input) => importRecords(deps, input),
  restoreRemoved: (ids) => restoreRemoved(deps, ids),
  dropRemoved: (ids) => dropRemoved(deps, ids),
  expireRemoved: () => expireRemoved(deps),
  changeProfile: (change) => changeProfile(deps, change),
  indexDocument: (input) => indexDocument(deps, input),
  importTurns: (input) => importTurns(deps, input),
  forgetSource: (id, forGood = false) => forgetSource(deps, id, forGood),
  noteFolder: (input) => noteFolder(deps, input),
  forgetFolders: (path) => forgetFolders(deps, path),
  appendMessages: (input) => appendMessages(deps, input),
  endSession: (id) => endSession(deps, id),
  compactSession: (input) => compactSession(deps, input),
  rollSession: (id) => rollSession(deps, id),
  writeRollingSummary: (input) => writeRollingSummary(deps, input),
  rewordSummary: (reworded) => rewordSummary(deps, reworded),
  deleteSession: (id) => deleteSession(deps, id),
  setActiveTask: (id, task) => setActiveTask(deps, id, task),
  noteFile: (id, path) => noteFile(deps, id, path),
  claimFlush: (session) => claimFlush(deps, session),
  keepExtracted: (input) => keepExtracted(deps, input),
  keepDirective: (input) => keepDirective(deps, input),
  keepSummary: (written) => keepSummary(deps.store, written),
  markBacklog: (project, before) => markBacklog(deps.store, project, before),
  noteModelCall: (call) => noteModelCall(deps.store, call),
  addSchedule: (input, timezone) => addSchedule(deps, input, timezone),
  patchSchedule: (id, change, timezone) => patchSchedule(deps, id, change, timezone),
  takeSchedule: (id) => takeSchedule(deps, id),
  deleteSchedule: (id) => deleteSchedule(deps, id),
  tendSchedules: () => tendSchedules(deps),
  beginRun: (id, byHand) => beginRun(deps, id, byHand),
  endRun: (report) => endRun(deps, report),
  interruptRuns: () => interruptRuns(deps),
  noteSystemRun: (times, run) =>
    deps.store.write((tx) =>
      tx.apply({ scheduleTimes: [times], ...(run === null ? {} : { scheduleRuns: [run] }) }),
    ),
  noteDay: (figures) => deps.store.write((tx) => tx.apply({ dayFigures: [figures] })),
  noteGiven: (given) => noteGiven(deps.store, given),
  noteCopiesErased: (at) =>
    deps.store.write(async (tx) => {
      if ((await tx.meta('erasedAt')) === at) await tx.apply({ meta: { erasedAt: null } });
    }),
  noteAccess: (ids) => deps.store.write((tx) => tx.noteAccess(ids.filter(isEntityId), deps.clock.nowMs())),
  noteCompared: ({ compared, findings }) => deps.store.write((tx) => tx.noteCompared(compared, findings)),
  acceptHeld: (id) => acceptHeld(deps, id),
  rejectHeld: (id) => rejectHeld(deps, id),
  replaceBy: (id, other) => replaceBy(deps, id, other),
  keepReviewed: (id, others) => keepReviewed(deps, id, others),
  noteInjected: (session, ids, anew) =>
    deps.store.write(async (tx) => {
      if (anew) await tx.clearInjected(session);
      if (ids.length > 0) await tx.noteInjected(session, ids, deps.clock.nowMs());
    }),
  keepVectors: (made) => deps.store.write((tx) => keepVectors(tx, made)),
  evictVectors: (after) => evictVectors(deps, after),
  identity: ({ name }) => deps.store.write(async (tx) => (await ensureIdentity(tx, deps, name)).device),
});
