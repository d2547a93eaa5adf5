/** Programs that believe a lying server, or a thief, in one thing each. The checkers must notice every one of them. */
import type { StoreReads, WriteEngine, WriteStore } from '@cairn/core';
import { err, hlcNode, nodeOf, type PullResponse } from '@cairn/schema';
import type { Mutant } from './device.ts';

const ALL = 1_000_000;

/** Whatever the server calls forgotten is erased. [TR-1] */
const goneEnds: Mutant = {
  engine: (engine, store) => ({
    ...engine,
    settleBatch: async (settled) => {
      const gone = settled.verdicts.filter(({ verdict }) => verdict === 'gone');
      await erase(store, new Set(gone.map(({ entity }) => entity)));
      return engine.settleBatch(settled);
    },
  }),
};

const erase = (store: WriteStore, entities: ReadonlySet<string>): Promise<void> =>
  store.write(async (tx) => {
    const held = (await tx.registersAfter(null, ALL)).filter(({ entity }) => entities.has(entity));
    await tx.apply({ eraseRegisters: held, eraseMemories: [...new Set(held.map(({ entity }) => entity))] });
  });

/** Erases what the server does not show and may have collected. [TR-1, TR-2] */
const sweptByFloor: Mutant = {
  engine: (engine, store) => ({
    ...engine,
    applyPage: async (page) => {
      const isSwept = page.items.length === 0 && 'tombFloor' in page && Number(page.tombFloor) > page.head;
      const held = isSwept ? await store.write((tx) => tx.registersAfter(null, ALL)) : [];
      await erase(store, new Set(held.filter(({ seq }) => seq !== null).map(({ entity }) => entity)));
      return engine.applyPage(page);
    },
  }),
};

/** Something under a stamp that is held confirms it, no matter who made it. [TR-7] */
const echoUnopened: Mutant = {
  engine: (engine, store) => ({
    ...engine,
    applyPage: async (page) => {
      await confirmEchoes(store, page);
      return engine.applyPage(page);
    },
  }),
};

const confirmEchoes = (store: WriteStore, { items }: PullResponse): Promise<void> =>
  store.write(async (tx) => {
    const entities = [...new Set(items.map(({ entity }) => entity))];
    const held = new Set((await tx.registersOf(entities)).map(({ entity, hlc }) => `${entity} ${hlc}`));
    const confirmed = items.filter(({ entity, hlc }) => held.has(`${entity} ${hlc}`));
    await tx.apply({ confirmed, outboxRemove: confirmed });
  });

const believing = (change: (engine: WriteEngine) => Partial<WriteEngine>): Mutant => ({
  engine: (engine) => ({ ...engine, ...change(engine) }),
});

/** Nothing is too far ahead for a device that knows no time but its own. [TR-5] */
const futureTaken = believing(() => ({ noteServerTime: async () => undefined }));

/** A key is good for ever. [TR-4] */
const endlessKeys = believing((engine) => ({
  useKeys: (keys) => engine.useKeys({ ...keys, bounds: { begun: [], complete: 0 } }),
}));

/** What bears the device's name is its own, also when another sealed it. [TR-4] */
const nameIsOwn: Mutant = {
  store: (store) => ({
    ...store,
    write: (work) =>
      store.write((tx) => work({ ...tx, sealedBelow: (which, limit) => namedOtherwise(tx, which, limit) })),
  }),
};

const namedOtherwise = async (
  tx: StoreReads,
  which: Parameters<StoreReads['sealedBelow']>[0],
  limit: number,
): ReturnType<StoreReads['sealedBelow']> => {
  const own = await tx.meta('device');
  const found = await tx.sealedBelow(which, limit);
  if (own === null || which.isTaken !== true) return found;
  return found.filter(({ hlc }) => hlcNode(hlc) !== nodeOf(own.id));
};

/** A garbled item stays so. [TR-7] */
const neverAsked = believing(() => ({ namesToAsk: async () => [] }));

/** Never looks at what the server holds. [TR-15] */
const neverCompared: Mutant = {
  transport: (transport) => ({
    ...transport,
    digest: async () => err({ kind: 'not_found', message: 'There are no digests.', retryAfterMs: null }),
  }),
};

/** Whatever failed is tried again at once. [TR-5, SY-L4] */
const noBackoff: Mutant = {
  timers: (timers) => ({
    after: (delayMs, run) => timers.after(delayMs < 30_000 ? Math.min(delayMs, 5) : delayMs, run),
  }),
};

export const HOSTILE_MUTANTS: Readonly<Record<string, Mutant>> = {
  goneEnds,
  sweptByFloor,
  echoUnopened,
  futureTaken,
  endlessKeys,
  nameIsOwn,
  neverAsked,
  neverCompared,
  noBackoff,
};
