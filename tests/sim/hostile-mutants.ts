/** Programs that each trust a lying server or a thief in one point. The checkers must notice every one of them. */
import type { StoreReads, VaultKeys, WriteEngine, WriteSet, WriteStore } from '@cairn/core';
import { err, hlcNode, hlcOf, nodeOf, ok, type PullResponse } from '@cairn/schema';
import type { Mutant } from './device.ts';

const ALL = 1_000_000;

/** Erases everything that the server reports as forgotten. [TR-1] */
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

/** Takes any value under a held stamp as a confirmation, without checking who made it. [TR-7] */
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

/** Lets the accepted server time move the device's own stamps, as a member's stamp does. [RL-39] */
const ledByServer: Mutant = {
  engine: (engine, store) => ({
    ...engine,
    noteServerTime: async (sample) => {
      await engine.noteServerTime(sample);
      await store.write(async (tx) => {
        const [clock, offset] = [await tx.meta('clock'), await tx.meta('offset')];
        if (clock === null || offset === null) return;
        const heard = hlcOf(Math.max(0, Math.round(sample.receivedAt + offset.ms)), 0, hlcNode(clock));
        if (heard > clock) await tx.apply({ meta: { clock: heard } });
      });
    },
  }),
};

/** Accepts the first server time after each start, as if it had no earlier one. [TR-5] */
const forgetsTime: Mutant = {
  store: (store) => ({
    ...store,
    write: (work) =>
      store.write((tx) =>
        work({ ...tx, meta: async (key) => (key === 'offset' ? null : await tx.meta(key)) }),
      ),
  }),
};

/** Begins a generation at the server's time, without regard to its own stamps. [TR-50] */
const forgetsStamps: Mutant = {
  engine: (engine) => ({
    ...engine,
    syncFacts: async () => ({ ...(await engine.syncFacts()), clock: null }),
  }),
};

/** Returns a store that changes each write set before it is written. */
export const writing =
  (change: (set: WriteSet) => WriteSet) =>
  (store: WriteStore): WriteStore => ({
    ...store,
    write: (work) => store.write((tx) => work({ ...tx, apply: (set) => tx.apply(change(set)) })),
  });

/** Deletes whatever others forget, however much. It counts far more living memories than there are. [TR-3] */
const nothingAside: Mutant = {
  store: (store) => ({
    ...store,
    write: (work) => store.write((tx) => work({ ...tx, livingCount: async () => ALL })),
  }),
};

/** Counts others' forgets page by page, so that many small forgets never count as many. [TR-3] */
const countsPages: Mutant = {
  store: writing(({ meta, ...set }) => {
    const { endings: _, ...kept } = meta ?? {};
    return { ...set, meta: kept };
  }),
};

/** Drops a whole page when one of its values is beyond every limit. [TR-6] */
const wholePage: Mutant = {
  store: writing((set) =>
    (set.quarantineAdd ?? []).some(({ reason }) => reason === 'out_of_range')
      ? { ...set, registers: [], memories: [], eraseRegisters: [], eraseMemories: [] }
      : set,
  ),
};

const believing = (change: (engine: WriteEngine) => Partial<WriteEngine>): Mutant => ({
  engine: (engine) => ({ ...engine, ...change(engine) }),
});

/** Ignores the server's time, so that no stamp is too far ahead. [TR-5] */
const futureTaken = believing(() => ({ noteServerTime: async () => undefined }));

/** Never lets a key end. [TR-4] */
const endlessKeys = believing((engine) => ({
  useKeys: (keys) => engine.useKeys({ ...keys, bounds: { begun: [], complete: 0 } }),
}));

/**
 * Takes a value that bears the device's name as its own, even when another device sealed it. [TR-4] Of 300 seeds, 77, 105, 139 and 296
 * show the fault; a story shows it at once.
 */
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

/**
 * Accepts a value under an old generation even after a later one is complete, when the value's stamp is before the old generation's end.
 * [TR-4]
 */
const neverComplete = believing((engine) => {
  let keys: VaultKeys | null = null;
  return {
    useKeys: (given) => {
      keys = given;
      return engine.useKeys(given);
    },
    applyPage: async (page) => {
      if (keys === null || keys.bounds.complete === 0) return engine.applyPage(page);
      await engine.useKeys({ ...keys, bounds: { ...keys.bounds, complete: 0 } });
      const applied = await engine.applyPage(page);
      await engine.useKeys(keys);
      return applied;
    },
  };
});

/** Never asks again for a garbled item. [TR-7] */
const neverAsked = believing(() => ({ namesToAsk: async () => [] }));

/** Keeps the first refusal of this device forever. [TR-32] */
const refusedForGood: Mutant = {
  transport: (transport) => {
    let refusal: Awaited<ReturnType<typeof transport.pull>> | null = null;
    return {
      ...transport,
      pull: async (query) => {
        const answer = refusal ?? (await transport.pull(query));
        if (!answer.ok && answer.error.kind === 'device_revoked') refusal = answer;
        return answer;
      },
    };
  },
};

/** Never retries what the server refused as malformed. [TR-30] */
const refusedStays = believing(() => ({ retryRefused: async () => ok({ requeued: 0 }) }));

/** Sends on what it could not open for want of a key, as if a newer program had written it. [TR-7] */
const sendsUnopened: Mutant = {
  store: (store) => ({
    ...store,
    write: (work) => store.write((tx) => work({ ...tx, quarantinedOf: vouched(tx) })),
  }),
};

const vouched =
  (tx: StoreReads): StoreReads['quarantinedOf'] =>
  async (entities) =>
    (await tx.quarantinedOf(entities)).map((one) =>
      one.reason === 'no_key' ? { ...one, reason: 'unknown' } : one,
    );

/** Sets aside a tombstone with unknown content, as it does with a value. [TR-31] */
const pickyEnds: Mutant = {
  sealer: (keys, makeSealer) => {
    const sealer = makeSealer(keys);
    return {
      ...sealer,
      open: (register) => {
        const json = sealer.open(register);
        const isOdd = json.ok && register.facet === 'gone' && !OWN_ENDS.test(json.value);
        return isOdd ? ok('') : json;
      },
    };
  },
};
const OWN_ENDS = /^\{"hash":(?:null|"[0-9a-f]+")\}$/;

/**
 * Makes a forget under an older key final, unless others forget many. [TR-51] The watch sees write sets as the program makes them, so
 * this mutant changes the bounds. The program reads a key's end with `find`, and whether a later key has begun with `some`.
 */
const oldEndsFinal = believing((engine) => ({
  useKeys: (keys) => {
    const begun = Object.assign([...keys.bounds.begun], { some: () => false });
    return engine.useKeys({ ...keys, bounds: { ...keys.bounds, begun } });
  },
}));

/** Never compares itself with the server. [TR-15] */
const neverCompared: Mutant = {
  transport: (transport) => ({
    ...transport,
    digest: async () => err({ kind: 'not_found', message: 'There are no digests.', retryAfterMs: null }),
  }),
};

/** Retries without backoff. [TR-5, SY-L4] */
const noBackoff: Mutant = {
  timers: (timers) => ({
    after: (delayMs, run) => timers.after(delayMs <= 60_000 ? Math.min(delayMs, 5) : delayMs, run),
  }),
};

/** Does not remember which stamps were taken back. [TR-54] */
const fallsBelow: Mutant = {
  store: writing(({ meta, ...set }) => {
    const { takenBack: _, ...kept } = meta ?? {};
    return { ...set, meta: kept };
  }),
};

/** Treats every page as news. [TR-53] */
const endlessNews = believing((engine) => ({
  applyPage: async (page) => {
    const applied = await engine.applyPage(page);
    return applied.ok ? ok({ ...applied.value, isNews: true }) : applied;
  },
}));

export const HOSTILE_MUTANTS: Readonly<Record<string, Mutant>> = {
  goneEnds,
  sweptByFloor,
  echoUnopened,
  futureTaken,
  endlessKeys,
  nameIsOwn,
  neverAsked,
  refusedStays,
  sendsUnopened,
  pickyEnds,
  oldEndsFinal,
  refusedForGood,
  neverCompared,
  noBackoff,
  endlessNews,
  fallsBelow,
  ledByServer,
  forgetsTime,
  forgetsStamps,
  nothingAside,
  countsPages,
  wholePage,
  neverComplete,
};
