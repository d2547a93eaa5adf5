import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { LOCAL_MIGRATIONS } from '@cairn/schema/migrations';
import { waitUntil } from '@cairn/test-support';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { sampleId, sampleRow } from '../testing/sample-memories.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { type TempFolder, tempFolder } from '../testing/temp-store.ts';
import { unitVector } from '../vectors/unit-vector.ts';
import { openDatabase } from './database.ts';
import { checkBackup, openEngine } from './open-engine.ts';
import { openWriter } from './open-store.ts';

let folder: TempFolder;
let path: string;
const engines: Engine[] = [];
beforeEach(() => {
  folder = tempFolder();
  path = folder.file('cairn.db');
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  folder.remove();
});

const open = async (): Promise<Engine> => {
  const opened = await openEngine({ path, deviceName: 'laptop' });
  if (!opened.ok) throw new Error(opened.error.message);
  engines.push(opened.value);
  return opened.value;
};
const contentsOf = async (engine: Engine, query: string): Promise<readonly string[]> => {
  const found = await engine.search({ query });
  return found.ok ? found.value.results.map(({ content }) => content) : [found.error.message];
};
const save = async (engine: Engine, content: string) => {
  const saved = await engine.remember({ content });
  if (!saved.ok) throw new Error(saved.error.message);
  return saved.value;
};

test('[ST-2] what is saved is found at once, and after the engine was opened again', async () => {
  const first = await open();
  const { id } = await save(first, 'The staging database listens on port 5433');
  expect(await contentsOf(first, 'which port does staging use')).toEqual([
    'The staging database listens on port 5433',
  ]);
  const identity = await first.identity({ name: 'other' });
  expect(identity.name).toBe('laptop');
  await first.close();
  const second = await open();
  expect(await second.get(id)).toMatchObject({ ok: true, value: { memory: { id } } });
  expect(await second.identity({ name: 'other' })).toEqual(identity);
});

test('[M-4] a save is answered with what says something like it', async () => {
  const engine = await open();
  const { id } = await save(engine, 'The deploy pipeline uses npm for packages');
  const { similar } = await save(engine, 'The deploy pipeline uses pnpm for packages');
  expect(similar).toMatchObject([{ id, content: 'The deploy pipeline uses npm for packages' }]);
});

test('[M-4] a save waits for no search; what is similar comes when the reader has time', async () => {
  const engine = await open();
  await save(engine, 'The deploy pipeline uses npm for packages');
  let answered = 0;
  const searches = Array.from({ length: 2_000 }, async () => {
    await engine.search({ query: 'which packages does the deploy pipeline use' });
    answered++;
  });
  expect((await save(engine, 'The deploy pipeline uses pnpm for packages')).status).toBe('saved');
  expect(answered).toBeLessThan(2_000);
  await Promise.all(searches);
  const { similar } = await save(engine, 'The deploy pipeline uses yarn for packages');
  expect(similar).toHaveLength(2);
});

test('[ST-4] after forgetting no byte of the text is left in the file or beside it', async () => {
  const engine = await open();
  const secret = 'zanzibarquark';
  await save(engine, 'something else altogether');
  const { id } = await save(engine, `The word is ${secret} and nothing else`);
  const changed = await engine.supersede(id, { content: `The word is ${secret} still` });
  expect(changed.ok).toBe(true);
  await engine.remember({ content: `keyed ${secret}`, key: 'word' });
  await engine.remember({ content: `keyed again ${secret}`, key: 'word' });
  const bytesWith = () =>
    ['', '-wal', '-shm'].filter((side) => {
      try {
        return readFileSync(`${path}${side}`).toString('latin1').toLowerCase().includes(secret.slice(0, 8));
      } catch {
        return false;
      }
    });
  expect(bytesWith()).not.toEqual([]);
  expect(await engine.forget({ ids: [id] })).toMatchObject({ ok: true });
  expect(await engine.forget({ key: 'word' })).toMatchObject({ ok: true });
  expect(bytesWith()).toEqual([]);
  expect(await contentsOf(engine, secret)).toEqual([]);
  const checked = await engine.check(false);
  expect(checked.ok && checked.value.map(({ status }) => status)).toEqual(Array(5).fill('pass'));
});

test('[ST-4] a log that a kill left and that another process still reads at the start is folded once nobody does', async () => {
  const secret = 'zanzibarquark';
  const bytesWith = (file: string) =>
    ['', '-wal'].filter((side) => readFileSync(`${file}${side}`).includes(secret));
  const readOf = async (file: string) => {
    const database = await openDatabase({ path: file, role: 'reader' });
    const reading = await database.begin('read');
    await reading.all('SELECT count(*) FROM memories');
    return async () => {
      await reading.rollback();
      database.close();
    };
  };
  const engine = await open();
  const { id } = await save(engine, `The word is ${secret}`);
  const endFirst = await readOf(path);
  expect(await engine.forget({ ids: [id] })).toMatchObject({ ok: true });
  // The state after a kill before the log was folded.
  const left = folder.file('left.db');
  for (const side of ['', '-wal']) copyFileSync(`${path}${side}`, `${left}${side}`);
  await endFirst();
  expect(bytesWith(left)).toContain('-wal');
  const endSecond = await readOf(left);
  const next = await openEngine({ path: left, deviceName: 'laptop' });
  if (!next.ok) throw new Error(next.error.message);
  engines.push(next.value);
  expect(bytesWith(left)).toContain('-wal');
  await endSecond();
  await waitUntil(() => bytesWith(left).length === 0, { timeoutMs: 20_000, what: 'the log to be folded' });
});

test('[ST-4] traces in the file that SQLite leaves are gone soon after a start and soon after forgetting', async () => {
  const word = (n: number): string => `zanzibar${String(n).padStart(6, '0')}`;
  const left = (numbers: readonly number[]) => {
    const bytes = readFileSync(path);
    return numbers.filter((n) => bytes.includes(word(n)));
  };
  const isGone = (numbers: readonly number[]) =>
    waitUntil(() => left(numbers).length === 0, { timeoutMs: 20_000, what: 'the words to leave the file' });
  const said = (n: number): string => `The word is ${word(n)}`;
  const first = await open();
  const records = Array.from({ length: 1_000 }, (_, at) => ({ content: said(2 * at) }));
  expect(await first.importRecords({ records })).toMatchObject({ ok: true });
  await first.close();
  const { store } = await openWriter({ path, nowMs: Date.now });
  const odd = Array.from({ length: 1_000 }, (_, at) => 2 * at + 1);
  await store.write((tx) => tx.apply({ memories: odd.map((n) => sampleRow(sampleId(n), said(n))) }));
  const borders = await store.exclusive(async (database) => {
    await database.run("INSERT INTO memory_fts (memory_fts) VALUES ('optimize')");
    return database.all("SELECT CAST(substr(term, 2) AS TEXT) FROM memory_fts_idx WHERE term > x''");
  });
  const numbers = borders
    .map((row) => /^zanzibar(\d{6})$/.exec(String(row[0])))
    .flatMap((found) => (found === null ? [] : [Number(found[1])]));
  const [early, late] = [1, 0].map((rest) => numbers.filter((n) => n % 2 === rest));
  if (early === undefined || late === undefined) throw new Error('there are no borders');
  await store.write((tx) => tx.apply({ eraseMemories: early.map(sampleId) }));
  await store.checkpoint();
  await store.close();
  expect(left(early)).not.toEqual([]);
  const engine = await open();
  await isGone(early);
  // Only the cleanup after the forgetting is left to do.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(left(late)).not.toEqual([]);
  for (const n of late) {
    const found = await engine.search({ query: word(n), limit: 1 });
    const ids = found.ok ? found.value.results.map(({ id }) => id) : [];
    expect(await engine.forget({ ids })).toMatchObject({ ok: true, value: { forgotten: ids } });
  }
  await isGone(late);
  const checked = await engine.check(false);
  expect(checked.ok && checked.value.slice(0, 2).map(({ status }) => status)).toEqual(['pass', 'pass']);
});

test('[ST-4] after forgetting no byte of a vector is left either, of a memory, a turn or a document', async () => {
  const engine = await open();
  const { id } = await save(engine, 'The word is said once');
  const at = Date.UTC(2026, 0, 15);
  const turns = ['one turn', 'another turn'].map((text) => ({ author: 'Anna', text, at }));
  const session = await engine.importTurns({ session: 's', project: null, turns });
  const indexed = await engine.indexDocument({
    path: '/x/y.md',
    project: null,
    text: 'a text',
    modifiedAt: at,
  });
  if (!session.ok || !indexed.ok) throw new Error('not indexed');
  const { texts: owners } = await engine.unembedded('random', 10);
  const random = createSeededRandom(7);
  const vectors = owners.map(({ hash }) => ({
    hash,
    vector: unitVector(Float32Array.from(random.bytes(64), (byte) => byte - 127.5)) ?? new Float32Array(),
  }));
  expect(await engine.keepVectors({ model: 'random', vectors, owners })).toMatchObject({
    value: { kept: 4 },
  });
  const database = await openDatabase({ path, role: 'reader' });
  const rows = await database.all('SELECT bits, vector FROM vectors ORDER BY vid');
  database.close();
  const blobs = rows.flatMap((row) => [row[0], row[1]]).filter((blob) => blob instanceof ArrayBuffer);
  expect(blobs).toHaveLength(8);
  const held = () => {
    const files = ['', '-wal', '-shm'].map((side) => `${path}${side}`).filter((file) => existsSync(file));
    const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
    return blobs.filter((blob) => bytes.includes(Buffer.from(blob))).length;
  };
  expect(held()).toBe(8);
  expect(await engine.forget({ ids: [id] })).toMatchObject({ ok: true });
  expect(held()).toBe(6);
  expect(await engine.forgetSource(session.value.id)).toMatchObject({ ok: true });
  expect(held()).toBe(2);
  expect(await engine.forgetSource(indexed.value.id)).toMatchObject({ ok: true });
  expect([held(), await engine.vectorCounts('random')]).toEqual([0, { waiting: 0, vectors: 0 }]);
});

test('[F-6] entries that still wait at a start are made in the background', async () => {
  const { store } = await openWriter({ path, nowMs: Date.now });
  const rows = Array.from({ length: 2_500 }, (_, n) => sampleRow(sampleId(n), `fact number${n}`));
  await store.write((tx) => tx.apply({ memories: rows, indexLater: true }));
  await store.close();
  const engine = await open();
  await waitUntil(
    async () => {
      const found = await engine.search({ query: 'number77' });
      return found.ok && found.value.results.length === 1 && found.value.reason === undefined;
    },
    { timeoutMs: 30_000, what: 'the index to be complete' },
  );
  const checked = await engine.check(false);
  expect(checked.ok && checked.value.find(({ id }) => id === 'index')?.status).toBe('pass');
});

test('[ST-2] fifty saves at once are all kept', async () => {
  const engine = await open();
  await Promise.all(Array.from({ length: 50 }, (_, n) => save(engine, `note number ${n} about topic ${n}`)));
  expect(await engine.counts()).toMatchObject({ memories: 50 });
});

test('[ST-2] a backup taken while in use opens as an engine of its own', async () => {
  const engine = await open();
  await save(engine, 'worth keeping');
  const copy = folder.file('copy.db');
  expect(await engine.backup(copy)).toMatchObject({ ok: true, value: { memories: 1 } });
  expect(await checkBackup(copy)).toMatchObject({ ok: true, value: { memories: 1 } });
  await engine.close();
  path = copy;
  expect(await contentsOf(await open(), 'worth')).toEqual(['worth keeping']);
});

test('[ST-1] a database of a newer program opens for reading, and saving says why not', async () => {
  await save(await open(), 'from before');
  await engines.splice(0)[0]?.close();
  const newer = {
    version: LOCAL_MIGRATIONS.length,
    name: 'later',
    checksum: 'x',
    sql: 'CREATE TABLE later (a)',
  };
  await (await openWriter({ path, nowMs: Date.now, migrations: [...LOCAL_MIGRATIONS, newer] })).store.close();
  const engine = await open();
  expect(engine.readOnly?.kind).toBe('storage_newer');
  expect(await contentsOf(engine, 'before')).toEqual(['from before']);
  expect(await engine.remember({ content: 'new' })).toMatchObject({
    ok: false,
    error: { kind: 'storage_newer', message: expect.stringContaining('update Cairn') },
  });
});

test('[ST-2] what cannot be opened is an error with a sentence, and no thread is left', async () => {
  writeFileSync(
    path,
    'this is a letter, not a database, and longer than a header of one hundred bytes has to be.',
  );
  expect(await openEngine({ path, deviceName: 'x' })).toMatchObject({
    ok: false,
    error: { kind: 'storage_corrupt', message: expect.stringContaining('cairn doctor') },
  });
  expect(await openEngine({ path: folder.file('no/folder/cairn.db'), deviceName: 'x' })).toMatchObject({
    ok: false,
    error: { kind: 'storage_read_only' },
  });
  expect(await checkBackup(folder.file('nothing.db'))).toMatchObject({
    ok: false,
    error: { kind: 'storage_corrupt' },
  });
});

test('[F-6] a damaged index does not hide anything, and is rebuilt', async () => {
  const engine = await open();
  await save(engine, 'the lighthouse keeper is Ida');
  await engine.close();
  const { store } = await openWriter({ path, nowMs: Date.now });
  await store.exclusive((database) =>
    database.run("UPDATE memory_fts_data SET block = x'0000' WHERE id > 10"),
  );
  await store.close();
  const again = await open();
  expect(await contentsOf(again, 'lighthouse')).toEqual(['the lighthouse keeper is Ida']);
  // Nothing else is queued before the repair, so it is done after another call of the writer.
  await again.bytes();
  const checked = await again.check(false);
  expect(checked.ok && checked.value.find(({ id }) => id === 'index')?.status).toBe('pass');
});

test('[ST-2] calls after closing fail as stopping', async () => {
  const engine = await open();
  await engine.close();
  expect(await engine.remember({ content: 'late' })).toMatchObject({
    ok: false,
    error: { kind: 'stopping' },
  });
  await expect(engine.counts()).rejects.toThrow('has ended');
});

test('[SE-1] what a call changed is told before the call is answered, to everyone who listens', async () => {
  const heard: string[] = [];
  const opened = await openEngine({ path, deviceName: 'laptop', onEvent: ({ kind }) => heard.push(kind) });
  if (!opened.ok) throw new Error(opened.error.message);
  const engine = opened.value;
  engines.push(engine);
  await engine.appendMessages({
    session: { name: 's' },
    messages: [{ role: 'user', content: 'We use pnpm' }],
  });
  expect(heard.splice(0)).toEqual(['indexed', 'session']);
  await engine.endSession('nothing of that name');
  expect(heard).toEqual([]);
  await engine.changeProfile({ kind: 'fields', fields: { name: 'Ada' } });
  expect(heard).toEqual(['profile']);
});
