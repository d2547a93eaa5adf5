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
import { handoversIn, heldIn } from './memory-held.ts';
import {
  applyPassages,
  besideOf,
  lastPassagesOf,
  passageFrequenciesOf,
  passageMatches,
  passagesBetweenOf,
  passagesLike,
  sourcesOf,
  waitingPassagesOf,
} from './memory-passages.ts';
import {
  countsOf,
  elsewhereOf,
  frequenciesOf,
  likeMatches,
  listRows,
  lostEdgesIn,
  missingSuccessorsIn,
  neighboursIn,
  rarestPostings,
  rowsByNumbers,
  statisticsOf,
  textMatches,
  timesOf,
} from './memory-queries.ts';
import { removedIn } from './memory-removed.ts';
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
  renameEntities,
  rowsAfter,
  type Tables,
} from './memory-tables.ts';
import { clearInjectedIn, noteInjectedAt, renameUses, useQueriesOf, useWritesOf } from './memory-uses.ts';
import { evictVectors } from './memory-vector-tables.ts';
import { putVectors, useEmbedder, vectorAnswers } from './memory-vectors.ts';

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
  return { writer, reader: readerOn(tables, () => last) };
};

const metaOf = <K extends MetaKey>(tables: Tables, key: K): MetaValues[K] | null =>
  tables.meta.get('values')?.[key] ?? null;

const present = <T>(values: readonly (T | undefined)[]): readonly T[] =>
  values.filter((value) => value !== undefined);

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
  source: async (id) => tables.sources.get(id) ?? null,
  lastPassages: async (source, limit) => lastPassagesOf(tables, source, limit),
  waitingPassages: async (which, limit) => waitingPassagesOf(tables, which).slice(0, limit),
  countWaitingPassages: async (which) => waitingPassagesOf(tables, which).length,
  passagesBetween: async (source, from, to) => passagesBetweenOf(tables, source, from, to),
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
      const registers = tables.registers.get(entity) ?? [];
      const register = registers.find((one) => one.facet === facet && one.hlc === hlc);
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
  async countTurn(turn) {
    tables.turns.set(turn, (tables.turns.get(turn) ?? 0) + 1);
  },
  async noteAccess(ids, nowMs) {
    for (const id of ids) {
      if (tables.rows.has(id))
        tables.access.set(id, { n: (tables.access.get(id)?.n ?? 0) + 1, lastAt: nowMs });
    }
  },
  ...useWritesOf(tables),
  noteInjected: async (session, ids, nowMs) => noteInjectedAt(tables, session, ids, nowMs),
  clearInjected: async (session) => clearInjectedIn(tables, session),
  async noteCompared(compared, findings) {
    noteComparedIn(tables, compared, findings);
  },
  async keepFinding(entity, other) {
    keepFindingIn(tables, entity, other);
  },
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
  async useEmbedder(name) {
    useEmbedder(tables, name);
  },
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

/** Returns a reader that waits for a running write, so that it never sees half of one. */
const readerOn = (tables: Tables, settled: () => Promise<unknown>): ReadStore => {
  const read = async <T>(answer: () => T): Promise<T> => {
    await settled();
    return answer();
  };
  const review = reviewQueries(tables);
  const vectors = vectorAnswers(tables);
  return {
    ...summaryQueries(tables, read),
    ...sessionQueries(tables, read),
    ...scheduleQueriesOf(tables, read),
    ...dayQueriesOf(tables, read),
    ...contextQueriesOf(tables, read),
    ...useQueriesOf(tables, read),
    meta: (key) => read(() => metaOf(tables, key)),
    memory: (id) => read(() => tables.rows.get(id) ?? null),
    memoriesByHash: (hashes) => read(() => rowsByHash(tables, hashes)),
    memoriesByKey: (key, namespace) => read(() => rowsByKey(tables, key, namespace)),
    namesakes: (key, project, limit) => read(() => namesakesIn(tables, key, project, limit)),
    neighboursOf: (ids) => read(() => neighboursIn(tables, ids)),
    registersOf: (entities) => read(() => registersIn(tables, entities)),
    memoriesByIds: (ids) => read(() => present(ids.map((id) => tables.rows.get(id)))),
    revisionsOf: (ids) => read(() => revisionsIn(tables, ids)),
    documentFrequencies: (tokens, atMost) => read(() => frequenciesOf(tables, tokens, atMost)),
    rarestPostings: (words, atMost) => read(() => rarestPostings(tables, words, atMost)),
    rowsByNumbers: (numbers, project, limit) => read(() => rowsByNumbers(tables, numbers, project, limit)),
    size: () => read(() => tables.rows.size),
    matchText: (query, scope, limit) => read(() => textMatches(tables, query, scope, limit)),
    matchLike: (tokens, scope, limit) => read(() => likeMatches(tables, tokens, scope, limit)),
    unindexed: () => read(() => 0),
    countElsewhere: (query, scope) => read(() => elsewhereOf(tables, query, scope)),
    list: (query) => read(() => listRows(tables, query)),
    memoryTimes: (query) => read(() => timesOf(tables, query)),
    unsummarised: (project, limit) => read(() => unsummarisedRows(tables, project, limit)),
    uncompared: (limit) => read(() => review.uncompared(limit)),
    uncomparedCount: () => read(() => review.uncomparedCount()),
    heldRows: (limit) => read(() => review.heldRows(limit)),
    besideRows: (limit) => read(() => review.besideRows(limit)),
    contradictions: (limit) => read(() => review.contradictions(limit)),
    dueBy: (nowMs, limit) => read(() => review.dueBy(nowMs, limit)),
    unused: (beforeMs, limit) => read(() => review.unused(beforeMs, limit)),
    rowsAfter: (after, limit) => read(() => rowsAfter(tables, after, limit)),
    counts: () => read(() => countsOf(tables)),
    statistics: () => read(() => statisticsOf(tables)),
    deadLetters: (limit) => read(() => [...tables.dead.values()].slice(0, limit)),
    removed: (by, limit) => read(() => removedIn(tables, by).slice(0, limit)),
    removedCount: (by) => read(() => removedIn(tables, by).length),
    sources: (kind) => read(() => sourcesOf(tables, kind)),
    passagesSize: () => read(() => tables.passages.size),
    passageFrequencies: (tokens, atMost) => read(() => passageFrequenciesOf(tables, tokens, atMost)),
    matchPassages: (query, scope, limit) => read(() => passageMatches(tables, query, scope, limit)),
    likePassages: (tokens, scope, limit) => read(() => passagesLike(tables, tokens, scope, limit)),
    passagesBeside: (places) => read(() => places.map((place) => besideOf(tables, place))),
    held: (query, limit) => read(() => heldIn(tables, query).slice(0, limit)),
    unembedded: (model, limit) => read(() => vectors.unembedded(model, limit)),
    embeddedTexts: (model, hashes) => read(() => vectors.embeddedTexts(model, hashes)),
    vectorCounts: (model) => read(() => vectors.vectorCounts(model)),
    matchVector: (query, scope, limit) => read(() => vectors.matchVector(query, scope, limit)),
    cosinesOf: (query, ids) => read(() => vectors.cosinesOf(query, ids)),
    matchPassageVectors: (query, scope, limit) =>
      read(() => vectors.matchPassageVectors(query, scope, limit)),
    passageCosines: (query, places) => read(() => vectors.passageCosines(query, places)),
    close: () => read(() => undefined),
  };
};
