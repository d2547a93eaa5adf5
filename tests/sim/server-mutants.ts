/** Honest servers that each break one rule about tombstones and keys. */
import type { SyncStore } from '@cairn/cloud';
import type { Mutant } from './device.ts';

type Transaction = Parameters<Parameters<SyncStore['transaction']>[0]>[0];

const inTransactions = (change: (tx: Transaction) => Partial<Transaction>): Mutant => ({
  server: (store) => ({
    ...store,
    transaction: (work) => store.transaction((tx) => work({ ...tx, ...change(tx) })),
  }),
});

/** Deletes tombstones with the commits that are old enough to be collected. [TR-2] */
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

/** Accepts backdated values although a later key is complete. [TR-16] */
const neverCloses = inTransactions((tx) => ({
  endGeneration: async (vault, kg, atMs) => (atMs === 0 ? undefined : tx.endGeneration(vault, kg, atMs)),
}));

/** Accepts an ended key like the present one. [TR-4] */
const endlessThere = inTransactions(() => ({
  endGeneration: async () => undefined,
  eraseLate: async () => [],
}));

export const SERVER_MUTANTS: Readonly<Record<string, Mutant>> = { collectsEnds, neverCloses, endlessThere };
