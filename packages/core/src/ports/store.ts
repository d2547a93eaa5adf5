/**
 * The database interface of the engine. One contract suite (`testing/store-contract`) tests the libSQL adapter on a file, in memory and
 * on a server.
 *
 * A writer decides in pure code: it loads, a pure function returns a complete `WriteSet`, and `apply` writes it. All of that happens
 * inside one `write` call, which is one transaction or one savepoint of a shared one. No other writer runs in between. A throw rolls
 * back everything of that call. When the promise resolves, the write is durable.
 */
import type { BranchQueries, BranchTransaction } from './branch-store.ts';
import type { ContextQueries, ContextTransaction } from './context-store.ts';
import type { DayChanges, DayQueries, DayReads } from './day-store.ts';
import type { MemoryChanges, MemoryQueries, MemoryReads, MemoryTransaction } from './memory-store.ts';
import type { MetaKey, MetaValues } from './meta-values.ts';
import type { OutboxChanges, OutboxReads, OutboxTransaction } from './outbox-store.ts';
import type { PassageQueries, PassageReads, PassageWrites } from './passage-store.ts';
import type { RegisterChanges, RegisterQueries, RegisterReads } from './register-store.ts';
import type { RemovedChanges, RemovedQueries, RemovedReads } from './removed-store.ts';
import type { ReviewReads, ReviewWrites } from './review-store.ts';
import type { ScheduleChanges, ScheduleQueries, ScheduleReads } from './schedule-store.ts';
import type { SearchQueries, SearchTransaction } from './search-store.ts';
import type { SessionQueries, SessionReads, SessionWrites } from './session-store.ts';
import type { SetAsideChanges, SetAsideReads } from './set-aside.ts';
import type { StatisticsQueries } from './statistics-store.ts';
import type { SummaryChanges, SummaryQueries, SummaryReads, SummaryTransaction } from './summary-store.ts';
import type { UseQueries, UseTransaction } from './use-store.ts';
import type { VectorReads, VectorWrites } from './vectors.ts';

export type { TextQuery } from '../search/query.ts';
export type * from './branch-store.ts';
export type * from './context-store.ts';
export type * from './day-store.ts';
export type * from './memory-row.ts';
export type * from './memory-store.ts';
export type * from './meta-values.ts';
export type * from './neighbour.ts';
export type * from './outbox-store.ts';
export type * from './passage-store.ts';
export type * from './register-store.ts';
export type * from './removed-store.ts';
export type * from './review-store.ts';
export type * from './schedule-store.ts';
export type * from './search-store.ts';
export type * from './session-store.ts';
export type * from './set-aside.ts';
export type * from './statistics-store.ts';
export type * from './summary-store.ts';
export type * from './use-store.ts';

interface MetaReads {
  meta<K extends MetaKey>(key: K): Promise<MetaValues[K] | null>;
}

/**
 * All changes of one decision. Within each part they are applied in the order of its fields. Deletes come before writes, so a memory
 * that is in both exists afterwards, without its past. Registers and memories come first; confirmations and `meta` come after the
 * outbox.
 */
export interface WriteSet
  extends DayChanges,
    MemoryChanges,
    OutboxChanges,
    PassageWrites,
    RegisterChanges,
    RemovedChanges,
    ScheduleChanges,
    SessionWrites,
    SetAsideChanges,
    SummaryChanges {
  /** Undefined leaves a key, null removes it. */
  readonly meta?: { readonly [K in MetaKey]?: MetaValues[K] | null };
}

/** The reads of a decision. Results include what earlier steps of the same `write` applied. */
export interface StoreReads
  extends DayReads,
    MemoryReads,
    MetaReads,
    OutboxReads,
    PassageReads,
    RegisterReads,
    RemovedReads,
    ScheduleReads,
    SessionReads,
    SetAsideReads,
    SummaryReads {}

export interface StoreTransaction
  extends StoreReads,
    BranchTransaction,
    ContextTransaction,
    MemoryTransaction,
    OutboxTransaction,
    ReviewWrites,
    SearchTransaction,
    SummaryTransaction,
    UseTransaction,
    VectorWrites {
  apply(writeSet: WriteSet): Promise<void>;
}

export interface WriteStore {
  write<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T>;
  /** Sees every earlier write and no half of one. Works in a file that cannot be written, too. [RL-22] */
  read<T>(work: (tx: StoreReads) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The queries of readers. Never writes; sees every committed write. */
export interface ReadStore
  extends BranchQueries,
    ContextQueries,
    DayQueries,
    MemoryQueries,
    MetaReads,
    Pick<OutboxReads, 'deadLetters'>,
    PassageQueries,
    RegisterQueries,
    RemovedQueries,
    ReviewReads,
    ScheduleQueries,
    SearchQueries,
    SessionQueries,
    StatisticsQueries,
    SummaryQueries,
    UseQueries,
    VectorReads {
  close(): Promise<void>;
}
