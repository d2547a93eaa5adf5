import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../testing/temp-store.ts';
import { createPreparedClient } from './prepared.ts';

let folder: TempFolder;
let client: ReturnType<typeof createPreparedClient>;
beforeEach(async () => {
  folder = tempFolder();
  client = createPreparedClient(folder.file('x.db'), 0);
  await client.executeMultiple('PRAGMA journal_mode = WAL; CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)');
});
afterEach(() => {
  client.close();
  folder.remove();
});

const insert = (a: number, b: string) => client.execute({ sql: 'INSERT INTO t VALUES (?, ?)', args: [a, b] });
const all = async (): Promise<readonly unknown[]> =>
  (await client.execute('SELECT b FROM t ORDER BY a')).rows.map((row) => row[0]);

test('[ST-2] a kept statement gives what is there now, with the arguments of this call', async () => {
  expect((await insert(1, 'one')).rowsAffected).toBe(1);
  expect(await all()).toEqual(['one']);
  await insert(2, 'two');
  expect(await all()).toEqual(['one', 'two']);
});

test('[ST-2] a kept statement that failed works again, and blocks nothing', async () => {
  await insert(1, 'one');
  await expect(insert(1, 'again')).rejects.toThrow('UNIQUE');
  const tx = await client.transaction('write');
  await expect(tx.execute({ sql: 'INSERT INTO t VALUES (?, ?)', args: [1, 'again'] })).rejects.toThrow();
  await tx.execute({ sql: 'INSERT INTO t VALUES (?, ?)', args: [3, 'three'] });
  await tx.commit();
  expect(await all()).toEqual(['one', 'three']);
});

test('[ST-2] tables may come and go between two uses of a kept statement', async () => {
  for (const round of ['first', 'second']) {
    await client.execute('CREATE TEMP TABLE names (name TEXT)');
    await client.execute({ sql: 'INSERT INTO names VALUES (?)', args: [round] });
    expect((await client.execute('SELECT name FROM names')).rows.map((row) => row[0])).toEqual([round]);
    await client.execute('DROP TABLE names');
  }
});

test('[ST-4] a kept statement holds no snapshot: the log can be folded after any read of any length', async () => {
  for (let n = 0; n < 250; n++) await insert(n, `row ${n}`);
  for (const limit of [0, 1, 99, 100, 101, 200, 250]) {
    const { rows } = await client.execute({ sql: 'SELECT b FROM t LIMIT ?', args: [limit] });
    expect(rows).toHaveLength(limit);
    const other = createPreparedClient(folder.file('x.db'), 0);
    await other.execute({ sql: 'INSERT INTO t (b) VALUES (?)', args: ['more'] });
    const [folded] = (await other.execute('PRAGMA wal_checkpoint(TRUNCATE)')).rows;
    expect(folded?.[0]).toBe(0);
    other.close();
  }
});
