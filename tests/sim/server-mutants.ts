/** Servers that are honest and forget one rule each about ends and keys. */
import type { SyncStore } from '@cairn/cloud';
import type { Mutant } from './device.ts';

type Transaction = Parameters<Parameters<SyncStore['transaction']>[0]>[0];

const inTransactions = (change: (tx: Transaction) => Partial<Transaction>): Mutant => ({
  server: (store) => ({
    ...store,
    transaction: (work) => store.transaction((tx) => work({ ...tx, ...change(tx) })),
  }),
});

/** Tombstones go with the commits that are old enough to be collected. [TR-2] */
const collectsEnds = inTransactions((tx) => ({
  eraseAnchors: async (vault, which) => {
    const page = await tx.page({ ...ALL, vault });
    const old = (page?.upwards ?? []).filter(({ facet, seq }) => facet === 'gone' && seq <= which.below);
    await tx.eraseRegisters(vault, old);
    return tx.eraseAnchors(vault, which);
  },
}));

const ALL = {
  high: 0,
  low: 0,
  skipTombstones: false,
  items: 1_000_000,
  payloadBytes: Number.MAX_SAFE_INTEGER,
  claim: null,
} as const;

/** A key that is complete ends nothing that is dated back. [TR-16] */
const neverCloses = inTransactions((tx) => ({
  endGeneration: async (vault, kg, atMs) => (atMs === 0 ? undefined : tx.endGeneration(vault, kg, atMs)),
}));

/** A key that has ended is taken as the present one is. [TR-4] */
const endlessThere = inTransactions(() => ({
  endGeneration: async () => undefined,
  eraseLate: async () => [],
}));

export const SERVER_MUTANTS: Readonly<Record<string, Mutant>> = { collectsEnds, neverCloses, endlessThere };
