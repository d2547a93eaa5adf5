import type { ReadStore, StoreTransaction, WriteSet, WriteStore } from '../ports/store.ts';

/** The store of the running contract test. */
export interface StoreUnderTest {
  writer(): WriteStore;
  reader(): ReadStore;
  apply(set: WriteSet): Promise<void>;
  /** Runs a transaction. */
  ask<T>(question: (tx: StoreTransaction) => Promise<T>): Promise<T>;
  /** Runs a transaction that fails after its change. */
  failing(change: (tx: StoreTransaction) => Promise<unknown>): Promise<void>;
}
