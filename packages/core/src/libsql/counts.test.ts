import { deviceId, type EntityId } from '@cairn/schema';
import { LOCAL_MIGRATIONS } from '@cairn/schema/migrations/local';
import { afterEach, expect, test } from 'vitest';
import type { MemoryRow, WriteSet } from '../ports/store.ts';
import { createMemoryStore } from '../testing/memory-store.ts';
import { sampleId, sampleMs, sampleRow } from '../testing/sample-memories.ts';
import { createSeededRandom, type SeededRandom } from '../testing/seeded-random.ts';
import { type TempFolder, tempFolder } from '../testing/temp-store.ts';
import type { Database } from './database.ts';
import { openReader, openWriter } from './open-store.ts';

let folder: TempFolder | null = null;
const newPath = (): string => {
  folder = tempFolder();
  return folder.file('cairn.db');
};
afterEach(() => folder?.remove());

const nowMs = () => sampleMs(0);
const TAGS = ['a', 'b', 'c "quoted"', 'd'];
const DEVICES = ['laptop', 'desk'].map((name, n) => ({
  device: deviceId(sampleMs(n), new Uint8Array(10).fill(n)),
  name,
}));

const someRow = (id: EntityId, random: SeededRandom): MemoryRow =>
  sampleRow(id, `content ${random.below(50)}`, {
    state: random.pick([0, 0, 0, 1, 2, 3]),
    project: random.pick([null, 'p', 'q "r"']),
    source: random.pick(['agent', 'user']),
    pinned: random.chance(0.3),
    tags: TAGS.filter(() => random.chance(0.3)),
    by: { ...random.pick(DEVICES), session: null, agent: random.pick([null, 'codex']) },
    createdAt: sampleMs(random.below(3) * 86_400_000),
  });

/** Makes new rows, equal rows, other states, and deletions. */
const someWrites = (random: SeededRandom): WriteSet => {
  const ids = [...new Set(Array.from({ length: 6 }, () => sampleId(random.below(40))))];
  const [erased, stated, ...written] = ids;
  return {
    memories: written.map((id) => someRow(id, random)),
    states: stated === undefined ? [] : [{ id: stated, state: random.pick([0, 1, 3]) }],
    eraseMemories: erased === undefined ? [] : [erased],
  };
};

test('[ST-5] counts that are kept are those of the rows, whatever is written', async () => {
  const path = newPath();
  const { store } = await openWriter({ path, nowMs });
  const reader = await openReader(path);
  const twin = createMemoryStore();
  const random = createSeededRandom('counts');
  for (let step = 0; step < 120; step++) {
    const set = someWrites(random);
    for (const writer of [store, twin.writer]) await writer.write((tx) => tx.apply(set));
    expect(await reader.statistics(), `step ${step}`).toEqual(await twin.reader.statistics());
    expect((await reader.counts()).memories).toBe((await twin.reader.counts()).memories);
  }
  const left = (await reader.rowsAfter(null, 100)).map(({ id }) => id);
  expect(left.length).toBeGreaterThan(10);
  await store.write((tx) => tx.apply({ eraseMemories: left }));
  // No project or tag remains after its last memory.
  const rows = await store.exclusive((sql) =>
    sql.all('SELECT facts FROM memory_counts UNION ALL SELECT tag FROM tag_counts'),
  );
  expect(rows).toEqual([]);
  await reader.close();
  await store.close();
});

/** Copies the columns of that time, because the present program writes more columns. */
const copyMemories = async (sql: Database, from: string): Promise<void> => {
  const known = await sql.all("SELECT group_concat(name, ', ') FROM pragma_table_info('memories')");
  await sql.run('ATTACH ? AS present', [from]);
  await sql.run(`INSERT INTO memories (${known[0]?.[0]}) SELECT ${known[0]?.[0]} FROM present.memories`);
  await sql.run('DETACH present');
};

test('[ST-5] what was there before counts were kept is counted once', async () => {
  const path = newPath();
  const before = LOCAL_MIGRATIONS.slice(
    0,
    LOCAL_MIGRATIONS.findIndex(({ name }) => name.endsWith('_counts')),
  );
  expect(before.length).toBeGreaterThan(0);
  const random = createSeededRandom('before');
  const rows = Array.from({ length: 30 }, (_, n) => someRow(sampleId(n), random));
  const present = folder?.file('present.db') ?? '';
  const newer = await openWriter({ path: present, nowMs });
  await newer.store.write((tx) => tx.apply({ memories: rows }));
  await newer.store.close();
  const older = await openWriter({ path, nowMs, migrations: before });
  await older.store.exclusive((sql) => copyMemories(sql, present));
  await older.store.close();
  const { store } = await openWriter({ path, nowMs });
  const twin = createMemoryStore();
  await twin.writer.write((tx) => tx.apply({ memories: rows }));
  const reader = await openReader(path);
  expect(await reader.statistics()).toEqual(await twin.reader.statistics());
  await reader.close();
  await store.close();
});
