import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { LOCAL_MIGRATIONS, type Migration } from '@cairn/schema/migrations';
import { afterEach, expect, test } from 'vitest';
import { isStoreFailure } from '../ports/store-failure.ts';
import { sampleId, sampleRow } from '../testing/sample-memories.ts';
import { type TempFolder, tempFolder } from '../testing/temp-store.ts';
import { openDatabase } from './database.ts';
import { snapshotPath } from './migrate.ts';
import { openReader, openWriter } from './open-store.ts';

let folder: TempFolder | null = null;
const newPath = (): string => {
  folder = tempFolder();
  return folder.file('cairn.db');
};
afterEach(() => folder?.remove());

const nowMs = () => 1_700_000_000_000;
const next = (sql: string): Migration => ({
  version: LOCAL_MIGRATIONS.length,
  name: 'next',
  checksum: `checksum of ${sql}`,
  sql,
});

const makeWithOneMemory = async (path: string): Promise<void> => {
  const { store } = await openWriter({ path, nowMs });
  await store.write((tx) => tx.apply({ memories: [sampleRow(sampleId(1), 'kept through the upgrade')] }));
  await store.close();
};
const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no failure',
    (error: unknown) => (isStoreFailure(error) ? error.storeFailure : String(error)),
  );
const contents = async (path: string): Promise<readonly string[]> => {
  const reader = await openReader(path);
  const rows = (await reader.rowsAfter(null, 10)).map((row) => row.content);
  await reader.close();
  return rows;
};

test('[ST-1] a new file has every migration, for its owner only', async () => {
  const path = newPath();
  await makeWithOneMemory(path);
  const database = await openDatabase({ path, role: 'reader' });
  const rows = await database.all('SELECT version, name, checksum FROM migrations ORDER BY version');
  expect(rows.map((row) => [row[0], row[1], row[2]])).toEqual(
    LOCAL_MIGRATIONS.map(({ version, name, checksum }) => [version, name, checksum]),
  );
  database.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('[ST-1] an upgrade keeps what is there, and unknown columns survive later writes', async () => {
  const path = newPath();
  await makeWithOneMemory(path);
  const upgraded = [
    ...LOCAL_MIGRATIONS,
    next("ALTER TABLE memories ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'"),
  ];
  const { store } = await openWriter({ path, nowMs, migrations: upgraded });
  await store.exclusive((database) => database.run("UPDATE memories SET mood = 'glad'"));
  await store.write((tx) => tx.apply({ memories: [sampleRow(sampleId(1), 'written again')] }));
  const [row] = await store.exclusive((database) => database.all('SELECT content, mood FROM memories'));
  expect([row?.[0], row?.[1]]).toEqual(['written again', 'glad']);
  await store.close();
});

test('[ST-1] a snapshot is taken before, and gone after', async () => {
  const path = newPath();
  await makeWithOneMemory(path);
  const broken = [...LOCAL_MIGRATIONS, next('CREATE TABLE twice (a); CREATE TABLE twice (a);')];
  expect(await failureOf(openWriter({ path, nowMs, migrations: broken }))).toBe('unreadable');
  expect(await contents(snapshotPath(path))).toEqual(['kept through the upgrade']);
  const { store } = await openWriter({ path, nowMs });
  await store.close();
  expect(existsSync(snapshotPath(path))).toBe(false);
});

test('[ST-1] a step that fails, and one that loses rows, leave the file as it was', async () => {
  const path = newPath();
  await makeWithOneMemory(path);
  for (const sql of ['CREATE TABLE extra (a); SELECT nonsense FROM nowhere;', 'DELETE FROM memories;']) {
    const migrations = [...LOCAL_MIGRATIONS, next(sql)];
    expect(await failureOf(openWriter({ path, nowMs, migrations }))).toBe('unreadable');
    expect(await contents(path)).toEqual(['kept through the upgrade']);
  }
  const database = await openDatabase({ path, role: 'reader' });
  expect(await database.all("SELECT 1 FROM sqlite_master WHERE name = 'extra'")).toHaveLength(0);
  database.close();
});

test('[ST-1] a database of a newer program can be read, is not written, and the reason is told', async () => {
  const path = newPath();
  await makeWithOneMemory(path);
  const newer = await openWriter({
    path,
    nowMs,
    migrations: [...LOCAL_MIGRATIONS, next('CREATE TABLE later (a)')],
  });
  await newer.store.close();
  const before = readFileSync(path);
  const opened = await openWriter({ path, nowMs });
  expect(opened.readOnly?.message).toMatch(/newer version of Cairn/);
  expect(await failureOf(opened.store.write(async () => null))).toBe('newer');
  expect(await failureOf(opened.store.exclusive((database) => database.run('DELETE FROM memories')))).toBe(
    'read_only',
  );
  expect(await contents(path)).toEqual(['kept through the upgrade']);
  await opened.store.close();
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('[RL-26] a list of upgrades that lacks one that was made is left alone, with advice', async () => {
  const path = newPath();
  await makeWithOneMemory(path);
  const upgraded = [...LOCAL_MIGRATIONS, next('CREATE TABLE later (a)')];
  await (await openWriter({ path, nowMs, migrations: upgraded })).store.close();
  const database = await openDatabase({ path, role: 'writer' });
  await database.run('DELETE FROM migrations WHERE version = ?1', [LOCAL_MIGRATIONS.length]);
  database.close();
  const opening = openWriter({ path, nowMs, migrations: upgraded });
  await expect(opening).rejects.toThrow(/do not match its list of upgrades.*with a backup/);
  expect(await contents(path)).toEqual(['kept through the upgrade']);
});

test('[ST-1] what is no database, or not ours, is not touched', async () => {
  const path = newPath();
  writeFileSync(
    path,
    'this is a letter, not a database, and longer than a header of one hundred bytes has to be.',
  );
  expect(await failureOf(openWriter({ path, nowMs }))).toBe('corrupt');
  expect(readFileSync(path, 'utf8')).toMatch(/^this is a letter/);
});
