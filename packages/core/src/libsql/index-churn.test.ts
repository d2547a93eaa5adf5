import type { EntityId } from '@cairn/schema';
import { expect, test } from 'vitest';
import type { StoreTransaction } from '../ports/store.ts';
import { quoteTerm } from '../search/query.ts';
import { sampleId, sampleRow } from '../testing/sample-memories.ts';
import { createSeededRandom, type SeededRandom } from '../testing/seeded-random.ts';
import { openTempStore } from '../testing/temp-store.ts';
import { createStoreMaintenance } from './store-maintenance.ts';

const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa'];

const textOf = (random: SeededRandom, n: number): string =>
  [`unique${n}`, ...Array.from({ length: 1 + random.below(30) }, () => random.pick(WORDS))].join(' ');

/**
 * Makes one step of use: memories are added, changed and deleted, singly and by the hundred, and indexed at once or
 * later.
 */
const step = (random: SeededRandom, texts: Map<EntityId, string>, n: number) => {
  const size = random.chance(0.1) ? 200 : 1 + random.below(3);
  const rewritten = [...texts.keys()].filter(() => random.chance(2 / (texts.size + 1)));
  const erased = [...texts.keys()].filter(() =>
    random.chance((random.chance(0.05) ? 100 : 2) / (texts.size + 1)),
  );
  const made = Array.from({ length: size }, (_, at) => sampleId(n * 1_000 + at));
  const rows = [...made, ...rewritten.filter((id) => !erased.includes(id))].map((id) =>
    sampleRow(id, textOf(random, random.below(1_000_000))),
  );
  for (const id of erased) texts.delete(id);
  for (const row of rows) texts.set(row.id, row.content);
  const indexLater = random.chance(0.5);
  const indexed = random.chance(0.3) ? random.below(300) + 1 : 0;
  return async (tx: StoreTransaction) => {
    await tx.apply({ eraseMemories: erased, memories: rows, indexLater });
    if (indexed > 0) await tx.indexMore(indexed);
  };
};

test('[ST-4] an index that erases as it goes stays sound and complete through a busy life', async () => {
  const random = createSeededRandom(20_261_121);
  const { store, reader, path, dispose } = await openTempStore();
  const texts = new Map<EntityId, string>();
  for (let n = 0; n < 100; n++) await store.write(step(random, texts, n));
  while ((await store.write((tx) => tx.indexMore(500))).more);
  for (const word of WORDS) {
    const query = { match: quoteTerm(word), terms: [word], ideal: 1, rankedRowsMax: null };
    const found = (await reader.matchText(query, {}, 10_000)).map(({ memory }) => memory.id);
    const expected = [...texts].filter(([, text]) => text.split(' ').includes(word)).map(([id]) => id);
    expect(found.sort()).toEqual(expected.sort());
  }
  expect(await reader.size()).toBe(texts.size);
  const checked = await createStoreMaintenance(store, path).check(false);
  expect(checked.ok && checked.value.slice(0, 2).map(({ status }) => status)).toEqual(['pass', 'pass']);
  await dispose();
});
