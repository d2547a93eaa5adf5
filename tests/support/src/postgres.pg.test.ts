import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { pidAlive } from './process-state.ts';
import { testPostgres } from './vitest.ts';
import { waitUntil } from './wait-until.ts';

const pg = testPostgres();

describe.skipIf(pg === null)('a private Postgres', () => {
  test('gives every caller a database of its own', async () => {
    const urls = await Promise.all([pg?.createDatabase(), pg?.createDatabase()]);
    expect(new Set(urls).size).toBe(2);
    for (const url of urls) {
      const sql = postgres(url ?? '', { max: 1 });
      await sql`create table only_here (id int)`;
      expect(await sql`select count(*)::int as n from only_here`).toEqual([{ n: 0 }]);
      await sql.end();
    }
  });

  test('leaves neither process nor folder when its owner is killed with SIGKILL', async () => {
    const owner = spawn(process.execPath, [
      fileURLToPath(new URL('./testdata/postgres-owner.mjs', import.meta.url)),
    ]);
    const [line] = await once(owner.stdout, 'data');
    const { data } = JSON.parse(String(line));
    const postmaster = Number(readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n')[0]);
    expect(pidAlive(postmaster)).toBe(true);
    owner.kill('SIGKILL');
    await waitUntil(() => !pidAlive(postmaster) && !existsSync(dirname(data)), {
      timeoutMs: 60_000,
      what: 'Postgres to notice that its owner is gone',
    });
  });
});
