/**
 * What the engine needs of a database. Two implementations pass one contract suite (`testing/store-contract`): the libSQL
 * adapter and an in-memory twin.
 *
 * The writer decides in pure code: it loads, a pure function returns a complete `WriteSet`, `apply` carries it out. All of
 * that happens inside one `write` call, which is one transaction (or one savepoint of a shared one): nobody else writes in
 * between, a throw rolls everything of that call back, and when the promise resolves the write is durable.
 */
import type { EntityId, Hlc, Register, Source, SyncStateName } from '@cairn/schema';
import type { DayChanges, DayQueries, DayReads } from './day-store.ts';
import type { FoundMemory, MemoryRow, MemoryState, Scope } from './memory-row.ts';
import type { FacetKey, MetaKey, MetaValues, SealedQuery } from './meta-values.ts';
import type { Edge, Neighbour } from './neighbour.ts';
import type { PassageQueries, PassageReads, PassageWrites } from './passage-store.ts';
import type { RemovedChanges, RemovedQueries, RemovedReads } from './removed-store.ts';
import type { ReviewReads, ReviewWrites } from './review-store.ts';
import type { ScheduleChanges, ScheduleQueries, ScheduleReads } from './schedule-store.ts';
import type { SessionQueries, SessionReads, SessionWrites } from './session-store.ts';
import type { IllRegister, QuarantinedRegister, SetAside } from './set-aside.ts';
import type { SummaryChanges, SummaryQueries, SummaryReads, SummaryTransaction } from './summary-store.ts';
import type { TextQuery } from './text-query.ts';
import type { VectorReads, VectorWrites } from './vectors.ts';

export type * from './day-store.ts';
export type { FoundMemory, MemoryRow, MemoryState, Scope } from './memory-row.ts';
export type { FacetKey, Healing, HealingPhase, IndexedFolder, MetaKey, MetaValues } from './meta-values.ts';
export type { Edge, Neighbour } from './neighbour.ts';
export type * from './passage-store.ts';
export type * from './removed-store.ts';
export type { Compared, Finding, ReviewReads, ReviewWrites } from './review-store.ts';
export type * from './schedule-store.ts';
export type * from './session-store.ts';
export type * from './set-aside.ts';
export type { ShownSummary } from './summary-store.ts';
export type { TextQuery } from './text-query.ts';

/** A register with where it stands on the server. */
export type StoredRegister = Register & { readonly seq: number | null };

export interface Revision {
  readonly entity: EntityId;
  readonly register: Register;
  readonly replacedAt: number;
}

export interface OutboxKey {
  readonly entity: EntityId;
  readonly facet: string;
  readonly hlc: Hlc;
}

export interface OutboxValue extends OutboxKey {
  readonly json: string | null;
  /** The generation that it was sealed under last, or is to be. */
  readonly kg: number;
}

/** The frozen batch. [SY-U2] */
export interface InflightBatch {
  readonly pushNo: number;
  readonly bytes: Uint8Array;
  readonly items: readonly OutboxKey[];
}

/** SY-M8: `contentHash` as in `MemoryRow`, null when the words never were on this device. */
export interface ForgottenWords {
  readonly entity: EntityId;
  readonly hash: string;
  readonly at: number;
  readonly contentHash: string | null;
}

/** SY-E5: a register as a digest counts it: what is present, or what is quarantined where that has the larger stamp. */
export interface HeldRegister {
  readonly entity: EntityId;
  readonly facet: string;
  readonly hlc: Hlc;
  readonly seq: number | null;
  /** In the outbox under this stamp. */
  readonly waiting: boolean;
  /** The verdict that made it a dead letter. */
  readonly refused: string | null;
  /** Why it is in quarantine. */
  readonly unread: string | null;
}

export interface HeldQuery {
  /** Exclusive; an empty facet is below every facet of the entity. */
  readonly after: { readonly entity: string; readonly facet: string };
  /** Registers of entities below it; null: to the end. */
  readonly to: string | null;
  /** Tombstones with a sequence at or below it are left out. */
  readonly above: number;
}

export interface DeadLetter extends OutboxKey {
  readonly verdict: string;
  readonly at: number;
}

/**
 * Everything that one decision changes. Order of application: as the fields stand here, so what is erased and written in
 * one set is there afterwards, without its past.
 */
export interface WriteSet
  extends DayChanges,
    PassageWrites,
    RemovedChanges,
    ScheduleChanges,
    SessionWrites,
    SummaryChanges {
  readonly eraseRegisters?: readonly { readonly entity: EntityId; readonly facet: string }[];
  /** Upserts by (entity, facet). */
  readonly registers?: readonly StoredRegister[];
  /** Rows, their full-text entries, access counts, revisions, and every summary that cites them. [ST-4, SU-4] */
  readonly eraseMemories?: readonly EntityId[];
  /** Upserts by id. */
  readonly memories?: readonly MemoryRow[];
  /** The full-text entries of `memories` that are new may wait for `indexMore`. [F-6] */
  readonly indexLater?: boolean;
  /** Visibility changes of rows that are otherwise untouched. */
  readonly states?: readonly { readonly id: EntityId; readonly state: MemoryState }[];
  /** All that each of these says it replaces; none erases what it said before. [RL-1] */
  readonly edges?: readonly { readonly successor: EntityId; readonly replaces: readonly Edge[] }[];
  /** One that is already there (same entity, facet and stamp) stays as it is. */
  readonly revisions?: readonly Revision[];
  /** A content hash that is known stays while the hash is the same. */
  readonly forgotten?: readonly ForgottenWords[];
  readonly unforgotten?: readonly EntityId[];
  readonly outboxAdd?: readonly OutboxKey[];
  readonly outboxRemove?: readonly OutboxKey[];
  readonly quarantineAdd?: readonly QuarantinedRegister[];
  readonly quarantineRemove?: readonly { readonly entity: EntityId; readonly facet: string }[];
  readonly deadAdd?: readonly DeadLetter[];
  readonly deadRemove?: readonly { readonly entity: EntityId; readonly facet: string }[];
  /** Null removes the frozen batch. */
  readonly inflight?: InflightBatch | null;
  /** Marks registers as confirmed, quarantined ones too, when they still have that stamp. */
  readonly confirmed?: readonly (OutboxKey & { readonly seq: number })[];
  /** Notes the generation that registers are sealed under, when they still have that stamp. */
  readonly sealed?: readonly (OutboxKey & { readonly kg: number })[];
  /** Undefined leaves a key, null removes it. */
  readonly meta?: { readonly [K in MetaKey]?: MetaValues[K] | null };
}

/** What a decision may read. Answers include what earlier steps of the same `write` applied. */
export interface StoreReads
  extends DayReads,
    PassageReads,
    RemovedReads,
    ScheduleReads,
    SessionReads,
    SummaryReads {
  meta<K extends MetaKey>(key: K): Promise<MetaValues[K] | null>;
  /** Present registers of these entities, all facets. */
  registersOf(entities: readonly EntityId[]): Promise<readonly StoredRegister[]>;
  /** Pages through all registers in (entity, facet) order, for enqueueing and digests. */
  registersAfter(
    after: { entity: EntityId; facet: string } | null,
    limit: number,
  ): Promise<readonly StoredRegister[]>;
  registersCount(): Promise<number>;
  /** In (entity, facet) order. [TR-4] */
  sealedBelow(which: SealedQuery, limit: number): Promise<readonly StoredRegister[]>;
  sealedBelowCount(kg: number): Promise<number>;
  /**
   * Those of the next `limit` registers that cannot be taken, which no other call gives; `next`: where to go on, null at the
   * end. [TR-6]
   */
  illRegisters(
    after: FacetKey | null,
    limit: number,
  ): Promise<{ readonly ill: readonly IllRegister[]; readonly next: FacetKey | null }>;
  memory(id: EntityId): Promise<MemoryRow | null>;
  /** Rows of any state with one of these content hashes. */
  memoriesByHash(contentHashes: readonly string[]): Promise<readonly MemoryRow[]>;
  memoriesByKey(key: string, namespace: string | null): Promise<readonly MemoryRow[]>;
  /**
   * The given ids and everything their visibility can depend on or change: the transitive closure over links and edges in
   * both directions and over rows with equal content hash. Ids that are unknown are absent, though rows that link to them are
   * not; ids under a tombstone come with `gone`.
   */
  neighboursOf(ids: readonly EntityId[]): Promise<readonly Neighbour[]>;
  /** Those of the ids that a memory says took its place, or whose place one says it took, whether they are here or not. */
  linkedAmong(ids: readonly EntityId[]): Promise<readonly EntityId[]>;
  /**
   * What earlier links of a memory that is superseded led to, where both are here and the successor does not say so itself. [RL-7]
   */
  lostEdges(limit: number): Promise<readonly { readonly original: EntityId; readonly successor: EntityId }[]>;
  /** Those that say that they took the place of a memory that is not here. [RL-4] */
  danglingSuccessors(): Promise<readonly EntityId[]>;
  revisionsOf(ids: readonly EntityId[]): Promise<readonly Revision[]>;
  isForgotten(hash: string): Promise<boolean>;
  /** Those of the hashes whose words are forgotten. */
  forgottenAmong(hashes: readonly string[]): Promise<readonly string[]>;
  /** Those whose words were on this device. */
  forgottenHere(): Promise<readonly ForgottenWords[]>;
  savesInTurn(turn: string): Promise<number>;
  /** In stamp order. `own`: without what is sent again, whose stamps others have seen. */
  outbox(limit: number, which?: 'own'): Promise<readonly OutboxKey[]>;
  /** All in stamp order, with the JSON of the value; null where the register is not there or has another stamp by now. */
  outboxValues(limit: number): Promise<readonly OutboxValue[]>;
  outboxCount(): Promise<number>;
  /** How much of it is sent again. [SY-E2] */
  againCount(): Promise<number>;
  inflight(): Promise<InflightBatch | null>;
  quarantined(limit: number): Promise<readonly QuarantinedRegister[]>;
  /** What is quarantined of these entities, all facets. */
  quarantinedOf(entities: readonly EntityId[]): Promise<readonly QuarantinedRegister[]>;
  deadLetters(limit: number): Promise<readonly DeadLetter[]>;
  setAside(): Promise<SetAside>;
}

export type EnqueueWhich = 'all' | 'unconfirmed' | 'unconfirmed_tombstones';

export interface StoreTransaction extends StoreReads, SummaryTransaction, ReviewWrites, VectorWrites {
  apply(writeSet: WriteSet): Promise<void>;
  countTurn(turn: string, nowMs: number): Promise<void>;
  noteAccess(ids: readonly EntityId[], nowMs: number): Promise<void>;
  /** CX-1: memories and summaries that a session was given. Sessions of which nothing was heard for a week are dropped. */
  noteInjected(session: string, ids: readonly string[], nowMs: number): Promise<void>;
  /** The session's context was lost, so it may be given everything again. */
  clearInjected(session: string): Promise<void>;
  /**
   * Enqueues registers and what is in quarantine; how many were added. `all` [SY-U1], or what the server has not confirmed
   * and has not refused. `again`: the server had held it, so it is not this device's own to restamp.
   * [SY-E2]
   */
  enqueueAll(which: EnqueueWhich, options?: { readonly again: boolean }): Promise<number>;
  /** SY-E2, SY-E3: forgets all confirmations, and what was to be sent again. */
  clearConfirmations(): Promise<void>;
  /** Leaving a vault: outbox, inflight, quarantine, dead letters and confirmations go; memories stay. */
  clearSync(): Promise<void>;
  /**
   * Renames entities everywhere: registers, rows, revisions, tombstones, access, outbox, and the links to them in
   * registers and rows. The new names must be free. [SY-D2]
   */
  rename(pairs: readonly { readonly from: EntityId; readonly to: EntityId }[]): Promise<void>;
  /** Makes at most so many of the full-text entries that wait, those first that came first; whether more wait. [F-6] */
  indexMore(atMost: number): Promise<{ readonly more: boolean }>;
}

export interface WriteStore {
  write<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface ListQuery extends Scope {
  readonly key?: string;
  readonly pinned?: boolean;
  readonly source?: Source;
  readonly deviceId?: string;
  readonly agent?: string;
  readonly session?: string;
  readonly ids?: readonly string[];
  /** Every state, not only 0. */
  readonly all?: boolean;
  /** Only what stands after this place in the list. It does not change the total. */
  readonly after?: ListPlace;
  readonly limit: number;
}

/** A place in a list, whether a memory stands there or not. */
export interface ListPlace {
  readonly createdAt: number;
  readonly id: string;
}

export interface TextMatch {
  readonly memory: FoundMemory;
  /** bm25, larger is better; null when the rows were not ranked but are the newest. */
  readonly bm25: number | null;
}

/** `memories`: of state 0. `unsummarised`: as `ReadStore.unsummarised`. */
export interface StoreCounts {
  readonly memories: number;
  readonly summaries: number;
  readonly unsummarised: number;
  readonly outbox: number;
  readonly inflight: number;
  readonly dead: number;
  readonly quarantined: number;
}

/**
 * `total`: all rows. `pinned`, `keyed` and the lists: of state 0. `forgotten`: tombstones that carry a hash. Lists by
 * falling count, then by name.
 */
export interface StoreStatistics {
  readonly total: number;
  readonly current: number;
  readonly superseded: number;
  readonly pinned: number;
  readonly keyed: number;
  readonly held: number;
  readonly forgotten: number;
  readonly projects: readonly { readonly project: string | null; readonly count: number }[];
  readonly sources: readonly { readonly source: string; readonly count: number }[];
  readonly tags: readonly { readonly tag: string; readonly count: number }[];
  readonly devices: readonly { readonly id: string; readonly name: string; readonly count: number }[];
  readonly agents: readonly { readonly agent: string; readonly count: number }[];
  /** By the UTC day that they were made on, `2026-11-22`, the oldest first. */
  readonly days: readonly { readonly day: string; readonly count: number }[];
}

/**
 * `pinned`: of the project and global; `recent`: global, not pinned; `project`: of that project (null: none), not pinned;
 * `personality`: below `tacit/personality`, `tacit`: in the rest of `tacit`, both of exactly that project (null: global).
 */
export interface ContextQuery {
  readonly kind: 'pinned' | 'recent' | 'project' | 'personality' | 'tacit';
  readonly project: string | null;
  /** Milliseconds; see `Scope`. */
  readonly livingAt: number;
  /** How many of the newest, and of the most accessed. */
  readonly newest: number;
  readonly mostAccessed: number;
}

export interface ContextRow {
  readonly memory: MemoryRow;
  /** M-6: how often it was found or shown on this device. */
  readonly accesses: number;
}

/** What readers ask. Never writes; sees every committed write. */
export interface ReadStore
  extends DayQueries,
    PassageQueries,
    RemovedQueries,
    ReviewReads,
    ScheduleQueries,
    SessionQueries,
    SummaryQueries,
    VectorReads {
  meta<K extends MetaKey>(key: K): Promise<MetaValues[K] | null>;
  memory(id: EntityId): Promise<MemoryRow | null>;
  memoriesByKey(key: string, namespace: string | null): Promise<readonly MemoryRow[]>;
  neighboursOf(ids: readonly EntityId[]): Promise<readonly Neighbour[]>;
  registersOf(entities: readonly EntityId[]): Promise<readonly StoredRegister[]>;
  memoriesByIds(ids: readonly EntityId[]): Promise<readonly MemoryRow[]>;
  revisionsOf(ids: readonly EntityId[]): Promise<readonly Revision[]>;
  /** Rows that contain each token, counted no further than `atMost`. [F-9] */
  documentFrequencies(tokens: readonly string[], atMost: number): Promise<readonly number[]>;
  /** Roughly how many rows there are, cheap. */
  size(): Promise<number>;
  /** Best first; only rows in scope and current (or current at `asOf`). A corrupt index throws `StoreCorrupt`. */
  matchText(query: TextQuery, scope: Scope, limit: number): Promise<readonly TextMatch[]>;
  /**
   * Rows that hold the rarest of the words: lists of row numbers, newest first, shortest list first, at most `words` lists,
   * none of more than `rows`. How rare a word is may be remembered from a while ago. [M-4]
   */
  rarestPostings(
    words: readonly string[],
    atMost: { readonly words: number; readonly rows: number },
  ): Promise<readonly (readonly number[])[]>;
  /** Current rows of a project among those numbers, in their order. */
  rowsByNumbers(
    numbers: readonly number[],
    project: string | null,
    limit: number,
  ): Promise<readonly MemoryRow[]>;
  /** F-6: rows whose content holds every token as a substring, newest first. */
  matchLike(tokens: readonly string[], scope: Scope, limit: number): Promise<readonly MemoryRow[]>;
  /** Rows that `matchText` cannot find yet, because their full-text entries wait; a few too many after deletions. [F-6] */
  unindexed(): Promise<number>;
  /** Hits outside the scope's projects, per project, at most 20. [M-8] */
  countElsewhere(
    query: TextQuery,
    scope: Scope,
  ): Promise<readonly { readonly project: string | null; readonly count: number }[]>;
  /** Newest first. */
  list(query: ListQuery): Promise<{ readonly rows: readonly MemoryRow[]; readonly total: number }>;
  /** Of a project, current, of trust `high` or `normal`, and in no summary; newest first. [SU-1] */
  unsummarised(project: string | null, limit: number): Promise<readonly MemoryRow[]>;
  /** Current rows of trust `high` or `normal` that have not expired, in no order, each once. [CX-1, CX-5, M-5] */
  listForContext(query: ContextQuery): Promise<readonly ContextRow[]>;
  /** Rows of state 0 of these projects, counted no further than `atMost`; null is global. */
  currentCount(projects: readonly (string | null)[], atMost: number): Promise<number>;
  /** What the session was given already. [CX-1] */
  injectedIn(session: string): Promise<ReadonlySet<string>>;
  /** All rows in id order, for export. */
  rowsAfter(after: EntityId | null, limit: number): Promise<readonly MemoryRow[]>;
  counts(): Promise<StoreCounts>;
  statistics(): Promise<StoreStatistics>;
  deadLetters(limit: number): Promise<readonly DeadLetter[]>;
  /** In the order of (entity, facet) as bytes. [SY-E5] */
  held(query: HeldQuery, limit: number): Promise<readonly HeldRegister[]>;
  close(): Promise<void>;
}

/** `sync.state` of the status page, told by the daemon's sync service. */
export type { SyncStateName };
