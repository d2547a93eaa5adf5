import type { MessageInput } from '@cairn/schema';
import { LOCAL_MIGRATIONS } from '@cairn/schema/migrations';
import { expect, onTestFinished, test } from 'vitest';
import type { WhichWaiting } from '../ports/store.ts';
import { appendMessages, settlePassages } from '../session/append-messages.engine.ts';
import { deleteSession } from '../session/change-session.engine.ts';
import { mustBe } from '../testing/engine-bench.ts';
import { createFakeTime } from '../testing/fake-clock.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { openTempStore, type TempStore, tempFolder } from '../testing/temp-store.ts';
import { openDatabase } from './database.ts';
import { openWriter } from './open-store.ts';
import { createStoreMaintenance } from './store-maintenance.ts';

const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa'];
const SESSIONS = ['a', 'b', 'c', 'd'];

const openStore = async (): Promise<TempStore> => {
  const opened = await openTempStore();
  onTestFinished(opened.dispose);
  return opened;
};
const NONE_RANDOM = { bytes: (count: number) => new Uint8Array(count) };
const clock = createFakeTime().clock();
const say = ({ store }: Pick<TempStore, 'store'>, name: string, messages: MessageInput[]) =>
  mustBe(appendMessages({ store, clock, random: NONE_RANDOM }, { session: { name }, messages }));
const settle = async ({ store }: Pick<TempStore, 'store'>, which: WhichWaiting): Promise<void> => {
  while ((await settlePassages(store, which, 0)).more);
};
const indexStatus = async ({
  store,
  path,
}: Pick<TempStore, 'store' | 'path'>): Promise<string | undefined> => {
  const checked = await createStoreMaintenance(store, path).check(false);
  return checked.ok ? checked.value.find(({ id }) => id === 'index')?.status : checked.error.message;
};
/** Returns the rows, and each word with its rows, columns and counts: everything that a search reads. */
const everything = async ({ store }: Pick<TempStore, 'store'>) =>
  store.exclusive(async (sql) => {
    await sql.script(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.words USING fts5vocab(main, 'passage_fts', 'instance')",
    );
    const rows = await sql.all(
      'SELECT source, ordinal, part, body, previous, next, waits FROM passages ORDER BY source, ordinal, part',
    );
    const words = await sql.all(`SELECT w.term, p.source, p.ordinal, p.part, w.col, w.offset
      FROM temp.words AS w JOIN passages AS p ON p.rid = w.doc ORDER BY 1, 2, 3, 4, 5, 6`);
    return { rows: rows.map((row) => Array.from(row)), words: words.map((row) => Array.from(row)) };
  });
const found = async ({ reader }: TempStore, word: string) => {
  const query = { match: `"${word}"`, terms: [word], ideal: 1, rankedRowsMax: null };
  const matches = await reader.matchPassages(query, {}, 1_000);
  return matches
    .map(({ passage, bm25 }) => [passage.source, passage.ordinal, passage.part, bm25?.toFixed(9)].join(' '))
    .sort();
};

test('[F-12] [F-8] at rest the index is word for word that of messages that came at once, whatever happened on the way', async () => {
  const random = createSeededRandom(20_261_122);
  const said = new Map<string, MessageInput[]>(SESSIONS.map((name) => [name, []]));
  const slow = await openStore();
  for (let n = 0; n < 220; n++) {
    const name = random.pick(SESSIONS);
    const count = random.chance(0.05) ? 20 : 1 + random.below(2);
    const messages = Array.from({ length: count }, (): MessageInput => {
      const words = Array.from({ length: 1 + random.below(random.chance(0.1) ? 300 : 30) }, () =>
        random.pick(WORDS),
      );
      return {
        role: random.chance(0.5) ? 'user' : 'assistant',
        content: words.join(' '),
        at: 1_700_000_000_000,
      };
    });
    await say(slow, name, messages);
    said.get(name)?.push(...messages);
    if (random.chance(0.2)) await settlePassages(slow.store, 'unfound', random.below(8));
    if (random.chance(0.05)) await settle(slow, 'unfound');
    if (random.chance(0.1)) await settlePassages(slow.store, 'behind', random.below(4));
    if (n % 40 === 39) {
      expect(await indexStatus(slow)).toBe('pass');
      await mustBe(deleteSession({ store: slow.store, clock, random: NONE_RANDOM }, name));
      said.set(name, []);
    }
    if (n === 150) await createStoreMaintenance(slow.store, slow.path).rebuildIndex();
  }
  await settle(slow, 'unfound');
  await settle(slow, 'behind');
  const quick = await openStore();
  for (const [name, messages] of said) if (messages.length > 0) await say(quick, name, messages);
  await settle(quick, 'unfound');
  const whole = await everything(quick);
  expect(whole.words.length).toBeGreaterThan(5_000);
  expect(await everything(slow)).toEqual(whole);
  for (const word of WORDS) expect(await found(slow, word)).toEqual(await found(quick, word));
  expect([await indexStatus(slow), await indexStatus(quick)]).toEqual(['pass', 'pass']);
});

test('[F-12] what waits is not in the index, which is sound all the same, and sound when it is rebuilt', async () => {
  const opened = await openStore();
  await say(opened, 'a', [{ role: 'user', content: 'a zebra' }]);
  expect([await indexStatus(opened), await found(opened, 'zebra')]).toEqual(['pass', []]);
  await createStoreMaintenance(opened.store, opened.path).rebuildIndex();
  expect([await indexStatus(opened), await found(opened, 'zebra')]).toEqual(['pass', []]);
  await settle(opened, 'unfound');
  expect([await indexStatus(opened), (await found(opened, 'zebra')).length]).toEqual(['pass', 1]);
});

test('[F-12] [ST-4] of a session that is forgotten while it waits nothing stays in the file', async () => {
  const opened = await openStore();
  await say(opened, 'a', [{ role: 'user', content: 'the quaggaword' }]);
  await settle(opened, 'unfound');
  await say(opened, 'a', [{ role: 'user', content: 'the zebraword' }]);
  await mustBe(deleteSession({ store: opened.store, clock, random: NONE_RANDOM }, 'a'));
  expect(await settlePassages(opened.store, 'unfound', 0)).toEqual({ more: false });
  expect(await indexStatus(opened)).toBe('pass');
  expect(await everything(opened)).toEqual({ rows: [], words: [] });
});

test('[F-12] [ST-1] turns of an older file that were not told what follows them are told', async () => {
  const folder = tempFolder();
  onTestFinished(folder.remove);
  const path = folder.file('cairn.db');
  const version = LOCAL_MIGRATIONS.find(({ name }) => name.endsWith('waiting_passages'))?.version ?? 0;
  const old = await openDatabase({ path, role: 'writer' });
  for (const { sql } of LOCAL_MIGRATIONS.slice(0, version)) await old.script(sql);
  const put = (ordinal: number, author: string | null, body: string, next: string) =>
    old.run(
      `INSERT INTO passages (source, kind, ordinal, part, body, previous, next, aside, grams, scope, author, at, start, stop, content_hash)
       VALUES ('ses_a', 'turn', ?1, 0, ?3, '', ?4, '', '', 'x', ?2, 1, 0, 1, ?3)`,
      [ordinal, author, body, next],
    );
  await put(0, 'Ann', 'zero', 'one Ann: two');
  await put(1, null, 'one', 'Ann: two');
  await put(2, 'Ann', 'two', '');
  await put(3, 'Ann', 'three', '');
  const upgrade = LOCAL_MIGRATIONS.slice(version);
  for (const { sql } of upgrade) await old.script(sql);
  for (const { version: number, name, checksum } of LOCAL_MIGRATIONS)
    await old.run('INSERT INTO migrations (version, name, checksum, applied_at) VALUES (?1, ?2, ?3, 1)', [
      number,
      name,
      checksum,
    ]);
  old.close();
  const { store } = await openWriter({ path, nowMs: Date.now });
  onTestFinished(() => store.close());
  const waiting = await store.write((tx) => tx.waitingPassages('behind', 10));
  expect(waiting.map(({ ordinal }) => ordinal)).toEqual([1, 2]);
  await settle({ store }, 'behind');
  const rows = await store.write((tx) => tx.lastPassages('ses_a', 10));
  expect(rows.map(({ next }) => next)).toEqual(['one Ann: two', 'Ann: two Ann: three', 'Ann: three', '']);
  expect(await indexStatus({ store, path })).toBe('pass');
});

test('[F-12] [ST-1] a copy that is made while things wait holds what waits, and its entries are made in it', async () => {
  const opened = await openStore();
  await say(opened, 'a', [{ role: 'user', content: 'the quaggaword' }]);
  await settle(opened, 'unfound');
  await say(opened, 'a', [{ role: 'user', content: 'the zebraword' }]);
  const copy = `${opened.path}.copy`;
  await mustBe(createStoreMaintenance(opened.store, opened.path).backup(copy));
  // Changes to the original do not reach the copy.
  await mustBe(deleteSession({ store: opened.store, clock, random: NONE_RANDOM }, 'a'));
  const { store } = await openWriter({ path: copy, nowMs: Date.now });
  onTestFinished(() => store.close());
  const restored = { store, path: copy };
  expect(await indexStatus(restored)).toBe('pass');
  const waiting = async (which: WhichWaiting) => store.write((tx) => tx.countWaitingPassages(which));
  expect([await waiting('unfound'), await waiting('behind')]).toEqual([1, 1]);
  await settle(restored, 'unfound');
  await settle(restored, 'behind');
  expect(await indexStatus(restored)).toBe('pass');
  const { rows, words } = await everything(restored);
  expect(rows.map((row) => row.slice(3))).toEqual([
    ['the quaggaword', '', '', null],
    ['the zebraword', '', '', null],
  ]);
  const columns = (word: string) => words.filter(([term]) => term === word).map((row) => [row[2], row[4]]);
  expect(columns('zebraword')).toEqual([[1, 'body']]);
});
