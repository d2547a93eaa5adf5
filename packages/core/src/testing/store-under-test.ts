import type { MemoryRow, ReadStore, StoreTransaction, WriteSet } from '../ports/store.ts';

/** The store of the running contract test. */
export interface StoreUnderTest {
  reader(): ReadStore;
  apply(set: WriteSet): Promise<void>;
  /** Writes memories. */
  save(...memories: MemoryRow[]): Promise<void>;
  /** Each call is a transaction. */
  readonly tx: StoreTransaction;
  /** Runs a transaction. */
  ask<T>(question: (tx: StoreTransaction) => Promise<T>): Promise<T>;
  /** Runs a transaction that fails after its change. */
  failing(change: (tx: StoreTransaction) => Promise<unknown>): Promise<void>;
}
