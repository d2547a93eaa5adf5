import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { StoreTransaction, WriteSet } from '../ports/store.ts';
import { isStoreFailure } from '../ports/store-failure.ts';
import { bodyRegister, sampleHlc, sampleId, sampleRow } from '../testing/sample-memories.ts';
import { openTempStore, type TempStore, tempFolder } from '../testing/temp-store.ts';
import { openDatabase } from './database.ts';
import { openWriter } from './open-store.ts';

let store: TempStore;
beforeEach(async () => {
  store = await openTempStore();
});
afterEach(() => store.dispose());

const save =
  (n: number, content = `memory ${n}`) =>
  (tx: StoreTransaction) =>
    tx.apply({
      memories: [sampleRow(sampleId(n), content)],
      registers: [bodyRegister(sampleId(n), sampleHlc(n), content)],
    });
const saved = async (): Promise<readonly string[]> =>
  (await store.reader.rowsAfter(null, 1_000)).map((row) => row.content);
const walFrames = async (): Promise<number> => {
  const [row] = await store.store.exclusive((database) => database.all('PRAGMA wal_checkpoint(PASSIVE)'));
  return Number(row?.[1]);
};
const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (isStoreFailure(error) ? error.storeFailure : String(error)),
  );

describe('group commit', () => {
  test('[ST-2] those who wait share a transaction and are all answered', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, n) => store.store.write(save(n))));
    expect(await saved()).toHaveLength(100);
    const shared = await walFrames();
    await store.store.checkpoint();
    for (let n = 200; n < 300; n++) await store.store.write(save(n));
    // Each transaction writes its pages to the log again, so a hundred transactions write far more than two.
    expect(await walFrames()).toBeGreaterThan(shared * 3);
  });

  test('[ST-2] one failure does not take the others along, nor leave half of itself', async () => {
    const results = await Promise.allSettled([
      store.store.write(save(1)),
      store.store.write(async (tx) => {
        await save(2)(tx);
        await tx.apply({ meta: { salt: 'wrong' } });
        throw new Error('thought better of it');
      }),
      store.store.write(async (tx) => {
        await save(3)(tx);
        return await tx.meta('salt');
      }),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[2]).toMatchObject({ value: null });
    expect(await saved()).toEqual(['memory 1', 'memory 3']);
    expect(await store.reader.meta('salt')).toBeNull();
  });

  test('[ST-2] calls run in the order in which they came, each seeing those before it', async () => {
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        store.store.write(async (tx) => {
          const before = Number((await tx.meta('salt')) ?? '0');
          await tx.apply({ meta: { salt: String(before + 1) } });
          return before === n;
        }),
      ),
    );
    expect(seen.every((inOrder) => inOrder)).toBe(true);
  });

  test('[ST-2] nothing is written after closing, everything before it is', async () => {
    const last = store.store.write(save(1));
    await store.store.close();
    await last;
    expect(await kindOf(store.store.write(save(2)))).toBe('closed');
    expect(await saved()).toEqual(['memory 1']);
  });
});

describe('when the machine fails', () => {
  /** Limits the file's size, so SQLite fails as on a full disk. */
  const fillDisk = (pages: number) =>
    store.store.exclusive(async (database) => {
      await database.all('PRAGMA wal_checkpoint(TRUNCATE)');
      await database.all(`PRAGMA max_page_count = ${pages}`);
    });

  test('[ST-2] a full disk is told, writes nothing, and is over when there is space again', async () => {
    await store.store.write(save(1));
    await fillDisk(1);
    const big = (n: number) => save(n, `long ${n} ${'words and more words '.repeat(4_000)}`);
    const outcomes = await Promise.all([2, 3, 4].map((n) => kindOf(store.store.write(big(n)))));
    expect(outcomes).toEqual(['full', 'full', 'full']);
    expect(await saved()).toEqual(['memory 1']);
    // The connection is new by now, without the limit.
    await store.store.write(save(5));
    expect(await saved()).toEqual(['memory 1', 'memory 5']);
    const [row] = await store.store.exclusive((database) => database.all('PRAGMA integrity_check'));
    expect(row?.[0]).toBe('ok');
  });

  test('[ST-2] while another program holds the file, a write fails as busy and the next one works', async () => {
    await store.dispose();
    store = await openTempStore();
    const other = await openDatabase({ path: store.path, role: 'writer' });
    const tx = await other.begin('write');
    expect(await kindOf(store.store.write(save(1)))).toBe('busy');
    await tx.rollback();
    other.close();
    expect(await kindOf(store.store.write(save(2)))).toBe('done');
    expect(await saved()).toEqual(['memory 2']);
  });

  test('[ST-2] when even a fresh connection fails, the next write tries again', async () => {
    await store.store.write(save(1));
    const path = store.path;
    const unavailable = `${path}.away`;
    await store.store.exclusive(async (database) => {
      await database.all('PRAGMA wal_checkpoint(TRUNCATE)');
      renameSync(path, unavailable);
      mkdirSync(path);
      await expect(database.reconnect()).rejects.toThrow();
    });
    expect(await kindOf(store.store.write(save(2)))).not.toBe('done');
    rmdirSync(path);
    renameSync(unavailable, path);
    expect(await kindOf(store.store.write(save(3)))).toBe('done');
    expect(await saved()).toEqual(['memory 1', 'memory 3']);
  });

  test('[ST-2] a fresh connection after a failure keeps the settings that durability needs', async () => {
    await store.store.write(save(1));
    await fillDisk(1);
    await kindOf(store.store.write(save(2, 'x'.repeat(100_000))));
    const settings = await store.store.exclusive(async (database) => [
      (await database.all('PRAGMA synchronous'))[0]?.[0],
      (await database.all('PRAGMA secure_delete'))[0]?.[0],
      (await database.all('PRAGMA journal_mode'))[0]?.[0],
    ]);
    expect(settings).toEqual([2, 1, 'wal']);
  });
});

test('[ST-4] what was being erased when the process was killed is not in the log after the next start', async () => {
  const keep = (n: number, text: string) =>
    store.store.write((tx) => tx.apply({ memories: [sampleRow(sampleId(n), text)] }));
  await keep(1, 'the marigold hides the key');
  await store.store.checkpoint();
  // An open read keeps the log from being folded, as when a kill comes before folding.
  const other = await openDatabase({ path: store.path, role: 'reader' });
  const reading = await other.begin('read');
  await reading.all('SELECT count(*) FROM memories');
  await keep(2, 'the heliotrope hides the key');
  await store.store.write((tx) => tx.apply({ eraseMemories: [sampleId(1), sampleId(2)] }));
  const path = store.folder.file('killed.db');
  for (const side of ['', '-wal']) copyFileSync(`${store.path}${side}`, `${path}${side}`);
  await reading.rollback();
  other.close();
  const bytes = () =>
    readdirSync(dirname(path))
      .filter((name) => name.startsWith('killed.db'))
      .map((name) => readFileSync(join(dirname(path), name), 'latin1'))
      .join('');
  const left = () => ['marigold hides', 'heliotrope hides'].filter((text) => bytes().includes(text));
  expect(left()).toEqual(['marigold hides', 'heliotrope hides']);
  const { store: next } = await openWriter({ path, nowMs: Date.now });
  expect(left()).toEqual([]);
  await next.close();
});

test('[TR-6] half of a character that got past every door ends nothing, whichever way its row is written', async () => {
  const half = 'half \ud83d of it, and "\\ud83d" in words';
  const whole = half.toWellFormed();
  // One row is bound, some are sent as JSON, a hundred are bound again.
  for (const count of [1, 2, 150]) {
    const rows = Array.from({ length: count }, (_, n) => sampleRow(sampleId(count * 1_000 + n), half));
    await store.store.write((tx) => tx.apply({ memories: rows }));
    for (const { id } of rows) expect((await store.reader.memory(id))?.content).toBe(whole);
  }
});

test('[ST-4] an erasure is answered when the log is folded, and every erasure is reported once, by its kind', async () => {
  const told: string[] = [];
  const folder = tempFolder();
  onTestFinished(folder.remove);
  const path = folder.file('told.db');
  const opened = await openWriter({ path, nowMs: Date.now, onErased: (what) => told.push(what) });
  const write = (set: WriteSet) => opened.store.write((tx) => tx.apply(set));
  const holds = (): boolean => readFileSync(`${path}-wal`).includes('quagga');
  for (const n of [1, 2, 3]) await opened.store.write(save(n, `quagga ${n}`));
  expect(holds()).toBe(true);
  await write({ eraseMemories: [], eraseRegisters: [], eraseSources: [], meta: { erasedAt: null } });
  expect([told.splice(0), holds()]).toEqual([[], true]);
  await write({ eraseMemories: [sampleId(1)] });
  expect([told.splice(0), holds(), opened.store.hasErased()]).toEqual([['erased'], false, false]);
  const failed = opened.store.write(async (tx) => {
    await tx.apply({ eraseMemories: [sampleId(2)], meta: { erasedAt: 1 } });
    throw new Error('thought better of it');
  });
  await expect(failed).rejects.toThrow('better');
  expect(told).toEqual([]);
  await Promise.all([
    write({ eraseMemories: [sampleId(2)], meta: { erasedAt: 1 } }),
    write({ eraseMemories: [sampleId(3)] }),
    opened.store.write(save(4)),
  ]);
  expect(told).toEqual(['forgotten']);
  await opened.store.close();
});
