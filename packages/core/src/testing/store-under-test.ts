import type { ReadStore, WriteStore } from '../ports/store.ts';

/** The store of the contract's test that runs. */
export interface StoreUnderTest {
  writer(): WriteStore;
  reader(): ReadStore;
}
