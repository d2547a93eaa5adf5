/** The reads and changes of one transaction: `StoreTransaction` of `ports/store` over SQL. */
import type { StoreTransaction, WriteSet } from '../ports/store.ts';
import { branchWrites } from './branches-table.ts';
import type { Sql } from './database.ts';
import { applyDays, dayReads } from './days-table.ts';
import { reviewWrites } from './findings-table.ts';
import { indexMore } from './index-queue.ts';
import { addForgotten, forgottenReads, localWrites, removeForgotten } from './local-tables.ts';
import { eraseMemories, memoryReads, setStates, upsertMemories } from './memories-table.ts';
import type { MetaCache } from './meta-table.ts';
import { addModelCalls } from './model-calls-table.ts';
import { edgeReads, neighboursOf, putEdges } from './neighbours.ts';
import {
  addPassagesLater,
  eraseSources,
  leavePassagesBehind,
  passageReads,
  putSettled,
  upsertPassages,
  upsertSources,
} from './passages-table.ts';
import {
  addRevisions,
  confirmRegisters,
  eraseRegisters,
  moveRevisions,
  noteSealed,
  noteTold,
  registerReads,
  registersOf,
  revisionsOf,
  upsertRegisters,
} from './registers-table.ts';
import { addRemoved, eraseRemoved, removedReads } from './removed-table.ts';
import { renameEntities } from './rename.ts';
import { applySchedules, scheduleReads } from './schedules-table.ts';
import { messageReads, saySoAgain, upsertMessages } from './session-messages-table.ts';
import {
  eraseSessions,
  sessionByName,
  sessionReads,
  upsertSessionFiles,
  upsertSessions,
} from './sessions-table.ts';
import {
  addSummaries,
  markSummarised,
  removeSummaries,
  summaryReads,
  withdrawSummaries,
} from './summaries-table.ts';
import {
  addDeadLetters,
  addToOutbox,
  addToQuarantine,
  confirmQuarantined,
  deadLetterReads,
  removeDeadLetters,
  removeFromOutbox,
  removeFromQuarantine,
  syncReads,
  syncWrites,
  writeInflight,
} from './sync-tables.ts';
import { useWrites } from './uses-table.ts';
import { vectorWrites } from './vectors-table.ts';

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
    neighboursOf: (ids) => neighboursOf(sql, ids),
    registersOf: (entities) => registersOf(sql, entities),
    revisionsOf: (ids) => revisionsOf(sql, ids),
    apply: (writeSet) => applyWriteSet(deps, writeSet),
    rename: (pairs) => renameEntities(sql, pairs),
    indexMore: (atMost) => indexMore(sql, atMost),
    ...registerReads(sql),
    ...memoryReads(sql),
    ...edgeReads(sql),
    ...forgottenReads(sql),
    ...localWrites(sql),
    ...syncReads(sql),
    ...syncWrites(sql),
    ...deadLetterReads(sql),
    ...summaryReads(sql),
    ...passageReads(sql),
    ...sessionReads(sql),
    ...sessionByName(sql),
    ...messageReads(sql),
    ...scheduleReads(sql),
    ...dayReads(sql),
    ...removedReads(sql),
    ...reviewWrites(sql),
    ...branchWrites(sql),
    ...useWrites(sql),
    ...vectorWrites(sql, meta),
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
  const steps: (() => Promise<unknown>)[] = [];
  const many = <T>(
    items: readonly T[] | undefined,
    write: (sql: Sql, items: readonly T[]) => Promise<unknown>,
  ): void => {
    if (items !== undefined && items.length > 0) steps.push(() => write(sql, items));
  };
  many(set.eraseMemories, withdrawSummaries);
  many(set.eraseMemories, eraseMemories);
  many(set.revisions, (on, added) => addRevisions(on, added, set.isTaken === true));
  many(set.revisionsMoved, moveRevisions);
  many(set.eraseRegisters, eraseRegisters);
  many(set.registers, (on, registers) => upsertRegisters(on, registers, set.isTaken === true));
  many(set.memories, (on, rows) => upsertMemories(on, rows, set.indexLater === true));
  many(set.states, setStates);
  many(set.edges, putEdges);
  many(set.eraseSources, eraseSources);
  many(set.eraseSources, eraseSessions);
  many(set.sources, upsertSources);
  many(set.passages, upsertPassages);
  many(set.passagesLater, addPassagesLater);
  many(set.passagesBehind, leavePassagesBehind);
  many(set.passagesSettled, putSettled);
  many(set.saidAgain, saySoAgain);
  many(set.sessions, upsertSessions);
  many(set.messages, upsertMessages);
  many(set.sessionFiles, upsertSessionFiles);
  many(set.told, noteTold);
  many(set.forgotten, addForgotten);
  many(set.unforgotten, removeForgotten);
  many(set.outboxAdd, addToOutbox);
  many(set.outboxRemove, removeFromOutbox);
  many(set.quarantineAdd, (on, items) => addToQuarantine(on, items, nowMs()));
  many(set.quarantineRemove, removeFromQuarantine);
  many(set.deadAdd, addDeadLetters);
  many(set.deadRemove, removeDeadLetters);
  const { inflight, meta: values } = set;
  if (inflight !== undefined) steps.push(() => writeInflight(sql, inflight, nowMs()));
  many(set.confirmed, confirm);
  many(set.sealed, noteSealed);
  if (values !== undefined) steps.push(() => meta.put(sql, values));
  many(set.summariesRemove, removeSummaries);
  many(set.summariesAdd, addSummaries);
  many(set.summarised, markSummarised);
  many(set.modelCalls, addModelCalls);
  steps.push(() => applySchedules(sql, set));
  steps.push(() => applyDays(sql, set));
  many(set.removedErase, eraseRemoved);
  many(set.removedAdd, addRemoved);
  for (const step of steps) await step();
};

/** Confirms registers. Rarely, some of them are in quarantine instead. */
const confirm = async (sql: Sql, confirmed: NonNullable<WriteSet['confirmed']>): Promise<void> => {
  const marked = await confirmRegisters(sql, confirmed);
  if (marked < confirmed.length) await confirmQuarantined(sql, confirmed);
};
