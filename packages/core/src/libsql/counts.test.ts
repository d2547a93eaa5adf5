import { deviceId, type EntityId } from '@cairn/schema';
import { LOCAL_MIGRATIONS } from '@cairn/schema/migrations';
import { afterEach, expect, test } from 'vitest';
import type { StoreStatistics } from '../ports/statistics-store.ts';
import type { MemoryRow, WriteSet } from '../ports/store.ts';
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

/** Counts values, sorted by falling count, then by name; null first. */
const countBy = <V extends string | null>(values: readonly V[]): readonly [V, number][] => {
  const counts = new Map<V, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || ((a ?? '') < (b ?? '') ? -1 : 1));
};

/** Counts the rows themselves. */
const countedFrom = (rows: readonly MemoryRow[]): StoreStatistics => {
  const current = rows.filter(({ state }) => state === 0);
  const names = new Map(current.map(({ deviceId, deviceName }) => [deviceId, deviceName]));
  const days = countBy(current.map(({ createdAt }) => new Date(createdAt).toISOString().slice(0, 10)));
  return {
    total: rows.length,
    current: current.length,
    superseded: rows.filter(({ state }) => state === 1).length,
    pinned: current.filter(({ pinned }) => pinned).length,
    keyed: current.filter(({ key }) => key !== null).length,
    held: rows.filter(({ state }) => state === 3).length,
    forgotten: 0,
    projects: countBy(current.map((row) => row.project)).map(([project, count]) => ({ project, count })),
    sources: countBy(current.map((row) => row.source)).map(([source, count]) => ({ source, count })),
    tags: countBy(current.flatMap(({ tags }) => tags)).map(([tag, count]) => ({ tag, count })),
    devices: countBy(current.map((row) => row.deviceId)).map(([id, count]) => ({
      id,
      name: names.get(id) ?? '',
      count,
    })),
    agents: countBy(current.flatMap(({ agent }) => agent ?? [])).map(([agent, count]) => ({ agent, count })),
    days: days.map(([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? -1 : 1)),
  };
};

test('[ST-5] counts that are kept are those of the rows, whatever is written', async () => {
  const path = newPath();
  const { store } = await openWriter({ path, nowMs });
  const reader = await openReader(path);
  const random = createSeededRandom('counts');
  for (let step = 0; step < 120; step++) {
    const set = someWrites(random);
    await store.write((tx) => tx.apply(set));
    const counted = countedFrom(await reader.rowsAfter(null, 100));
    expect(await reader.statistics(), `step ${step}`).toEqual(counted);
    expect((await reader.counts()).memories).toBe(counted.current);
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
  const reader = await openReader(path);
  expect(await reader.statistics()).toEqual(countedFrom(rows));
  await reader.close();
  await store.close();
});
