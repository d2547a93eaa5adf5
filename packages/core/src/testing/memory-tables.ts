/** The tables of the in-memory store, and how a write set changes them. */

import { type EntityId, isEntityId, type RunLog, runLog } from '@cairn/schema';
import { isFrom } from '../merge/edges.ts';
import type {
  BranchNote,
  DayFigures,
  DeadLetter,
  Edge,
  Finding,
  ForgottenWords,
  GivenContext,
  InflightBatch,
  MemoryRow,
  MessageRow,
  MetaValues,
  OutboxKey,
  PassageRow,
  QuarantinedRegister,
  RemovedMemory,
  Revision,
  ScheduleRow,
  ScheduleRun,
  ScheduleTimes,
  SessionFileRow,
  SessionRow,
  SourceRow,
  StoredRegister,
  UseRow,
  WhichWaiting,
  WriteSet,
} from '../ports/store.ts';
import type { ModelCallRow, SummaryRow } from '../ports/summary-store.ts';
import { createJournal, type Journal, type JournaledMap } from './journal.ts';
import { keepOrLeaveVector, leaveVector, type VectorTables } from './memory-vector-tables.ts';

/** `again`: the server had held it. [SY-E2] */
export type OutboxEntry = OutboxKey & { readonly again: boolean };

export interface Tables extends VectorTables {
  readonly journal: Journal;
  readonly meta: JournaledMap<'values', { readonly [K in keyof MetaValues]?: MetaValues[K] | null }>;
  readonly registers: JournaledMap<EntityId, readonly StoredRegister[]>;
  /** Registers from other devices, by entity and facet. */
  readonly taken: JournaledMap<string, true>;
  readonly rows: JournaledMap<EntityId, MemoryRow>;
  /** By successor. */
  readonly edges: JournaledMap<EntityId, readonly Edge[]>;
  readonly revisions: JournaledMap<EntityId, readonly Revision[]>;
  /** Entities with unpublished body revisions. [RL-42] */
  readonly untold: JournaledMap<EntityId, true>;
  readonly forgotten: JournaledMap<EntityId, Omit<ForgottenWords, 'entity'>>;
  readonly outbox: JournaledMap<string, OutboxEntry>;
  readonly quarantine: JournaledMap<string, QuarantinedRegister>;
  readonly dead: JournaledMap<string, DeadLetter>;
  readonly removed: JournaledMap<EntityId, RemovedMemory>;
  readonly inflight: JournaledMap<'batch', InflightBatch>;
  readonly access: JournaledMap<EntityId, { readonly n: number; readonly lastAt: number }>;
  /** By session. */
  readonly injected: JournaledMap<string, ReadonlySet<string>>;
  /** By session and memory. */
  readonly injectedAt: JournaledMap<string, number>;
  readonly usedIn: JournaledMap<string, true>;
  /** By memory and agent. */
  readonly uses: JournaledMap<string, UseRow>;
  /** By subject, in order. */
  readonly branches: JournaledMap<string, readonly BranchNote[]>;
  /** Content hashes at the time of the comparison. */
  readonly compared: JournaledMap<EntityId, string>;
  readonly findings: JournaledMap<string, Finding & { readonly kept: boolean }>;
  readonly turns: JournaledMap<string, number>;
  readonly summaries: JournaledMap<string, SummaryRow>;
  readonly summarised: JournaledMap<EntityId, true>;
  readonly modelCalls: JournaledMap<'ledger', readonly ModelCallRow[]>;
  readonly dayFigures: JournaledMap<string, DayFigures>;
  /** By project, day and slot. */
  readonly givenContexts: JournaledMap<string, GivenContext>;
  readonly sources: JournaledMap<string, SourceRow>;
  readonly schedules: JournaledMap<EntityId, ScheduleRow>;
  readonly scheduleTimes: JournaledMap<string, ScheduleTimes>;
  readonly scheduleRuns: JournaledMap<string, ScheduleRun>;
  /** By source, ordinal and part. */
  readonly passages: JournaledMap<string, PassageRow>;
  /** By a passage's place: what it waits for, in the order of arrival. This store finds waiting passages too. */
  readonly waits: JournaledMap<string, WhichWaiting>;
  /** By a passage's place. */
  readonly saidUntil: JournaledMap<string, number>;
  readonly sessions: JournaledMap<string, SessionRow>;
  /** By session, in order. */
  readonly messages: JournaledMap<string, readonly MessageRow[]>;
  /** By session and path. */
  readonly sessionFiles: JournaledMap<string, SessionFileRow>;
}

export const createTables = (): Tables => {
  const journal = createJournal();
  return {
    journal,
    meta: journal.map(),
    registers: journal.map(),
    taken: journal.map(),
    rows: journal.map(),
    edges: journal.map(),
    revisions: journal.map(),
    untold: journal.map(),
    forgotten: journal.map(),
    outbox: journal.map(),
    quarantine: journal.map(),
    dead: journal.map(),
    removed: journal.map(),
    inflight: journal.map(),
    access: journal.map(),
    injected: journal.map(),
    injectedAt: journal.map(),
    usedIn: journal.map(),
    uses: journal.map(),
    branches: journal.map(),
    compared: journal.map(),
    findings: journal.map(),
    turns: journal.map(),
    summaries: journal.map(),
    summarised: journal.map(),
    modelCalls: journal.map(),
    dayFigures: journal.map(),
    givenContexts: journal.map(),
    sources: journal.map(),
    schedules: journal.map(),
    scheduleTimes: journal.map(),
    scheduleRuns: journal.map(),
    passages: journal.map(),
    waits: journal.map(),
    saidUntil: journal.map(),
    sessions: journal.map(),
    messages: journal.map(),
    sessionFiles: journal.map(),
    vectors: journal.map(),
    vectorOf: journal.map(),
    lastVector: journal.map(),
  };
};

const entriesOf = <K, V>(map: JournaledMap<K, V>): readonly (readonly [K, V])[] =>
  [...map.keys()].flatMap((key) => {
    const value = map.get(key);
    return value === undefined ? [] : [[key, value] as const];
  });

type FacetKey = { readonly entity: EntityId; readonly facet: string };
export const facetKey = ({ entity, facet }: FacetKey): string => `${entity} ${facet}`;
/** Returns a key that sorts in stamp order. */
export const outboxKey = ({ entity, facet, hlc }: OutboxKey): string => `${hlc} ${entity} ${facet}`;

export const allRegisters = (tables: Tables): readonly StoredRegister[] =>
  [...tables.registers.values()].flat();

/** Applies a write set in the order of its fields, as the port requires. */
export const applyWriteSet = (tables: Tables, set: WriteSet): void => {
  const revisions = (set.revisions ?? []).map((one) => marked(tables, one, set.isTaken === true));
  applyRegisters(tables, set);
  applyMemories(tables, { ...set, revisions });
  for (const { entity, hash, at, contentHash } of set.forgotten ?? []) {
    const known = tables.forgotten.get(entity);
    const same = known?.hash === hash ? known.contentHash : null;
    tables.forgotten.set(entity, { hash, at, contentHash: contentHash ?? same });
  }
  for (const entity of set.unforgotten ?? []) tables.forgotten.delete(entity);
  applySync(tables, set);
  for (const entity of set.removedErase ?? []) tables.removed.delete(entity);
  for (const one of set.removedAdd ?? []) tables.removed.set(one.entity, one);
  if (set.meta !== undefined) tables.meta.set('values', { ...tables.meta.get('values'), ...set.meta });
};

/** Marks a revision as taken when its register was. [TR-4] */
const marked = (tables: Tables, revision: Revision, isTaken: boolean): Revision => {
  const { facet, hlc } = revision.register;
  const there = (tables.registers.get(revision.entity) ?? []).find(
    (one) => one.hlc === hlc && (one.facet === facet || (facet === 'body' && one.facet.startsWith('past.'))),
  );
  const was = there === undefined ? isTaken : tables.taken.get(facetKey(there)) === true;
  return was ? { ...revision, isTaken: true } : revision;
};

const applyRegisters = (tables: Tables, set: WriteSet): void => {
  for (const { entity, facet } of set.eraseRegisters ?? []) {
    const left = (tables.registers.get(entity) ?? []).filter((register) => register.facet !== facet);
    if (left.length === 0) tables.registers.delete(entity);
    else tables.registers.set(entity, left);
  }
  for (const register of set.registers ?? []) {
    const before = tables.registers.get(register.entity)?.find(({ facet }) => facet === register.facet);
    putRegister(tables, register);
    if (before?.hlc === register.hlc && JSON.stringify(before.value) === JSON.stringify(register.value))
      continue;
    if (set.isTaken === true) tables.taken.set(facetKey(register), true);
    else tables.taken.delete(facetKey(register));
  }
};

export const putRegister = (tables: Tables, register: StoredRegister): void => {
  const others = (tables.registers.get(register.entity) ?? []).filter(
    ({ facet }) => facet !== register.facet,
  );
  tables.registers.set(register.entity, [...others, register]);
};

const applyMemories = (tables: Tables, set: WriteSet): void => {
  for (const id of set.eraseMemories ?? []) {
    leaveVector(tables, id);
    tables.rows.delete(id);
    tables.access.delete(id);
    tables.branches.delete(id);
    for (const [key, { entity }] of entriesOf(tables.uses)) if (entity === id) tables.uses.delete(key);
    tables.revisions.delete(id);
    tables.untold.delete(id);
    tables.edges.delete(id);
    tables.compared.delete(id);
    for (const [session, given] of entriesOf(tables.injected))
      tables.injected.set(session, new Set([...given].filter((one) => one !== id)));
    for (const [key, { entity, other }] of entriesOf(tables.findings))
      if (entity.id === id || other?.id === id) tables.findings.delete(key);
  }
  for (const row of set.memories ?? []) {
    keepOrLeaveVector(tables, row);
    tables.rows.set(row.id, row);
  }
  for (const { id, state } of set.states ?? []) {
    const row = tables.rows.get(id);
    if (row !== undefined) tables.rows.set(id, { ...row, state });
  }
  for (const { successor, replaces } of set.edges ?? [])
    if (replaces.length > 0) tables.edges.set(successor, replaces);
    else tables.edges.delete(successor);
  for (const revision of set.revisions ?? []) {
    const known = tables.revisions.get(revision.entity) ?? [];
    const { facet, hlc } = revision.register;
    if (facet === 'body') tables.untold.set(revision.entity, true);
    if (known.some(({ register }) => register.facet === facet && register.hlc === hlc)) continue;
    tables.revisions.set(revision.entity, [...known, revision]);
  }
  for (const moved of set.revisionsMoved ?? []) moveRevision(tables, moved);
  for (const entity of set.told ?? []) tables.untold.delete(entity);
};

const moveRevision = (
  tables: Tables,
  { entity, facet, hlc, to }: NonNullable<WriteSet['revisionsMoved']>[number],
): void => {
  const known = tables.revisions.get(entity) ?? [];
  const isIt = ({ register }: Revision): boolean => register.facet === facet && register.hlc === hlc;
  if (!known.some(isIt)) return;
  tables.revisions.set(
    entity,
    known.map((one) => (isIt(one) ? { ...one, register: { ...one.register, hlc: to } } : one)),
  );
};

const applySync = (tables: Tables, set: WriteSet): void => {
  for (const key of set.outboxAdd ?? []) addToOutbox(tables, key, false);
  for (const key of set.outboxRemove ?? []) tables.outbox.delete(outboxKey(key));
  for (const item of set.quarantineAdd ?? []) tables.quarantine.set(facetKey(item), item);
  for (const item of set.quarantineRemove ?? []) tables.quarantine.delete(facetKey(item));
  for (const letter of set.deadAdd ?? []) tables.dead.set(facetKey(letter), letter);
  for (const letter of set.deadRemove ?? []) tables.dead.delete(facetKey(letter));
  if (set.inflight === null) tables.inflight.delete('batch');
  else if (set.inflight !== undefined) tables.inflight.set('batch', set.inflight);
  for (const { entity, facet, hlc, seq } of set.confirmed ?? []) {
    const register = (tables.registers.get(entity) ?? []).find(
      (one) => one.facet === facet && one.hlc === hlc,
    );
    if (register !== undefined) putRegister(tables, { ...register, seq });
    const kept = tables.quarantine.get(facetKey({ entity, facet }));
    if (kept?.hlc === hlc) tables.quarantine.set(facetKey(kept), { ...kept, seq });
  }
  for (const { entity, facet, hlc, kg } of set.sealed ?? []) {
    const register = (tables.registers.get(entity) ?? []).find(
      (one) => one.facet === facet && one.hlc === hlc,
    );
    if (register !== undefined) putRegister(tables, { ...register, kg });
  }
};

/** Adds a row to the outbox. False when it is already there; then the row stays as it is. */
export const addToOutbox = (tables: Tables, { entity, facet, hlc }: OutboxKey, again: boolean): boolean => {
  const key = { entity, facet, hlc };
  if (tables.outbox.has(outboxKey(key))) return false;
  tables.outbox.set(outboxKey(key), { ...key, again });
  return true;
};

/** Renames every row, register, revision and key, and the links to them. */
export const renameEntities = (tables: Tables, names: ReadonlyMap<EntityId, EntityId>): void => {
  const renamed = (id: EntityId): EntityId => names.get(id) ?? id;
  const move = <V>(map: JournaledMap<EntityId, V>, change: (value: V) => V): void => {
    for (const from of [...map.keys()]) {
      const value = map.get(from);
      if (value === undefined) continue;
      if (renamed(from) !== from) map.delete(from);
      map.set(renamed(from), change(value));
    }
  };
  const register = <R extends StoredRegister | Revision['register']>(one: R): R => {
    if (one.facet === 'link' && one.value.supersededBy !== null)
      return {
        ...one,
        entity: renamed(one.entity),
        value: { supersededBy: renamed(one.value.supersededBy) },
      };
    if (!isFrom(one)) return { ...one, entity: renamed(one.entity) };
    const { replaces, kept } = one.value;
    const value = {
      replaces: replaces.map(renamed),
      ...(kept === undefined ? {} : { kept: kept.map(renamed) }),
    };
    return { ...one, entity: renamed(one.entity), value };
  };
  move(tables.registers, (list) => list.map(register));
  move(tables.edges, (edges) => edges.map((edge) => ({ ...edge, original: renamed(edge.original) })));
  move(tables.rows, (row) => ({
    ...row,
    id: renamed(row.id),
    supersededBy: row.supersededBy === null ? null : renamed(row.supersededBy),
  }));
  move(tables.revisions, (list) =>
    list.map((one) => ({ ...one, entity: renamed(one.entity), register: register(one.register) })),
  );
  move(tables.untold, (value) => value);
  move(tables.forgotten, (value) => value);
  move(tables.access, (value) => value);
  move(tables.compared, (value) => value);
  for (const [session, given] of entriesOf(tables.injected))
    tables.injected.set(session, new Set([...given].map((one) => (isEntityId(one) ? renamed(one) : one))));
  renameFindings(tables, renamed);
  for (const [from, to] of names) {
    const number = tables.vectorOf.get(from);
    if (number === undefined) continue;
    tables.vectorOf.delete(from);
    tables.vectorOf.set(to, number);
  }
  renameInLogs(tables, names);
  for (const key of [...tables.outbox.values()]) {
    tables.outbox.delete(outboxKey(key));
    const moved = { ...key, entity: renamed(key.entity) };
    tables.outbox.set(outboxKey(moved), moved);
  }
};

const renameInLogs = (tables: Tables, names: ReadonlyMap<EntityId, EntityId>): void => {
  const renamed = (log: RunLog | null): RunLog | null => {
    let text = JSON.stringify(log);
    for (const [from, to] of names) text = text.replaceAll(from, to);
    return runLog.nullable().parse(JSON.parse(text));
  };
  for (const [id, run] of entriesOf(tables.scheduleRuns))
    tables.scheduleRuns.set(id, { ...run, log: renamed(run.log) });
  for (const [id, times] of entriesOf(tables.scheduleTimes))
    tables.scheduleTimes.set(id, { ...times, runningLog: renamed(times.runningLog) });
};

const renameFindings = (tables: Tables, renamed: (id: EntityId) => EntityId): void => {
  const one = <C extends Finding['other']>(compared: C): C =>
    compared === null ? compared : { ...compared, id: renamed(compared.id) };
  for (const [key, finding] of entriesOf(tables.findings)) {
    tables.findings.delete(key);
    const [entity, other] = [one(finding.entity), one(finding.other)];
    tables.findings.set(`${entity.id} ${other?.id ?? ''}`, { ...finding, entity, other });
  }
};

export const rowsAfter = (tables: Tables, after: EntityId | null, limit: number) =>
  [...tables.rows.values()]
    .filter((row) => after === null || row.id > after)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, limit);
