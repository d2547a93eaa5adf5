/**
 * The in-memory twin of the libSQL adapter, for tests and the simulator. The contract suite (`store-contract`) tests both.
 */
import { COMPARING_LIMITS, type EntityId, isWithinLimits } from '@cairn/schema';
import type {
  FacetKey,
  MetaKey,
  MetaValues,
  OutboxKey,
  QuarantinedRegister,
  ReadStore,
  StoreReads,
  StoreTransaction,
  WriteStore,
} from '../ports/store.ts';
import { isVouchedFor } from '../sync/read-page.ts';
import { contextQueriesOf } from './memory-context.ts';
import { applyDays, dayQueriesOf, dayReadsOf, renameGiven } from './memory-days.ts';
import { handoversIn, heldIn, removedIn } from './memory-held.ts';
import { applyPassages, passageQueriesOf, passageReadsOf } from './memory-passages.ts';
import {
  countsOf,
  listRows,
  lostEdgesIn,
  missingSuccessorsIn,
  neighboursIn,
  searchQueriesOf,
  statisticsOf,
  timesOf,
} from './memory-queries.ts';
import { keepFindingIn, namesakesIn, noteComparedIn, reviewQueries, rowsByKey } from './memory-review.ts';
import { applySchedules, scheduleQueriesOf, scheduleReadsOf } from './memory-schedules.ts';
import { applySessions, sessionQueries, sessionReads } from './memory-sessions.ts';
import {
  applySummaries,
  beforeWriteSet,
  markOlder,
  renameCitations,
  summaryQueries,
  summaryReads,
  unsummarisedRows,
} from './memory-summaries.ts';
import {
  addToOutbox,
  allRegisters,
  applyWriteSet,
  createTables,
  facetKey,
  outboxKey,
  putRegister,
  registerAt,
  renameEntities,
  rowsAfter,
  type Tables,
} from './memory-tables.ts';
import { clearInjectedIn, noteInjectedAt, renameUses, useQueriesOf, useWritesOf } from './memory-uses.ts';
import { evictVectors } from './memory-vector-tables.ts';
import { putVectors, useEmbedder, vectorReadsOf } from './memory-vectors.ts';

export interface MemoryStore {
  readonly writer: WriteStore;
  readonly reader: ReadStore;
}

export const createMemoryStore = (): MemoryStore => {
  const tables = createTables();
  const tx = transactionOn(tables);
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();
  const run = async <T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T> => {
    if (closed) throw new Error('the store is closed');
    try {
      const value = await work(tx);
      tables.journal.commit();
      return value;
    } catch (error) {
      tables.journal.rollback();
      throw error;
    }
  };
  const writer: WriteStore = {
    write(work) {
      const next = last.then(() => run(work));
      last = next.catch(() => undefined);
      return next;
    },
    async close() {
      await last;
      closed = true;
    },
  };
  return { writer, reader: waiting(queriesOn(tables), () => last) };
};

const metaOf = <K extends MetaKey>(tables: Tables, key: K): MetaValues[K] | null =>
  tables.meta.get('values')?.[key] ?? null;

const readsOn = (tables: Tables): StoreReads => ({
  meta: async (key) => metaOf(tables, key),
  registersOf: async (entities) => registersIn(tables, entities),
  handovers: async (device, limit) => handoversIn(tables, device).slice(0, limit),
  registersCount: async () => [...allRegisters(tables)].length,
  sealedBelow: async ({ kg, above, after, isTaken = false }, limit) =>
    registersFrom(tables, after)
      .filter((one) => one.kg < kg && one.hlc > above && isWithinLimits(one))
      .filter((one) => !isTaken || tables.taken.get(facetKey(one)) === true)
      .slice(0, limit),
  sealedBelowCount: async (kg) => allRegisters(tables).filter((one) => one.kg < kg).length,
  registersAfter: async (after, limit) => registersFrom(tables, after).filter(isWithinLimits).slice(0, limit),
  async illRegisters(after, limit) {
    const page = registersFrom(tables, after).slice(0, limit);
    const last = page.at(-1);
    const ill = page.filter((one) => !isWithinLimits(one));
    return {
      ill: ill.map(({ value, ...one }) => ({ ...one, json: JSON.stringify(value), reason: 'out_of_range' })),
      next: last === undefined || page.length < limit ? null : { entity: last.entity, facet: last.facet },
    };
  },
  ...sessionReads(tables),
  ...passageReadsOf(tables),
  ...scheduleReadsOf(tables),
  ...dayReadsOf(tables),
  memory: async (id) => tables.rows.get(id) ?? null,
  memoriesByHash: async (hashes) => rowsByHash(tables, hashes),
  memoriesByKey: async (key, namespace) => rowsByKey(tables, key, namespace),
  neighboursOf: async (ids) => neighboursIn(tables, ids),
  linkedAmong: async (ids) =>
    ids.filter(
      (id) =>
        [...tables.rows.values()].some(({ supersededBy }) => supersededBy === id) ||
        [...tables.edges.values()].flat().some(({ original }) => original === id),
    ),
  lostEdges: async (limit) => lostEdgesIn(tables, limit),
  danglingSuccessors: async () =>
    [...tables.edges.keys()].filter((id) =>
      (tables.edges.get(id) ?? []).some(({ original }) => !tables.rows.has(original)),
    ),
  missingSuccessors: async () => missingSuccessorsIn(tables),
  revisionsOf: async (ids) => revisionsIn(tables, ids),
  untold: async (limit) => [...tables.untold.keys()].slice(0, limit),
  forgottenAmong: async (hashes) =>
    hashes.filter((hash) => [...tables.forgotten.values()].some((tombstone) => tombstone.hash === hash)),
  isForgotten: async (hash) => [...tables.forgotten.values()].some((tombstone) => tombstone.hash === hash),
  forgottenHere: async () =>
    [...tables.forgotten.keys()].flatMap((entity) => {
      const words = tables.forgotten.get(entity);
      return words === undefined || words.contentHash === null ? [] : [{ entity, ...words }];
    }),
  savesInTurn: async (turn) => tables.turns.get(turn) ?? 0,
  async outbox(limit, which) {
    const entries = [...tables.outbox.values()].filter(({ again }) => which !== 'own' || !again);
    return entries
      .map(({ entity, facet, hlc }) => ({ entity, facet, hlc }))
      .sort((a, b) => (outboxKey(a) < outboxKey(b) ? -1 : 1))
      .slice(0, limit);
  },
  async outboxValues(limit) {
    const keys = [...tables.outbox.values()].sort((a, b) => (outboxKey(a) < outboxKey(b) ? -1 : 1));
    return keys.slice(0, limit).map(({ entity, facet, hlc }) => {
      const key = { entity, facet, hlc };
      const register = registerAt(tables, key);
      return {
        ...key,
        json: register === undefined ? null : JSON.stringify(register.value),
        kg: register?.kg ?? 0,
      };
    });
  },
  outboxCount: async () => tables.outbox.size,
  againCount: async () => [...tables.outbox.values()].filter(({ again }) => again).length,
  inflight: async () => tables.inflight.get('batch') ?? null,
  quarantined: async (limit) => [...tables.quarantine.values()].slice(0, limit),
  quarantinedOf: async (entities) =>
    [...tables.quarantine.values()].filter(({ entity }) => entities.includes(entity)),
  deadLetters: async (limit) => [...tables.dead.values()].slice(0, limit),
  removed: async (by, limit) => removedIn(tables, by).slice(0, limit),
  removedCount: async (by) => removedIn(tables, by).length,
  livingCount: async () => [...tables.rows.values()].filter(({ state }) => state === 0).length,
  ...summaryReads(tables),
  setAside: async () => ({
    refused: countBy([...tables.dead.values()].map(({ verdict }) => verdict)),
    unread: countBy([...tables.quarantine.values()].map(({ reason }) => reason)),
    unreadNamed: unreadNamed(tables),
  }),
});

const countBy = (names: readonly string[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

const registersIn = (tables: Tables, entities: readonly EntityId[]) =>
  [...new Set(entities)].flatMap((entity) => tables.registers.get(entity) ?? []).filter(isWithinLimits);

const registersFrom = (tables: Tables, after: FacetKey | null) => {
  const from = after === null ? '' : facetKey(after);
  return allRegisters(tables)
    .map((register) => ({ at: facetKey(register), register }))
    .filter(({ at }) => at > from)
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ register }) => register);
};

const revisionsIn = (tables: Tables, ids: readonly EntityId[]) =>
  ids.flatMap((id) => tables.revisions.get(id) ?? []).filter(({ register }) => isWithinLimits(register));

const unreadNamed = (tables: Tables) => {
  const names = [...tables.quarantine.values()].map(({ entity, reason }) => ({ entity, reason }));
  const place = ({ entity, reason }: (typeof names)[number]) =>
    `${reason === 'no_key' || reason === 'unknown' ? 1 : 0} ${entity} ${reason}`;
  const each = new Map(names.map((name) => [place(name), name]));
  return [...each]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, name]) => name)
    .slice(0, COMPARING_LIMITS.unreadNamedMax);
};

const rowsByHash = ({ rows }: Tables, hashes: readonly string[]) =>
  [...rows.values()].filter(({ contentHash }) => hashes.includes(contentHash));
const transactionOn = (tables: Tables): StoreTransaction => ({
  ...readsOn(tables),
  async apply(writeSet) {
    beforeWriteSet(tables, writeSet);
    applyWriteSet(tables, writeSet);
    applySummaries(tables, writeSet);
    applyPassages(tables, writeSet);
    applySessions(tables, writeSet);
    applySchedules(tables, writeSet);
    applyDays(tables, writeSet);
  },
  countTurn: async (turn) => void tables.turns.set(turn, (tables.turns.get(turn) ?? 0) + 1),
  async noteAccess(ids, nowMs) {
    for (const id of ids)
      if (tables.rows.has(id))
        tables.access.set(id, { n: (tables.access.get(id)?.n ?? 0) + 1, lastAt: nowMs });
  },
  ...useWritesOf(tables),
  noteInjected: async (session, ids, nowMs) => noteInjectedAt(tables, session, ids, nowMs),
  clearInjected: async (session) => clearInjectedIn(tables, session),
  noteCompared: async (compared, findings) => noteComparedIn(tables, compared, findings),
  keepFinding: async (entity, other) => keepFindingIn(tables, entity, other),
  async enqueueAll(which, options) {
    const keys = which === 'all' ? allRegisters(tables) : unconfirmed(tables);
    const wanted = keys.filter(({ facet }) => which !== 'unconfirmed_tombstones' || facet === 'gone');
    return wanted.filter((key) => addToOutbox(tables, key, options?.again === true)).length;
  },
  async clearConfirmations() {
    clearConfirmations(tables);
    for (const entry of [...tables.outbox.values()]) if (entry.again) tables.outbox.delete(outboxKey(entry));
  },
  async clearSync() {
    for (const table of [tables.outbox, tables.quarantine, tables.dead, tables.inflight]) table.clear();
    clearConfirmations(tables);
  },
  clearTaken: async () => tables.taken.clear(),
  markOlderSummarised: async (project, before, limit) => markOlder(tables, project, before, limit),
  async rename(pairs) {
    const names = new Map(pairs.map(({ from, to }) => [from, to]));
    renameEntities(tables, names);
    renameCitations(tables, names);
    renameGiven(tables, names);
    renameUses(tables, names);
  },
  // This store has no index for which rows could wait.
  indexMore: async () => ({ more: false }),
  useEmbedder: async (name) => useEmbedder(tables, name),
  putVectors: async (vectors, owners) => putVectors(tables, vectors, owners),
  evictVectors: async (after, nowMs, before) => evictVectors(tables, after, nowMs, before),
});

type Stamp = { readonly hlc: string; readonly kg: number };
const isLarger = (a: Stamp | undefined, b: Stamp): boolean =>
  a !== undefined && (a.hlc > b.hlc || (a.hlc === b.hlc && a.kg > b.kg));

const credible = (one: QuarantinedRegister | undefined): QuarantinedRegister | undefined =>
  one === undefined || !isVouchedFor(one) ? undefined : one;

/**
 * Returns unconfirmed registers and quarantined ones. Of a register and its credible namesake in quarantine only the larger could
 * win; of equal ones the register.
 */
const unconfirmed = (tables: Tables): readonly OutboxKey[] => {
  const registers = allRegisters(tables).filter(
    (one) => one.seq === null && !isLarger(credible(tables.quarantine.get(facetKey(one))), one),
  );
  const kept = [...tables.quarantine.values()].filter((one) => {
    if (!isVouchedFor(one)) return false;
    const namesake = tables.registers.get(one.entity)?.find(({ facet }) => facet === one.facet);
    return one.seq === null && (namesake === undefined || isLarger(one, namesake));
  });
  return [...registers, ...kept].filter((one) => tables.dead.get(facetKey(one))?.hlc !== one.hlc);
};

const clearConfirmations = (tables: Tables): void => {
  for (const register of allRegisters(tables)) {
    if (register.seq !== null) putRegister(tables, { ...register, seq: null });
  }
  for (const one of [...tables.quarantine.values()])
    tables.quarantine.set(facetKey(one), { ...one, seq: null });
};

/** Returns reads that wait for a running write, so that they never see half of one. */
const waiting = <T extends object>(reads: T, settled: () => Promise<unknown>): T =>
  new Proxy(reads, {
    get(target, name) {
      const read: unknown = Reflect.get(target, name);
      if (typeof read !== 'function') return read;
      return async (...args: readonly unknown[]) => {
        await settled();
        return Reflect.apply(read, target, args);
      };
    },
  });

const queriesOn = (tables: Tables): ReadStore => ({
  ...readsOn(tables),
  ...summaryQueries(tables),
  ...sessionQueries(tables),
  ...scheduleQueriesOf(tables),
  ...dayQueriesOf(tables),
  ...contextQueriesOf(tables),
  ...useQueriesOf(tables),
  ...reviewQueries(tables),
  ...vectorReadsOf(tables),
  ...searchQueriesOf(tables),
  ...passageQueriesOf(tables),
  namesakes: async (key, project, limit) => namesakesIn(tables, key, project, limit),
  memoriesByIds: async (ids) => ids.map((id) => tables.rows.get(id)).filter((row) => row !== undefined),
  list: async (query) => listRows(tables, query),
  memoryTimes: async (query) => timesOf(tables, query),
  unsummarised: async (project, limit) => unsummarisedRows(tables, project, limit),
  rowsAfter: async (after, limit) => rowsAfter(tables, after, limit),
  counts: async () => countsOf(tables),
  statistics: async () => statisticsOf(tables),
  held: async (query, limit) => heldIn(tables, query).slice(0, limit),
  close: async () => undefined,
});
