/** Copies a store's contents, as if its file had been copied: by a backup, or a cloned disk. */
import { HLC_ZERO } from '@cairn/schema';
import { byEntityOf } from '../engine/write/project-again.ts';
import { edgesOf } from '../merge/edges.ts';
import type { MetaKey, MetaValues, ReadStore, WriteSet, WriteStore } from '../ports/store.ts';

/** Whether each meta key is copied. The model of vectors is not, because vectors are not copied. */
const COPIED: Readonly<Record<MetaKey, boolean>> = {
  clock: true,
  published: true,
  device: true,
  salt: true,
  vault: true,
  offset: true,
  push: true,
  pull: true,
  healing: true,
  healed: true,
  membersMended: true,
  resealBelow: true,
  takenBack: true,
  times: true,
  verified: true,
  folders: true,
  handoversTold: true,
  onboardingToldAt: true,
  embedder: false,
  erasedAt: true,
  cleanedAt: false,
  removedSeenAt: true,
  endings: true,
  stopped: true,
  limits: true,
};
const ALL = 1_000_000;
const TAKEN = { kg: Number.MAX_SAFE_INTEGER, above: HLC_ZERO, after: null, isTaken: true } as const;

const isMetaKey = (name: string): name is MetaKey => name in COPIED;
const metaKeys = (): readonly MetaKey[] =>
  Object.keys(COPIED)
    .filter(isMetaKey)
    .filter((key) => COPIED[key]);

export interface StorePair {
  readonly writer: WriteStore;
  readonly reader: ReadStore;
}

/** Copies everything into an empty store, except access counts and turns, which no sync rule reads. */
export const copyStore = async (from: StorePair, into: StorePair): Promise<void> => {
  const rows = await from.reader.rowsAfter(null, ALL);
  const { schedules } = await from.reader.schedules({ limit: ALL, offset: 0 });
  const contents = await from.writer.write(async (tx): Promise<WriteSet> => {
    const registers = await tx.registersAfter(null, ALL);
    const meta: { [K in MetaKey]?: MetaValues[K] | null } = {};
    for (const key of metaKeys()) Object.assign(meta, { [key]: await tx.meta(key) });
    return {
      registers,
      memories: rows,
      edges: [...byEntityOf(registers)].map(([successor, own]) => ({ successor, replaces: edgesOf(own) })),
      revisions: await tx.revisionsOf(rows.map((row) => row.id)),
      forgotten: [
        ...registers.flatMap((one) =>
          one.facet === 'gone' && one.value.hash !== null
            ? [{ entity: one.entity, hash: one.value.hash, at: 0, contentHash: null }]
            : [],
        ),
        ...(await tx.forgottenHere()),
      ],
      outboxAdd: await tx.outbox(ALL),
      quarantineAdd: await tx.quarantined(ALL),
      deadAdd: await tx.deadLetters(ALL),
      inflight: await tx.inflight(),
      schedules: schedules.map(({ row }) => row),
      scheduleTimes: schedules.flatMap(({ times }) => (times === null ? [] : [times])),
      meta,
    };
  });
  const others = await from.writer.write((tx) => tx.sealedBelow(TAKEN, ALL));
  await into.writer.write(async (tx) => {
    await tx.apply({ registers: others, isTaken: true });
    // The second write keeps the marks of taken registers.
    await tx.apply(contents);
  });
};

/** A store in a real file, for tests of other packages. */
export interface TempLibsqlStore extends StorePair {
  dispose(): Promise<void>;
}

/** Opens the store. libSQL is loaded here, so that tests in memory do not load it. */
export const openTempLibsqlStore = async (): Promise<TempLibsqlStore> => {
  const { openTempStore } = await import('./temp-store.ts');
  const { store, reader, dispose } = await openTempStore();
  return { writer: store, reader, dispose };
};
