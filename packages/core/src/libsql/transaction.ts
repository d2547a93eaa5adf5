/** The reads and changes of one transaction: `StoreTransaction` of `ports/store` over SQL. */
import type { StoreTransaction, WriteSet } from '../ports/store.ts';
import { branchWrites } from './branches-table.ts';
import type { Sql } from './database.ts';
import { dayFields, dayReads } from './days-table.ts';
import { reviewWrites } from './findings-table.ts';
import { indexMore } from './index-queue.ts';
import { forgottenFields, forgottenReads, localWrites } from './local-tables.ts';
import { memoryFields, memoryReads } from './memories-table.ts';
import type { MetaCache } from './meta-table.ts';
import { modelFields } from './model-calls-table.ts';
import { edgeFields, edgeReads, neighboursOf } from './neighbours.ts';
import { passageFields, passageReads } from './passages-table.ts';
import { registerFields, registerReads, registersOf, revisionsOf } from './registers-table.ts';
import { removedFields, removedReads } from './removed-table.ts';
import { renameEntities } from './rename.ts';
import { scheduleFields, scheduleReads } from './schedules-table.ts';
import { messageFields, messageReads } from './session-messages-table.ts';
import { sessionByName, sessionFields, sessionReads } from './sessions-table.ts';
import { summaryFields, summaryReads } from './summaries-table.ts';
import { deadLetterReads, syncFields, syncReads, syncWrites } from './sync-tables.ts';
import type { FieldWrites, WrittenField } from './upsert.ts';
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

const WRITES: Omit<FieldWrites, 'meta'> = {
  ...{ ...registerFields, ...memoryFields, ...edgeFields, ...passageFields, ...messageFields },
  ...{ ...sessionFields, ...forgottenFields, ...syncFields, ...summaryFields, ...modelFields },
  ...{ ...scheduleFields, ...dayFields, ...removedFields },
  async eraseMemories(sql, ids) {
    await summaryFields.eraseMemories(sql, ids);
    await memoryFields.eraseMemories(sql, ids);
  },
  async eraseSources(sql, ids) {
    await passageFields.eraseSources(sql, ids);
    await sessionFields.eraseSources(sql, ids);
  },
};
/** Returns the fields as they are. A list without one of them does not compile, because that field would never be written. */
const everyField = <F extends WrittenField>(
  fields: readonly F[] & ([WrittenField] extends [F] ? unknown : never),
): readonly WrittenField[] => fields;

/** The fields in the order in which they are written. */
const ORDER = everyField([
  ...(['eraseMemories', 'revisions', 'revisionsMoved', 'eraseRegisters', 'registers', 'memories'] as const),
  ...(['states', 'edges', 'eraseSources', 'sources', 'passages', 'passagesLater', 'passagesBehind'] as const),
  ...(['passagesSettled', 'saidAgain', 'sessions', 'messages', 'sessionFiles', 'told', 'forgotten'] as const),
  ...(['unforgotten', 'outboxAdd', 'outboxRemove', 'quarantineAdd', 'quarantineRemove', 'deadAdd'] as const),
  ...(['deadRemove', 'inflight', 'confirmed', 'sealed', 'meta', 'summariesRemove', 'summariesAdd'] as const),
  ...(['summarised', 'modelCalls', 'schedulesErase', 'schedules', 'scheduleTimes', 'scheduleRuns'] as const),
  ...(['scheduleRunsTold', 'dayFigures', 'givenContexts', 'removedErase', 'removedAdd'] as const),
]);

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
  const writes: FieldWrites = { ...WRITES, meta: (_, values) => meta.put(sql, values) };
  const begin = <K extends WrittenField>(field: K): Promise<unknown> | null => {
    const value = set[field];
    return isGiven(value) ? writes[field](sql, value, { set, nowMs: nowMs() }) : null;
  };
  for (const field of ORDER) {
    const writing = begin(field);
    if (writing !== null) await writing;
  }
};
const isGiven = <T>(value: T): value is Exclude<T, undefined> =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);
