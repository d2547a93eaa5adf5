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
import { createJournal } from './journal.ts';
import { type HeldVector, keepOrLeaveVector, leaveVector } from './memory-vector-tables.ts';

/** `again`: the server had held it. [SY-E2] */
export type OutboxEntry = OutboxKey & { readonly again: boolean };

export const createTables = () => {
  const journal = createJournal();
  const { map } = journal;
  return {
    journal,
    meta: map<'values', { readonly [K in keyof MetaValues]?: MetaValues[K] | null }>(),
    registers: map<EntityId, readonly StoredRegister[]>(),
    /** Registers from other devices, by entity and facet. */
    taken: map<string, true>(),
    rows: map<EntityId, MemoryRow>(),
    /** By successor. */
    edges: map<EntityId, readonly Edge[]>(),
    revisions: map<EntityId, readonly Revision[]>(),
    /** Entities with unpublished body revisions. [RL-42] */
    untold: map<EntityId, true>(),
    forgotten: map<EntityId, Omit<ForgottenWords, 'entity'>>(),
    outbox: map<string, OutboxEntry>(),
    quarantine: map<string, QuarantinedRegister>(),
    dead: map<string, DeadLetter>(),
    removed: map<EntityId, RemovedMemory>(),
    inflight: map<'batch', InflightBatch>(),
    access: map<EntityId, { readonly n: number; readonly lastAt: number }>(),
    /** By session. */
    injected: map<string, ReadonlySet<string>>(),
    /** By session and memory. */
    injectedAt: map<string, number>(),
    usedIn: map<string, true>(),
    /** By memory and agent. */
    uses: map<string, UseRow>(),
    /** By subject, in order. */
    branches: map<string, readonly BranchNote[]>(),
    /** Content hashes at the time of the comparison. */
    compared: map<EntityId, string>(),
    findings: map<string, Finding & { readonly kept: boolean }>(),
    turns: map<string, number>(),
    summaries: map<string, SummaryRow>(),
    summarised: map<EntityId, true>(),
    modelCalls: map<'ledger', readonly ModelCallRow[]>(),
    dayFigures: map<string, DayFigures>(),
    /** By project, day and slot. */
    givenContexts: map<string, GivenContext>(),
    sources: map<string, SourceRow>(),
    schedules: map<EntityId, ScheduleRow>(),
    scheduleTimes: map<string, ScheduleTimes>(),
    scheduleRuns: map<string, ScheduleRun>(),
    /** By source, ordinal and part. */
    passages: map<string, PassageRow>(),
    /** By a passage's place: what it waits for, in the order of arrival. This store finds waiting passages too. */
    waits: map<string, WhichWaiting>(),
    /** By a passage's place. */
    saidUntil: map<string, number>(),
    sessions: map<string, SessionRow>(),
    /** By session, in order. */
    messages: map<string, readonly MessageRow[]>(),
    /** By session and path. */
    sessionFiles: map<string, SessionFileRow>(),
    /** By text and model. */
    vectors: map<string, HeldVector>(),
    /** The number of the vector, by a memory's id or a passage's place. */
    vectorOf: map<string, number>(),
    lastVector: map<'number', number>(),
  };
};
export type Tables = ReturnType<typeof createTables>;

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

export const registerAt = (tables: Tables, { entity, facet, hlc }: OutboxKey): StoredRegister | undefined =>
  tables.registers.get(entity)?.find((one) => one.facet === facet && one.hlc === hlc);

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
    for (const [key, { entity }] of [...tables.uses]) if (entity === id) tables.uses.delete(key);
    tables.revisions.delete(id);
    tables.untold.delete(id);
    tables.edges.delete(id);
    tables.compared.delete(id);
    for (const [session, given] of [...tables.injected])
      tables.injected.set(session, new Set([...given].filter((one) => one !== id)));
    for (const [key, { entity, other }] of [...tables.findings])
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
  for (const { seq, ...key } of set.confirmed ?? []) {
    const register = registerAt(tables, key);
    if (register !== undefined) putRegister(tables, { ...register, seq });
    const kept = tables.quarantine.get(facetKey(key));
    if (kept?.hlc === key.hlc) tables.quarantine.set(facetKey(kept), { ...kept, seq });
  }
  for (const { kg, ...key } of set.sealed ?? []) {
    const register = registerAt(tables, key);
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
  const move = <V>(map: Map<EntityId, V>, change = (value: V): V => value): void => {
    for (const [from, value] of [...map]) {
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
  for (const map of [tables.untold, tables.forgotten, tables.access, tables.compared]) move<unknown>(map);
  for (const [session, given] of [...tables.injected])
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
  for (const [id, run] of [...tables.scheduleRuns])
    tables.scheduleRuns.set(id, { ...run, log: renamed(run.log) });
  for (const [id, times] of [...tables.scheduleTimes])
    tables.scheduleTimes.set(id, { ...times, runningLog: renamed(times.runningLog) });
};

const renameFindings = (tables: Tables, renamed: (id: EntityId) => EntityId): void => {
  const one = <C extends Finding['other']>(compared: C): C =>
    compared === null ? compared : { ...compared, id: renamed(compared.id) };
  for (const [key, finding] of [...tables.findings]) {
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
