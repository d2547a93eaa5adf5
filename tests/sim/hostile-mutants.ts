/** Programs that believe a lying server, or a thief, in one thing each. The checkers must notice every one of them. */
import type { StoreReads, VaultKeys, WriteEngine, WriteSet, WriteStore } from '@cairn/core';
import { err, hlcNode, hlcOf, nodeOf, ok, type PullResponse } from '@cairn/schema';
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

/** The server's time, as far as it is believed, moves the own stamps as a member's stamp does. [RL-39] */
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

/** A program that starts believes the first time that it hears, as if it had never heard another. [TR-5] */
const forgetsTime: Mutant = {
  store: (store) => ({
    ...store,
    write: (work) =>
      store.write((tx) =>
        work({ ...tx, meta: async (key) => (key === 'offset' ? null : await tx.meta(key)) }),
      ),
  }),
};

/** A generation begins when the server says that it is now. [TR-50] */
const forgetsStamps: Mutant = {
  engine: (engine) => ({
    ...engine,
    syncFacts: async () => ({ ...(await engine.syncFacts()), clock: null }),
  }),
};

/** A store that writes something else than it was told. */
export const writing =
  (change: (set: WriteSet) => WriteSet) =>
  (store: WriteStore): WriteStore => ({
    ...store,
    write: (work) => store.write((tx) => work({ ...tx, apply: (set) => tx.apply(change(set)) })),
  });

/** What others forget is gone, however much: all that lives counts for more than there is. [TR-3] */
const nothingAside: Mutant = {
  store: (store) => ({
    ...store,
    write: (work) => store.write((tx) => work({ ...tx, livingCount: async () => ALL })),
  }),
};

/** Others' forgets are counted page by page, so many small ones are never many. [TR-3] */
const countsPages: Mutant = {
  store: writing(({ meta, ...set }) => {
    const { endings: _, ...kept } = meta ?? {};
    return { ...set, meta: kept };
  }),
};

/** A value beyond every limit costs the page that it came with. [TR-6] */
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

/** Nothing is too far ahead for a device that knows no time but its own. [TR-5] */
const futureTaken = believing(() => ({ noteServerTime: async () => undefined }));

/** A key is good for ever. [TR-4] */
const endlessKeys = believing((engine) => ({
  useKeys: (keys) => engine.useKeys({ ...keys, bounds: { begun: [], complete: 0 } }),
}));

/**
 * What bears the device's name is its own, also when another sealed it. [TR-4] Of 300 seeds, 77, 105, 139 and 296 show it; a story
 * does at once. Until TR-50 came, 12 and 119 did too. No rule protects there: in 119 the device that revokes is not running,
 * and since the simulator asks it for its clocks, it revokes nobody. In 12 it holds a stamp 4.7 minutes ahead, the key ends
 * as much later, and what the thief stamps 4 minutes ahead is not late; the lie `past`, new as well, drew other lies.
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

/** A generation that is complete takes what was stamped before its end all the same. [TR-4] */
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

/** A garbled item stays so. [TR-7] */
const neverAsked = believing(() => ({ namesToAsk: async () => [] }));

/** What the server said once of this device, it is taken to say for ever. [TR-32] */
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

/** What the server refused once as malformed stays so. [TR-30] */
const refusedStays = believing(() => ({ retryRefused: async () => ok({ requeued: 0 }) }));

/** What was never opened here, for want of a key, is sent on as what a newer program wrote is. [TR-7] */
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

/** A tombstone that says something else than this program would is set aside, as a value is. [TR-31] */
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
 * What an older key forgets is gone, unless others forget many. [TR-51] The watch sees write sets as the program makes them, so the
 * bounds are changed: when keys end is asked by `find`, whether a later one has begun by `some`.
 */
const oldEndsFinal = believing((engine) => ({
  useKeys: (keys) => {
    const begun = Object.assign([...keys.bounds.begun], { some: () => false });
    return engine.useKeys({ ...keys, bounds: { ...keys.bounds, begun } });
  },
}));

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
    after: (delayMs, run) => timers.after(delayMs <= 60_000 ? Math.min(delayMs, 5) : delayMs, run),
  }),
};

/** Nobody remembers which stamps were taken back. [TR-54] */
const fallsBelow: Mutant = {
  store: writing(({ meta, ...set }) => {
    const { takenBack: _, ...kept } = meta ?? {};
    return { ...set, meta: kept };
  }),
};

/** Every page is news. [TR-53] */
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
