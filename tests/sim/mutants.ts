/** Programs that each break one rule, as real programs have done. The checkers must notice every one of them. */
import type { SyncStore } from '@cairn/cloud';
import { createPlainSealer } from '@cairn/core/testing';
import { HLC_ZERO, hlcMs, ok, type PulledItem, type PullResponse } from '@cairn/schema';
import type { DeviceWorld, Mutant } from './device.ts';
import { HOSTILE_MUTANTS, writing } from './hostile-mutants.ts';
import { RESTORE_MUTANTS } from './restore-mutants.ts';
import { SERVER_MUTANTS } from './server-mutants.ts';
import { isPastFacet } from './truth.ts';

/** Makes a mutant whose pull pages through the rows in another order, with a number as cursor. */
const pagingBy = (
  next: (
    rows: readonly PulledItem[],
    cursor: number,
    limit: number,
  ) => { items: readonly PulledItem[]; cursor: number },
): Mutant => ({
  transport: (transport, world) => ({
    ...transport,
    pull: async (request) => {
      const { rows, ...facts } = await allRows(world);
      const from = request.cursor === null ? 0 : Number(Buffer.from(request.cursor, 'base64url').toString());
      const { items, cursor } = next(rows, from, request.limit);
      const hasMore = items.length === request.limit;
      const page: PullResponse = {
        items: [...items],
        cursor: Buffer.from(String(cursor)).toString('base64url'),
        hasMore,
        expected: null,
        high: hasMore ? 0 : facts.head,
        serverTime: world.time.nowMs(),
        ...facts,
      };
      return ok(page);
    },
  }),
});

const allRows = async (world: DeviceWorld) => {
  const read = await world.store.read((reads) => reads.page(everything(world.vault)));
  if (!read.ok || read.value === null) throw new Error('there is no vault');
  const { state, upwards } = read.value;
  const { head, epoch, anchor } = state;
  return { rows: upwards, head, epoch, anchor: `${head}.${anchor}` };
};

/** Pages by offset: a row that changes between two pages moves to the end, and the next row is skipped. */
const offsetPaging = pagingBy((rows, cursor, limit) => {
  const items = rows.slice(cursor, cursor + limit);
  return { items, cursor: cursor + items.length };
});

/** Pages by timestamp: clocks differ, and equal times at the end of a page are skipped. */
const timestampWatermark = pagingBy((rows, cursor, limit) => {
  const newer = rows.filter(({ hlc }) => hlcMs(hlc) > cursor).sort((a, b) => hlcMs(a.hlc) - hlcMs(b.hlc));
  const items = newer.slice(0, limit);
  const last = items.at(-1);
  return { items, cursor: last === undefined ? cursor : hlcMs(last.hlc) };
});

/** Skips the row lock: the cursor passes a writer that has its sequence but has not committed. [SY-U4] */
const noRowLock: Mutant = {
  transport: (transport, world) => ({
    ...transport,
    pull: async (request) => {
      const answer = await transport.pull(request);
      if (!answer.ok) return answer;
      const items = answer.value.items.filter(({ seq }) => (seq * 7 + world.time.nowMs()) % 23 !== 0);
      return ok({ ...answer.value, items });
    },
  }),
};

/** Saves the cursor before the page is applied, so that a kill may come between the two. [SY-P2] */
const cursorOutside: Mutant = {
  engine: (engine, store) => ({
    ...engine,
    applyPage: async (page) => {
      await store.write(async (tx) => {
        const pull = await tx.meta('pull');
        if (pull !== null) await tx.apply({ meta: { pull: { ...pull, cursor: page.cursor } } });
      });
      return engine.applyPage(page);
    },
  }),
};

/** Lets the last writer win between a tombstone and an edit. [SY-M3] */
const losingTombstone: Mutant = {
  engine: (engine, store) => ({
    ...engine,
    applyPage: async (page) => {
      const entities = [...new Set(page.items.map(({ entity }) => entity))];
      const present = await store.write((tx) => tx.registersOf(entities));
      const loses = (item: PulledItem): boolean =>
        item.facet === 'gone' && present.some((one) => one.entity === item.entity && one.hlc > item.hlc);
      return engine.applyPage({ ...page, items: page.items.filter((item) => !loses(item)) });
    },
  }),
};

/** Takes status 200 as an acknowledgement of the whole batch. [SY-U6] */
const ackByStatus: Mutant = {
  engine: (engine) => ({
    ...engine,
    settleBatch: (settled) =>
      engine.settleBatch({
        ...settled,
        verdicts: settled.verdicts.map((one) => ({ ...one, verdict: 'ok', seq: one.seq ?? settled.head })),
      }),
  }),
};

/** Never polls: only hints wake a device, and hints can be lost. [SY-L1, SY-L4] */
const noFloor: Mutant = {
  timers: (timers) => ({
    after: (delayMs, run) => (delayMs === 60_000 ? () => undefined : timers.after(delayMs, run)),
  }),
};

/** Does not store the last stamp: a clock that steps back repeats earlier stamps. [SY-C1] */
const clockNotKept: Mutant = {
  store: writing(({ meta, ...set }) => {
    const { clock: _, ...kept } = meta ?? {};
    return { ...set, meta: kept };
  }),
};

/** Never queues edits of tags and flags. [SY-U1] */
const lostOutbox: Mutant = {
  store: writing((set) => ({
    ...set,
    outboxAdd: (set.outboxAdd ?? []).filter(({ facet }) => facet !== 'tags' && facet !== 'flags'),
  })),
};

/** Drops what it cannot read. [SY-M6] */
const noQuarantine: Mutant = { store: writing(({ quarantineAdd: _, ...set }) => set) };

/** Rebuilds a batch whose outcome is unknown, with other bytes under the same number. [SY-U2] */
const freshBytes: Mutant = {
  engine: (engine, store) => ({
    ...engine,
    freezeBatch: async () => {
      const frozen = await store.write((tx) => tx.inflight());
      if (frozen !== null) await engine.thawBatch(frozen.pushNo, 'as_is');
      return engine.freezeBatch();
    },
  }),
};

/** Finds nothing that an older key sealed, and so reports a key as complete at once. [TR-17] */
const blindReseal: Mutant = {
  store: (store) => ({
    ...store,
    write: (work) => store.write((tx) => work({ ...tx, sealedBelow: async () => [] })),
  }),
};

/** Encodes payloads without sealing them. [SY-S2] */
const plainText: Mutant = { sealer: (keys) => createPlainSealer(keys) };

/** Ignores the stamps of the server's rows, so that losers and duplicates are written again. [SY-U7] */
const blindServer: Mutant = {
  server: (store) => ({
    ...store,
    read: (work) => store.read((reads) => work({ ...reads, pushView: blindly(reads) })),
    transaction: (work) => store.transaction((tx) => work({ ...tx, pushView: blindly(tx) })),
  }),
};

type PushViewer = Pick<Parameters<Parameters<SyncStore['read']>[0]>[0], 'pushView'>;

const blindly =
  ({ pushView }: PushViewer): PushViewer['pushView'] =>
  async (query) => {
    const view = await pushView(query);
    const unstamped = view?.present.map((row) => (row.facet === 'gone' ? row : { ...row, hlc: HLC_ZERO }));
    return view === null ? null : { ...view, present: unstamped ?? [] };
  };

/** Writes a tombstone without erasing the content. [SY-U8] */
const keptContent: Mutant = {
  server: (store) => ({
    ...store,
    transaction: (work) => store.transaction((tx) => work({ ...tx, eraseRegisters: async () => undefined })),
  }),
};

const everything = (vault: DeviceWorld['vault']) => ({
  vault,
  high: 0,
  low: 0,
  skipTombstones: false,
  items: 1_000_000,
  payloadBytes: Number.MAX_SAFE_INTEGER,
  claim: null,
});

/** Forgets the member list that it has seen, and accepts any signed list from the server. [SY-S6] */
const forgottenList: Mutant = {
  keyring: (keyring) => ({
    ...keyring,
    load: async () => {
      const secrets = await keyring.load();
      return secrets === null ? null : { ...secrets, members: secrets.members.slice(0, 1) };
    },
  }),
};

/** Does not write, or does not read, which memory another one replaced. [RL-1] */
const noEdges: Mutant = {
  store: writing((set) => ({
    ...set,
    registers: (set.registers ?? []).filter(({ facet }) => !facet.startsWith('from.')),
    outboxAdd: (set.outboxAdd ?? []).filter(({ facet }) => !facet.startsWith('from.')),
    edges: [],
  })),
};

/** Does not keep edges from other devices. [RL-1] */
const ownEdgesOnly: Mutant = {
  store: writing((set) => ((set.outboxAdd ?? []).length > 0 ? set : { ...set, edges: [] })),
};

/** Shows the replacement of a forgotten memory, unless the tombstone came last. [RL-4] */
const shownOrphans: Mutant = {
  store: writing((set) => ({
    ...set,
    memories: (set.memories ?? []).map((row) =>
      row.state === 3 && row.trust !== 'held' ? { ...row, state: 0 } : row,
    ),
  })),
};

/** Lets the later set of tags win when two devices changed tags independently. [RL-6] */
const wholeTags: Mutant = {
  store: writing((set) => ({
    ...set,
    registers: (set.registers ?? []).filter(({ facet }) => !facet.startsWith('tagged.')),
    outboxAdd: (set.outboxAdd ?? []).filter(({ facet }) => !facet.startsWith('tagged.')),
  })),
};

/** Does not send the earlier values of a key. [RL-42] */
const untoldPast: Mutant = {
  store: writing((set) => ({
    ...set,
    registers: (set.registers ?? []).filter(({ facet }) => !isPastFacet(facet)),
    outboxAdd: (set.outboxAdd ?? []).filter(({ facet }) => !isPastFacet(facet)),
  })),
};

/** Keeps the earlier values of a key when the key is forgotten. [RL-42] */
const sparedPast: Mutant = {
  store: writing((set) => ({
    ...set,
    eraseRegisters: (set.eraseRegisters ?? []).filter(({ facet }) => !isPastFacet(facet)),
  })),
};

/** Never asks for the tombstones that a first pull left out. [SY-P6] */
const endsUnasked: Mutant = { engine: (engine) => ({ ...engine, missingCount: async () => 0 }) };

export const MUTANTS: Readonly<Record<string, Mutant>> = {
  timestampWatermark,
  noRowLock,
  cursorOutside,
  noFloor,
  offsetPaging,
  losingTombstone,
  ackByStatus,
  clockNotKept,
  lostOutbox,
  noQuarantine,
  freshBytes,
  plainText,
  blindServer,
  keptContent,
  forgottenList,
  blindReseal,
  noEdges,
  ownEdgesOnly,
  shownOrphans,
  wholeTags,
  untoldPast,
  sparedPast,
  endsUnasked,
  ...HOSTILE_MUTANTS,
  ...RESTORE_MUTANTS,
  ...SERVER_MUTANTS,
};
