/**
 * The contract that every store must pass: on a file, in memory and on a server. Call it from a test file with a function that
 * opens an empty store.
 */
import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { StoreTransaction } from '../ports/store.ts';
import { contextContract } from './store-contract-context.ts';
import { dayContract } from './store-contract-days.ts';
import { generationsContract } from './store-contract-generations.ts';
import { illContract } from './store-contract-ill.ts';
import { neighbourContract } from './store-contract-neighbours.ts';
import { passageVectorContract } from './store-contract-passage-vectors.ts';
import { passageContract } from './store-contract-passages.ts';
import { readContract } from './store-contract-reads.ts';
import { renameContract } from './store-contract-rename.ts';
import { reviewContract } from './store-contract-review.ts';
import { scheduleContract } from './store-contract-schedules.ts';
import { searchContract } from './store-contract-search.ts';
import { sessionContract } from './store-contract-sessions.ts';
import { summaryContract } from './store-contract-summaries.ts';
import { syncContract } from './store-contract-sync.ts';
import { usesContract } from './store-contract-uses.ts';
import { vectorContract } from './store-contract-vectors.ts';
import { waitingContract } from './store-contract-waiting.ts';
import { writeContract } from './store-contract-writes.ts';
import type { StoreUnderTest } from './store-under-test.ts';
import type { OpenStore } from './temp-store.ts';

export const describeStoreContract = (name: string, open: () => Promise<OpenStore>): void => {
  describe(`${name} keeps the store's contract`, () => {
    let store: OpenStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.dispose());
    const ask: StoreUnderTest['ask'] = (question) => store.writer.write(question);
    const underTest: StoreUnderTest = {
      reader: () => store.reader,
      ask,
      tx: new Proxy<StoreTransaction>(Object({}), {
        get:
          (_, name) =>
          (...args: readonly unknown[]) =>
            ask(async (tx) => Reflect.apply(Reflect.get(tx, name), tx, args)),
      }),
      apply: (set) => ask((tx) => tx.apply(set)),
      save: (...memories) => ask((tx) => tx.apply({ memories })),
      async failing(change) {
        const failed = ask(async (tx) => {
          await change(tx);
          throw new Error('no');
        });
        await expect(failed).rejects.toThrow('no');
      },
    };
    writeContract(underTest);
    readContract(underTest);
    neighbourContract(underTest);
    contextContract(underTest);
    reviewContract(underTest);
    usesContract(underTest);
    searchContract(underTest);
    scheduleContract(underTest);
    summaryContract(underTest);
    dayContract(underTest);
    passageContract(underTest);
    waitingContract(underTest);
    sessionContract(underTest);
    generationsContract(underTest);
    renameContract(underTest);
    syncContract(underTest);
    illContract(underTest);
    vectorContract(underTest);
    passageVectorContract(underTest);
  });
};
