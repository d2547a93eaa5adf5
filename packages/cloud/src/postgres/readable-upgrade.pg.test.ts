import { CLOUD_MIGRATIONS } from '@cairn/schema/migrations';
import { waitUntil } from '@cairn/test-support';
import { testPostgres } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startMemoryFiller } from '../adapters/timers.ts';
import { insertRows } from '../sql/admin-statements.ts';
import { createAdminStore } from '../sql/admin-store.ts';
import { parseRow } from '../sql/backup-lines.ts';
import { migrate } from '../sql/migrate.ts';
import { createReadableTable } from '../sql/readable-memories.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { readTables } from '../sql/tables.ts';
import { bodyOf, facetItem } from '../testing/readable-items.ts';
import { createTestRandom, createWorld, START_MS, unwrap } from '../testing/sync-world.ts';
import { createPostgresDatabase } from './postgres-database.ts';

const pg = testPostgres();
/** The last one of before there was a table. */
const LAST_BEFORE = 4;
const ROWS = `select id, content, tags::text as tags, superseded_by, deleted, shown from cairn.readable_memories order by id`;

const connect = async () => {
  const database = createPostgresDatabase({ url: (await pg?.createDatabase()) ?? '', prepare: true });
  onTestFinished(() => database.close());
  const clock = { nowMs: () => START_MS };
  const random = createTestRandom('readable/upgrade');
  return { database, admin: createAdminStore({ database, clock, random, version: '9.9.9' }) };
};

describe.skipIf(pg === null)('a server that is updated', () => {
  test('[SY-S8] fills the table with what its readable vaults hold, and says nothing of sealed ones', async () => {
    const [source, target] = [await connect(), await connect()];
    await migrate(source.database, START_MS);
    const world = createWorld(createSqlStore(source.database), 'readable/upgrade');
    const { first } = await world.createVault('readable');
    await world.createVault('sealed');
    const items = Array.from({ length: 300 }, (_, n) =>
      bodyOf(world, first, { content: `memory ${n % 250}` }),
    );
    unwrap(await first.push(items));
    const [a, b, c] = items.map(({ entity }) => entity);
    if (a === undefined || b === undefined || c === undefined) throw new Error('unreachable');
    unwrap(await first.push([facetItem(world, first, a, 'link', { supersededBy: b })]));
    unwrap(await first.push([facetItem(world, first, c, 'gone', { hash: null })]));
    const lines: string[] = [];
    await source.admin.backup(async (line) => void lines.push(line.trimEnd()));

    const { database } = target;
    await database.exec('create schema cairn');
    for (const { version, name, checksum, sql } of CLOUD_MIGRATIONS.slice(0, LAST_BEFORE + 1)) {
      await database.exec(sql);
      await database.query('insert into cairn.migrations values ($1, $2, $3, 0)', [version, name, checksum]);
    }
    await database.query('delete from cairn.server');
    const tables = new Map((await readTables(database)).map((table) => [table.name, table]));
    for (const line of lines.slice(1, -1)) {
      const row = parseRow(line);
      const table = tables.get(row?.table ?? '');
      if (row !== null && table !== undefined)
        await database.query(insertRows(table.quoted, table.columns), [`[${row.row}]`]);
    }

    expect(await migrate(database, START_MS)).toMatchObject({
      applied: ['0005_readable_memories', '0006_readable_projection', '0007_moving_vaults'],
    });
    expect((await target.admin.verify()).findings).toMatchObject([
      { detail: expect.stringContaining('filled up to') },
    ]);
    const said: string[] = [];
    const log = {
      info: (line: string) => void said.push(line),
      warn: (line: string) => void said.push(line),
    };
    const filler = startMemoryFiller({ table: createReadableTable(database), log });
    await waitUntil(() => said.length > 0, { what: 'the table to be filled', timeoutMs: 20_000 });
    await filler.close();
    expect(said).toEqual([expect.stringMatching(/^readable memories: \d steps filled their table$/)]);
    expect(await target.admin.verify()).toMatchObject({ findings: [] });
    expect(await database.query(ROWS)).toEqual(await source.database.query(ROWS));
  });

  test('[SY-S8] tries again while the database is away, and stops when it is told to', async () => {
    let calls = 0;
    const fillStep = async (): Promise<boolean> => {
      calls += 1;
      if (calls === 1) throw new Error('away');
      return calls < 4;
    };
    const said: string[] = [];
    const log = {
      info: (line: string) => void said.push(line),
      warn: (line: string) => void said.push(line),
    };
    const filler = startMemoryFiller({ table: { fillStep }, log, retryMs: 5 });
    await waitUntil(() => said.length === 2, { what: 'the second try', timeoutMs: 20_000 });
    expect(said).toEqual([expect.stringContaining('away'), expect.stringContaining('2 steps')]);
    await filler.close();
    const away = startMemoryFiller({
      table: { fillStep: () => Promise.reject(new Error('away')) },
      log,
      retryMs: 60_000,
    });
    await waitUntil(() => said.length === 3, { what: 'it to fail', timeoutMs: 20_000 });
    await away.close();
  });
});
