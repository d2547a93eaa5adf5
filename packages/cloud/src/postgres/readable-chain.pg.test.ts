/** What somebody hostile links one after the other must cost neither pushes nor checks the square of it. */
import { LIMITS } from '@cairn/schema';
import { testPostgres } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAdminStore } from '../sql/admin-store.ts';
import { migrate } from '../sql/migrate.ts';
import { LINKS_COMPARED_MAX } from '../sql/readable-checks.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { createTestRandom, createWorld, START_MS } from '../testing/sync-world.ts';
import { createPostgresDatabase } from './postgres-database.ts';

const pg = testPostgres();
const WALKED_MAX = 50_000;
const BATCH = 500;
const QUICK_MS = 30_000;

const ID = `'m_' || lpad(n::text, 26, '0')`;
/** Memories `$2` to `$3`, each linked to the next by a link older than the one before it. `hlc`: 16 bytes. */
const CHAIN = `
insert into cairn.registers (vault, entity, facet, seq, v, kg, hlc, payload, dead)
select $1, ${ID}, f.facet, 1000 + 2 * n + f.odd, 1, 0,
  decode(lpad(to_hex(1000000000000 - n), 12, '0') || repeat('0', 20), 'hex'), convert_to(f.payload, 'UTF8'), false
from generate_series($2::int, $3::int) n cross join lateral (values
  ('body', 0, '{"content":"memory ' || n || '","source":"agent","createdAt":1,"by":{}}'),
  ('link', 1, '{"supersededBy":"m_' || lpad((n + 1)::text, 26, '0') || '"}')) f(facet, odd, payload)`;
const MOVE_HEAD =
  'update cairn.vaults set head = (select max(seq) from cairn.registers where vault = $1) where id = $1';
const VISIBLE =
  'select id from cairn.readable_memories where vault = $1 and superseded_by is null order by id';

const idOf = (n: number): string => `m_${String(n).padStart(26, '0')}`;

const setUp = async (seed: string) => {
  const database = createPostgresDatabase({ url: (await pg?.createDatabase()) ?? '', prepare: true });
  onTestFinished(() => database.close());
  await migrate(database, START_MS);
  const world = createWorld(createSqlStore(database), seed);
  const { info } = await world.createVault('readable');
  const admin = createAdminStore({
    database,
    clock: { nowMs: () => START_MS },
    random: createTestRandom(`${seed}/tools`),
    version: '9.9.9',
  });
  const chain = async (from: number, to: number) => {
    for (let at = from; at <= to; at += BATCH)
      await database.transaction(async (session) => {
        await session.query(CHAIN, [info.vault, at, Math.min(at + BATCH - 1, to)]);
        await session.query(MOVE_HEAD, [info.vault]);
      }, null);
  };
  const verified = async () => {
    const { findings, notes } = await admin.verify();
    const details = (found: typeof findings) =>
      found.filter(({ check }) => check.includes('SY-S8')).map(({ detail }) => detail);
    return { findings: details(findings), notes: details(notes) };
  };
  return { database, vault: info.vault, chain, verified };
};

const timed = async <T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> => {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
};

describe.skipIf(pg === null)('a chain of links', () => {
  test('[SY-S8] is compared in no time, and of one link too many it is said that it was not', async () => {
    const { database, vault, chain, verified } = await setUp('readable/chain');
    await chain(1, LINKS_COMPARED_MAX);
    const { value, ms } = await timed(verified);
    expect(value).toEqual({ findings: [], notes: [] });
    expect(ms).toBeLessThan(QUICK_MS);
    await database.query(
      'update cairn.readable_memories set superseded_by = null where vault = $1 and id = $2',
      [vault, idOf(7)],
    );
    expect(await verified()).toEqual({ findings: [expect.stringContaining('7 differs')], notes: [] });
    await chain(LINKS_COMPARED_MAX + 1, LINKS_COMPARED_MAX + 1);
    const [note] = [`${LINKS_COMPARED_MAX + 1} links: what they hide was not compared`];
    expect(await verified()).toEqual({ findings: [], notes: [note] });
  }, 120_000);

  test('[SY-S7] costs a push no more than a part of it, and keeps hiding', async () => {
    const { database, vault, chain } = await setUp('readable/walk');
    const last = WALKED_MAX + 5_000;
    await chain(2, last);
    const visible = [{ id: idOf(last) }];
    expect(await database.query(VISIBLE, [vault])).toEqual(visible);
    // One that leads to the first of them, which is walked from there.
    const { ms } = await timed(() => chain(1, 1));
    expect(ms).toBeLessThan(QUICK_MS);
    expect(await database.query(VISIBLE, [vault])).toEqual(visible);
  }, 120_000);
});

describe.skipIf(pg === null)('a statement', () => {
  test('[SY-U4] that stands alone is bounded by its connection, and one of the operator is not', async () => {
    const { database } = await setUp('readable/timeout');
    const asked = `select current_setting('statement_timeout')::interval = make_interval(secs => $1) as is_so`;
    expect(await database.query(asked, [(6 * LIMITS.statementTimeoutMs) / 1_000])).toEqual([{ is_so: true }]);
    const unlimited = await database.transaction((session) => session.query(asked, [0]), null);
    expect(unlimited).toEqual([{ is_so: true }]);
    expect(await database.query(asked, [(6 * LIMITS.statementTimeoutMs) / 1_000])).toEqual([{ is_so: true }]);
  });
});
