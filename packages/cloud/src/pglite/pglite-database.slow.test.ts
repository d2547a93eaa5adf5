import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tempHome } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { createPgliteDatabase, readEmptyDatabase } from './pglite-database.ts';

test('half a database, left by a process that was killed while it made one, is made again', async () => {
  const home = await tempHome();
  onTestFinished(() => home.remove());
  const folder = `${home.path}/database`;
  mkdirSync(`${folder}.new/base`, { recursive: true });
  writeFileSync(`${folder}.new/PG_VERSION`, '18\n');
  const database = await createPgliteDatabase(folder);
  expect(await database.query('select 1 + 1 as two')).toEqual([{ two: 2 }]);
  expect(existsSync(`${folder}.new`)).toBe(false);
  await database.close();
});

test('the build keeps an empty database, and without a build there is none', async () => {
  expect(readEmptyDatabase()?.size).toBeGreaterThan(1_000_000);
  expect(readEmptyDatabase('/nowhere/at/all')).toBe(null);
});
