import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { documentPassages } from '../passages/index-document.engine.ts';
import { turnPieces } from '../passages/turn-passages.ts';
import type { PassageRow, SourceRow } from '../ports/store.ts';
import { searchColumns } from '../search/search-columns.ts';
import { bodyRegister, sampleHlc, sampleId, sampleRow } from '../testing/sample-memories.ts';
import { openTempStore, type TempStore } from '../testing/temp-store.ts';
import { createColumnRenewal } from './column-renewal.ts';
import { compareProjection } from './projection.ts';

const OLD = "UPDATE memories SET aside = '', grams = ''; UPDATE passages SET aside = '', grams = '';";

let temp: TempStore;
beforeEach(async () => {
  temp = await openTempStore();
});
afterEach(() => temp.dispose());

const rowOf = (n: number, id: ReturnType<typeof sampleId>, content: string) => ({
  ...sampleRow(id, content),
  updatedAt: 1_700_000_000_000 + n,
});
const putMemories = async (count: number): Promise<void> => {
  const all = Array.from({ length: count }, (_, n) => ({ id: sampleId(n), content: `Straße ${n} in 東京` }));
  await temp.store.write((tx) =>
    tx.apply({
      registers: all.map(({ id, content }, n) => bodyRegister(id, sampleHlc(n), content)),
      memories: all.map(({ id, content }, n) => rowOf(n, id, content)),
    }),
  );
};
const source = (id: string, kind: SourceRow['kind'], name: string): SourceRow => ({
  ...{ id, kind, name, project: null, contentHash: '', bytes: 0, modifiedAt: 0, indexedAt: 0 },
  ...{ sourceUri: null, metadata: null },
});
const file = source('doc', 'document', '/home/me/Öl.md');
const chat = source('chat', 'session', 'chat');
const written: readonly PassageRow[] = [
  ...documentPassages(file, 'Das Öl in Gießen, ёлка'),
  ...turnPieces({ source: 'chat', project: null }, [
    { ordinal: 0, author: 'user', text: 'nach Gießen', at: 1_700_000_000_000 },
    { ordinal: 1, author: null, text: '東京 Straße', at: 1_700_000_000_000 },
  ]),
];
const putPassages = () => temp.store.write((tx) => tx.apply({ sources: [file, chat], passages: written }));
const makeOld = () => temp.store.exclusive((database) => database.script(OLD));
const columnsOf = (row: { readonly aside: string; readonly grams: string } | undefined) => [
  row?.aside,
  row?.grams,
];
const found = (word: string) =>
  temp.reader.matchPassages({ match: `"${word}"`, terms: [word], ideal: 1, rankedRowsMax: null }, {}, 9);

describe('search columns of an earlier program', () => {
  test('[F-1] those of memories, documents and turns are renewed', async () => {
    await putMemories(250);
    await putPassages();
    await makeOld();
    await createColumnRenewal(temp.store).renew();
    expect(await compareProjection(temp.store, false)).toBe(0);
    for (const wanted of written) {
      const present = await temp.store.write((tx) => tx.lastPassages(wanted.source, 9));
      expect(columnsOf(present.find(({ ordinal }) => ordinal === wanted.ordinal))).toEqual(columnsOf(wanted));
    }
    expect(await found('giessen')).toHaveLength(2);
  });

  test('[F-1] once per version, and a row that waits is no mistake', async () => {
    await putMemories(1);
    await makeOld();
    expect(await compareProjection(temp.store, false)).toBe(0);
    const renewal = createColumnRenewal(temp.store);
    await renewal.renew();
    await makeOld();
    await renewal.renew();
    expect(await compareProjection(temp.store, false)).toBe(1);
  });

  test('[F-1] what is saved meanwhile does not wait for the end, and a stop leaves the rest to the next start', async () => {
    await putMemories(1_000);
    await makeOld();
    const renewal = createColumnRenewal(temp.store);
    const renewing = renewal.renew();
    await temp.store.write((tx) => tx.meta('clock'));
    renewal.stop();
    await renewing;
    expect(await temp.store.write((tx) => tx.meta('columns'))).toBeNull();
    await createColumnRenewal(temp.store).renew();
    const [row] = await temp.reader.memoriesByIds([sampleId(999)]);
    expect(columnsOf(row)).toEqual(
      columnsOf(searchColumns({ ...sampleRow(sampleId(999), 'Straße 999 in 東京') })),
    );
  });
});
