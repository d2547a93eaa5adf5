import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { quoteTerm } from '../search/query.ts';
import { sampleId, sampleRow } from '../testing/sample-memories.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { openTempStore, type TempStore } from '../testing/temp-store.ts';
import { createStoreMaintenance } from './store-maintenance.ts';
import { cleanPages, FIRST_PLACE, moveBorders, type Place } from './traces.ts';

let store: TempStore;
beforeEach(async () => {
  store = await openTempStore();
});
afterEach(() => store.dispose());

const word = (n: number): string => `marker${String(n).padStart(6, '0')}`;
const rowOf = (n: number, more = {}) => sampleRow(sampleId(n), `the desktop noted ${word(n)}`, more);

/** Returns which of these words are in the file. */
const left = async (numbers: Iterable<number>): Promise<readonly string[]> => {
  await store.store.checkpoint();
  const bytes = readFileSync(store.path);
  return [...numbers].map(word).filter((text) => bytes.includes(text));
};

const isSound = async (): Promise<void> => {
  const checked = await createStoreMaintenance(store.store, store.path).check(false);
  expect(checked.ok && checked.value.slice(0, 2).map(({ status }) => status)).toEqual(['pass', 'pass']);
};

const cleanAll = async (): Promise<boolean> => {
  let found = false;
  for (let from: number | null = 1; from !== null; ) {
    const at: number = from;
    const step = await store.store.exclusive((database) => cleanPages(database, at));
    found ||= step.found;
    from = step.next;
  }
  return found;
};

test('[ST-4] what is erased of a page whose cells had moved to another page is gone from both', async () => {
  const random = createSeededRandom('cells that move');
  const { store: writer } = store;
  const longer = { supersededBy: sampleId(9_999), supersededAt: 1_700_000_000_000 };
  const gone: number[] = [];
  for (let round = 0; round < 40 && (await left(gone)).length === 0; round++) {
    const numbers = Array.from({ length: 60 }, (_, at) => round * 60 + at + 1);
    const erased = numbers.filter(() => random.chance(0.5));
    await writer.write(async (tx) => {
      for (const n of numbers) await tx.apply({ memories: [rowOf(n)] });
      // Rows in the middle of a page grow, so others move to the next page.
      for (const n of numbers.filter(() => random.chance(0.5)))
        await tx.apply({ memories: [rowOf(n, longer)] });
      for (const n of erased) await tx.apply({ eraseMemories: [sampleId(n)] });
    });
    gone.push(...erased);
  }
  expect(await left(gone)).not.toEqual([]);
  const size = await store.reader.size();
  expect(await cleanAll()).toBe(true);
  expect(await left(gone)).toEqual([]);
  expect(await store.reader.size()).toBe(size);
  await isSound();
  expect(await cleanAll()).toBe(false);
});

const BORDERS = "SELECT CAST(substr(term, 2) AS TEXT) FROM memory_fts_idx WHERE term > x''";

test('[ST-4] a forgotten word that was the border between two pages of the index is it no more, and all else is found', async () => {
  const { store: writer, reader } = store;
  const numbers = new Set(Array.from({ length: 3_000 }, (_, at) => at + 1));
  await writer.write((tx) => tx.apply({ memories: [...numbers].map((n) => rowOf(n)) }));
  await writer.exclusive((database) =>
    database.run("INSERT INTO memory_fts (memory_fts) VALUES ('optimize')"),
  );
  const borders = async (): Promise<readonly string[]> =>
    (await writer.exclusive((database) => database.all(BORDERS))).map((row) => String(row[0]));
  const moveAll = async (): Promise<boolean> => {
    let found = false;
    for (let after: Place | null = FIRST_PLACE; after !== null; ) {
      const at: Place = after;
      const step = await writer.exclusive((database) => moveBorders(database, 'memory_fts', at));
      found ||= step.found;
      after = step.next;
    }
    return found;
  };
  // The border's word, and in the second round also the word that would replace it.
  for (const more of [0, 1, 40]) {
    const words = (await borders()).filter((border) => /^marker\d{6}$/.test(border));
    expect(words).not.toEqual([]);
    const erased = words.flatMap((text) =>
      Array.from({ length: more + 1 }, (_, at) => Number(text.slice(-6)) + at).filter((n) => numbers.has(n)),
    );
    for (const n of erased) numbers.delete(n);
    await writer.write((tx) => tx.apply({ eraseMemories: erased.map(sampleId) }));
    await cleanAll();
    expect(await left(erased)).not.toEqual([]);
    expect(await moveAll()).toBe(true);
    expect(await left(erased)).toEqual([]);
    expect(await moveAll()).toBe(false);
    await isSound();
    // New words are added to the right page, including words between the old border and the new one.
    for (const n of erased.slice(0, 2)) {
      await writer.write((tx) => tx.apply({ memories: [rowOf(n)] }));
      numbers.add(n);
    }
    for (const n of [...numbers].filter(
      (one) => one % 37 === 0 || erased.some((e) => Math.abs(e - one) < 3),
    )) {
      const query = { match: quoteTerm(word(n)), terms: [word(n)], ideal: 1, rankedRowsMax: null };
      expect((await reader.matchText(query, {}, 10)).map(({ memory }) => memory.id)).toEqual([sampleId(n)]);
    }
    await isSound();
  }
});

test('[ST-4] to look at all borders costs no more than to read the words of the index twice', async () => {
  const { store: writer } = store;
  const random = createSeededRandom('many words');
  const text = () => Array.from({ length: 40 }, () => `word${random.below(5_000)}`).join(' ');
  for (let part = 0; part < 8; part++)
    await writer.write((tx) =>
      tx.apply({
        memories: Array.from({ length: 400 }, (_, at) => sampleRow(sampleId(part * 400 + at + 1), text())),
      }),
    );
  const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
    const costs: number[] = [];
    for (let round = 0; round < 3; round++) {
      const before = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(before);
      costs.push(user + system);
    }
    return Math.min(...costs);
  };
  const borders = await cpuOf(async () => {
    for (let after: Place | null = FIRST_PLACE; after !== null; ) {
      const at: Place = after;
      after = (await writer.exclusive((database) => moveBorders(database, 'memory_fts', at))).next;
    }
  });
  const words = await cpuOf(() =>
    writer.exclusive((database) => database.all('SELECT count(term) FROM temp.memory_fts_words')),
  );
  expect(borders).toBeLessThan(2 * words);
});
