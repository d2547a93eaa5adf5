// What a signed-in user's questions to readable memories read, under row-level security: pages of the database, not time.
import { randomUUID } from 'node:crypto';
import { testPostgres } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SqlSession } from '../sql/database.ts';
import { number } from '../sql/rows.ts';
import { openReadableLoad } from '../testing/readable-view.ts';

const pg = testPostgres();
const MEMORIES = 3_000;
const WORDS = 'the kettle of the lighthouse stands beside a lamp that nobody lights before the evening';

const textOf = (n: number): string => `Number ${n}: ${WORDS}. ${n === 1_234 ? 'It has a quokka.' : ''}`;
const textsOf = (count: number) => Array.from({ length: count }, (_, n) => textOf(n));

/** Pages that the statement touched. */
const pagesOf = async (session: SqlSession, statement: string): Promise<number> => {
  const rows = await session.query(`explain (analyze, buffers, timing off) ${statement}`);
  const plan = rows.map((row) => String(Object.values(row)[0])).join('\n');
  // The first one is that of the whole statement.
  const [, hit = '0', , read = '0'] = /Buffers: shared hit=(\d+)( read=(\d+))?/.exec(plan) ?? [];
  return Number(hit) + Number(read);
};

describe.skipIf(pg === null)('a readable vault among others', () => {
  test('[SY-S10] its user counts, looks up and searches by indexes, whatever others hold', async () => {
    const load = await openReadableLoad((await pg?.createDatabase()) ?? '');
    onTestFinished(() => load.close());
    const user = randomUUID();
    for (const owner of [user, randomUUID()]) {
      const vault = await load.newVault(owner, 'readable');
      await vault.push(vault.itemsOf(textsOf(MEMORIES)));
    }
    await load.exec('vacuum analyze cairn.readable_memories');
    await load.asUser(user, async (session) => {
      const [found] = await session.query("select id from public.search_memories('quokka')");
      const id = String(found?.id);
      const [counted] = await session.query('select count(*) as n from public.memories');
      expect(number(counted ?? {}, 'n')).toBe(MEMORIES);
      // What it would be to look at every row of the user.
      const all = await pagesOf(session, "select content from public.memories where content like '%quokka%'");
      expect(all).toBeGreaterThan(100);
      const questions = {
        count: 'select count(*) from public.memories',
        id: `select * from public.memories where id = '${id}'`,
        words: "select id, content from public.search_memories('quokka') limit 20",
        newest: 'select * from public.memories order by created_at desc limit 20',
      };
      for (const [name, statement] of Object.entries(questions))
        expect(await pagesOf(session, statement), name).toBeLessThan(all / 2);
    });
  });
});
