/** Copies a store's contents, as if its file had been copied: by a backup, or a cloned disk. */
import { HLC_ZERO } from '@cairn/schema';
import { META_KEYS } from '../libsql/meta-table.ts';
import { edgesOf } from '../merge/edges.ts';
import { byEntityOf } from '../merge/register-key.ts';
import type { MetaKey, MetaValues, WriteSet } from '../ports/store.ts';
import type { StorePair } from './memory-store.ts';

/** The model of vectors is not copied, because vectors are not. */
const NOT_COPIED: readonly MetaKey[] = ['embedder', 'cleanedAt'];
const ALL = 1_000_000;
const TAKEN = { kg: Number.MAX_SAFE_INTEGER, above: HLC_ZERO, after: null, isTaken: true } as const;

/** Copies everything into an empty store, except access counts and turns, which no sync rule reads. */
export const copyStore = async (from: StorePair, into: StorePair): Promise<void> => {
  const rows = await from.reader.rowsAfter(null, ALL);
  const { schedules } = await from.reader.schedules({ limit: ALL, offset: 0 });
  const contents = await from.writer.write(async (tx): Promise<WriteSet> => {
    const registers = await tx.registersAfter(null, ALL);
    const meta: { [K in MetaKey]?: MetaValues[K] | null } = {};
    for (const key of META_KEYS.filter((one) => !NOT_COPIED.includes(one)))
      Object.assign(meta, { [key]: await tx.meta(key) });
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
