/** A copy of a store's contents, as if its file had been copied: what a backup holds, or a cloned disk. */
import type { MetaKey, MetaValues, ReadStore, WriteSet, WriteStore } from '../ports/store.ts';

const META_KEYS: readonly MetaKey[] = [
  'clock',
  'published',
  'device',
  'salt',
  'vault',
  'offset',
  'push',
  'pull',
  'times',
  'stopped',
];
const ALL = 1_000_000;

export interface StorePair {
  readonly writer: WriteStore;
  readonly reader: ReadStore;
}

/** Into a store that holds nothing. Without access counts and turns, which no sync rule reads. */
export const copyStore = async (from: StorePair, into: StorePair): Promise<void> => {
  const rows = await from.reader.rowsAfter(null, ALL);
  const { schedules } = await from.reader.schedules({ limit: ALL, offset: 0 });
  const contents = await from.writer.write(async (tx): Promise<WriteSet> => {
    const registers = await tx.registersAfter(null, ALL);
    const meta: { [K in MetaKey]?: MetaValues[K] | null } = {};
    for (const key of META_KEYS) Object.assign(meta, { [key]: await tx.meta(key) });
    return {
      registers,
      memories: rows,
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
  await into.writer.write((tx) => tx.apply(contents));
};
