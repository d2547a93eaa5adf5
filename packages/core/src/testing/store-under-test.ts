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

/** Reads pages of two rows until one is short. */
export const allPages = async <T>(page: (last: T | undefined) => Promise<readonly T[]>): Promise<T[]> => {
  const all: T[] = [];
  for (;;) {
    const rows = await page(all.at(-1));
    all.push(...rows);
    if (rows.length < 2) return all;
  }
};
