/** The reads and changes of one transaction: `StoreTransaction` of `ports/store` over SQL. */
import type { StoreTransaction, WriteSet } from '../ports/store.ts';
import { noteBranch } from './branches-table.ts';
import type { Sql } from './database.ts';
import { applyDays, dayReads } from './days-table.ts';
import { keepFinding, noteCompared } from './findings-table.ts';
import { indexMore } from './index-queue.ts';
import {
  addForgotten,
  clearInjected,
  countTurn,
  forgottenAmong,
  forgottenHere,
  isForgotten,
  noteAccess,
  noteInjected,
  removeForgotten,
  savesInTurn,
} from './local-tables.ts';
import {
  eraseMemories,
  memoriesByHash,
  memoriesByKey,
  memoryById,
  setStates,
  upsertMemories,
} from './memories-table.ts';
import type { MetaCache } from './meta-table.ts';
import { addModelCalls } from './model-calls-table.ts';
import {
  danglingSuccessors,
  linkedAmong,
  lostEdges,
  missingSuccessors,
  neighboursOf,
  putEdges,
} from './neighbours.ts';
import {
  addPassagesLater,
  countWaitingPassages,
  eraseSources,
  lastPassages,
  leavePassagesBehind,
  passagesBetween,
  putSettled,
  sourceById,
  upsertPassages,
  upsertSources,
  waitingPassages,
} from './passages-table.ts';
import {
  addRevisions,
  clearConfirmations,
  clearTaken,
  confirmRegisters,
  eraseRegisters,
  handovers,
  illRegisters,
  moveRevisions,
  noteSealed,
  noteTold,
  registersAfter,
  registersCount,
  registersOf,
  revisionsOf,
  sealedBelow,
  sealedBelowCount,
  untold,
  upsertRegisters,
} from './registers-table.ts';
import { addRemoved, eraseRemoved, removedReads } from './removed-table.ts';
import { renameEntities } from './rename.ts';
import { applySchedules, scheduleReads } from './schedules-table.ts';
import { messagesBetween, messagesOf, saidIn, saySoAgain, upsertMessages } from './session-messages-table.ts';
import {
  eraseSessions,
  sessionById,
  sessionFiles,
  sessionNamed,
  upsertSessionFiles,
  upsertSessions,
} from './sessions-table.ts';
import {
  addSummaries,
  countUnforgotten,
  markOlderSummarised,
  markSummarised,
  presentSummaries,
  removeSummaries,
  withdrawSummaries,
} from './summaries-table.ts';
import {
  addDeadLetters,
  addToOutbox,
  addToQuarantine,
  clearAgain,
  clearQuarantineConfirmations,
  clearSyncTables,
  confirmQuarantined,
  countAgain,
  countOutbox,
  deadLetters,
  enqueueAll,
  quarantined,
  quarantinedOf,
  readInflight,
  readOutbox,
  readOutboxValues,
  removeDeadLetters,
  removeFromOutbox,
  removeFromQuarantine,
  setAside,
  writeInflight,
} from './sync-tables.ts';
import { countGiven, countUsed } from './uses-table.ts';
import { evictVectors, putVectors, useEmbedder } from './vectors-table.ts';

/**
 * The kind of an erasing. `forgotten`: the text is erased from copies too. `erased`: the text is removed from the log
 * before the call is answered. `replaced`: a source has a new text. There may be thousands, so the log is folded soon
 * after the answer.
 */
export type Erasing = 'replaced' | 'erased' | 'forgotten';

export interface TransactionDeps {
  readonly sql: Sql;
  readonly meta: MetaCache;
  readonly nowMs: () => number;
  /** ST-4: called before a write set erases something. */
  readonly onErase: (what: Erasing) => void;
}

export const storeTransaction = (deps: TransactionDeps): StoreTransaction => {
  const { sql, meta } = deps;
  return {
    meta: (key) => meta.get(sql, key),
    registersOf: (entities) => registersOf(sql, entities),
    registersAfter: (after, limit) => registersAfter(sql, after, limit),
    handovers: (device, limit) => handovers(sql, device, limit),
    registersCount: () => registersCount(sql),
    sealedBelow: (which, limit) => sealedBelow(sql, which, limit),
    sealedBelowCount: (kg) => sealedBelowCount(sql, kg),
    illRegisters: (after, limit) => illRegisters(sql, after, limit),
    memory: (id) => memoryById(sql, id),
    memoriesByHash: (hashes) => memoriesByHash(sql, hashes),
    memoriesByKey: (key, namespace) => memoriesByKey(sql, key, namespace),
    neighboursOf: (ids) => neighboursOf(sql, ids),
    linkedAmong: (ids) => linkedAmong(sql, ids),
    lostEdges: (limit) => lostEdges(sql, limit),
    danglingSuccessors: () => danglingSuccessors(sql),
    missingSuccessors: () => missingSuccessors(sql),
    revisionsOf: (ids) => revisionsOf(sql, ids),
    untold: (limit) => untold(sql, limit),
    forgottenAmong: (hashes) => forgottenAmong(sql, hashes),
    isForgotten: (hash) => isForgotten(sql, hash),
    forgottenHere: () => forgottenHere(sql),
    savesInTurn: (turn) => savesInTurn(sql, turn),
    outbox: (limit, which) => readOutbox(sql, limit, which),
    outboxValues: (limit) => readOutboxValues(sql, limit),
    outboxCount: () => countOutbox(sql),
    againCount: () => countAgain(sql),
    inflight: () => readInflight(sql),
    quarantined: (limit) => quarantined(sql, limit),
    quarantinedOf: (entities) => quarantinedOf(sql, entities),
    deadLetters: (limit) => deadLetters(sql, limit),
    setAside: () => setAside(sql),
    countUnforgotten: (citations, replaced) => countUnforgotten(sql, citations, replaced),
    presentSummaries: (ids) => presentSummaries(sql, ids),
    source: (id) => sourceById(sql, id),
    lastPassages: (source, limit) => lastPassages(sql, source, limit),
    waitingPassages: (which, limit) => waitingPassages(sql, which, limit),
    countWaitingPassages: (which) => countWaitingPassages(sql, which),
    passagesBetween: (source, from, to) => passagesBetween(sql, source, from, to),
    session: (id) => sessionById(sql, id),
    sessionNamed: (name) => sessionNamed(sql, name),
    messages: (query) => messagesOf(sql, query),
    sessionFiles: (session, limit) => sessionFiles(sql, session, limit),
    saidIn: (source, contentHashes) => saidIn(sql, source, contentHashes),
    messagesBetween: (session, from, to) => messagesBetween(sql, session, from, to),
    ...scheduleReads(sql),
    ...dayReads(sql),
    ...removedReads(sql),
    apply: (writeSet) => applyWriteSet(deps, writeSet),
    countTurn: (turn, nowMs) => countTurn(sql, turn, nowMs),
    async noteAccess(ids, nowMs) {
      await noteAccess(sql, ids, nowMs);
    },
    noteInjected: (session, ids, nowMs) => noteInjected(sql, session, ids, nowMs),
    noteBranch: (note) => noteBranch(sql, note),
    countGiven: (agent, ids, nowMs) => countGiven(sql, agent, ids, nowMs),
    countUsed: (session, agent, ids, nowMs) => countUsed(sql, session, agent, ids, nowMs),
    async clearInjected(session) {
      await clearInjected(sql, session);
    },
    noteCompared: (compared, findings) => noteCompared(sql, compared, findings),
    keepFinding: (entity, other) => keepFinding(sql, entity, other),
    enqueueAll: (which, options) => enqueueAll(sql, which, options),
    async clearConfirmations() {
      await clearConfirmations(sql);
      await clearQuarantineConfirmations(sql);
      await clearAgain(sql);
    },
    async clearSync() {
      await clearSyncTables(sql);
      await clearConfirmations(sql);
    },
    clearTaken: () => clearTaken(sql),
    markOlderSummarised: (project, before, limit) => markOlderSummarised(sql, project, before, limit),
    rename: (pairs) => renameEntities(sql, pairs),
    indexMore: (atMost) => indexMore(sql, atMost),
    useEmbedder: (name) => useEmbedder(sql, meta, name),
    putVectors: (vectors, owners) => putVectors(sql, meta, vectors, owners),
    evictVectors: (after, atMs, before) => evictVectors(sql, after, atMs, before),
  };
};

/** Returns the kind of erasing of a write set, or null. Text is erased by write sets only. [ST-4] */
const erasingOf = (set: WriteSet): Erasing | null => {
  if (typeof set.meta?.erasedAt === 'number') return 'forgotten';
  const { eraseRegisters, eraseMemories, eraseSources, schedulesErase, removedErase } = set;
  const erased = [eraseRegisters, eraseMemories, eraseSources, schedulesErase, removedErase];
  if (!erased.some((items = []) => items.length > 0)) return null;
  return (set.sources ?? []).length > 0 ? 'replaced' : 'erased';
};

/** Applies the fields in order. An absent or empty field costs nothing. */
const applyWriteSet = async (
  { sql, meta, nowMs, onErase }: TransactionDeps,
  set: WriteSet,
): Promise<void> => {
  const erasing = erasingOf(set);
  if (erasing !== null) {
    onErase(erasing);
    if ((await meta.get(sql, 'cleanedAt')) !== null) await meta.put(sql, { cleanedAt: null });
  }
  const many = async <T>(
    items: readonly T[] | undefined,
    write: (sql: Sql, items: readonly T[]) => Promise<unknown>,
  ): Promise<void> => {
    if (items !== undefined && items.length > 0) await write(sql, items);
  };
  await many(set.eraseMemories, withdrawSummaries);
  await many(set.eraseMemories, eraseMemories);
  await many(set.revisions, (on, added) => addRevisions(on, added, set.isTaken === true));
  await many(set.revisionsMoved, moveRevisions);
  await many(set.eraseRegisters, eraseRegisters);
  await many(set.registers, (on, registers) => upsertRegisters(on, registers, set.isTaken === true));
  await many(set.memories, (on, rows) => upsertMemories(on, rows, set.indexLater === true));
  await many(set.states, setStates);
  await many(set.edges, putEdges);
  await many(set.eraseSources, eraseSources);
  await many(set.eraseSources, eraseSessions);
  await many(set.sources, upsertSources);
  await many(set.passages, upsertPassages);
  await many(set.passagesLater, addPassagesLater);
  await many(set.passagesBehind, leavePassagesBehind);
  await many(set.passagesSettled, putSettled);
  await many(set.saidAgain, saySoAgain);
  await many(set.sessions, upsertSessions);
  await many(set.messages, upsertMessages);
  await many(set.sessionFiles, upsertSessionFiles);
  await many(set.told, noteTold);
  await many(set.forgotten, addForgotten);
  await many(set.unforgotten, removeForgotten);
  await many(set.outboxAdd, addToOutbox);
  await many(set.outboxRemove, removeFromOutbox);
  await many(set.quarantineAdd, (on, items) => addToQuarantine(on, items, nowMs()));
  await many(set.quarantineRemove, removeFromQuarantine);
  await many(set.deadAdd, addDeadLetters);
  await many(set.deadRemove, removeDeadLetters);
  if (set.inflight !== undefined) await writeInflight(sql, set.inflight, nowMs());
  await many(set.confirmed, confirm);
  await many(set.sealed, noteSealed);
  if (set.meta !== undefined) await meta.put(sql, set.meta);
  await many(set.summariesRemove, removeSummaries);
  await many(set.summariesAdd, addSummaries);
  await many(set.summarised, markSummarised);
  await many(set.modelCalls, addModelCalls);
  await applySchedules(sql, set);
  await applyDays(sql, set);
  await many(set.removedErase, eraseRemoved);
  await many(set.removedAdd, addRemoved);
};

/** Confirms registers. Rarely, some of them are in quarantine instead. */
const confirm = async (sql: Sql, confirmed: NonNullable<WriteSet['confirmed']>): Promise<void> => {
  const marked = await confirmRegisters(sql, confirmed);
  if (marked < confirmed.length) await confirmQuarantined(sql, confirmed);
};
