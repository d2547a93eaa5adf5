import type { ReadStore, WriteStore } from '../ports/store.ts';

/** The store of the running contract test. */
export interface StoreUnderTest {
  writer(): WriteStore;
  reader(): ReadStore;
}
