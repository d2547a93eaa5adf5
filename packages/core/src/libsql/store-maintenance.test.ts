import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { LOCAL_MIGRATIONS } from '@cairn/schema/migrations';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isStoreFailure, storeFailure } from '../ports/store-failure.ts';
import {
  bodyRegister,
  linkRegister,
  sampleBody,
  sampleHlc,
  sampleId,
  sampleRegister,
  sampleRow,
} from '../testing/sample-memories.ts';
import { defRegister, sampleSchedule, sampleScheduleId } from '../testing/sample-schedules.ts';
import { openTempStore, type TempStore } from '../testing/temp-store.ts';
import { openDatabase } from './database.ts';
import { createStoreMaintenance, inspectBackup, type LibsqlMaintenance } from './store-maintenance.ts';

const LAST_VERSION = LOCAL_MIGRATIONS.length - 1;

let store: TempStore;
let care: LibsqlMaintenance;
beforeEach(async () => {
  store = await openTempStore();
  care = createStoreMaintenance(store.store, store.path);
});
afterEach(() => store.dispose());

const put = (n: number, content: string) =>
  store.store.write((tx) =>
    tx.apply({
      registers: [bodyRegister(sampleId(n), sampleHlc(n), content)],
      memories: [{ ...sampleRow(sampleId(n), content), updatedAt: 1_700_000_000_000 + n }],
    }),
  );
const damage = (sql: string) => store.store.exclusive((database) => database.script(sql));
const findings = async (fix: boolean): Promise<Readonly<Record<string, string>>> => {
  const checked = await care.check(fix);
  if (!checked.ok) throw new Error(checked.error.message);
  return Object.fromEntries(checked.value.map(({ id, status }) => [id, status]));
};
const SOUND = { integrity: 'pass', index: 'pass', projection: 'pass', freelist: 'pass' };

describe('checks', () => {
  test('[ST-2] a sound file passes', async () => {
    await put(1, 'one');
    await put(2, 'two');
    expect(await findings(false)).toEqual(SOUND);
  });

  test('[F-6] an index that does not fit is found, and rebuilt when asked to', async () => {
    await put(1, 'lighthouse');
    await damage("INSERT INTO memory_fts (memory_fts) VALUES ('delete-all')");
    expect(await findings(false)).toEqual({ ...SOUND, index: 'fail' });
    expect(await findings(true)).toEqual({ ...SOUND, index: 'fixed' });
    const query = { match: '"lighthouse"', terms: ['lighthouse'], ideal: 1, rankedRowsMax: null };
    expect(await store.reader.matchText(query, {}, 1)).toHaveLength(1);
  });

  test('[ST-2] rows that do not fit their registers are made again', async () => {
    await put(1, 'one');
    await put(2, 'two');
    await put(3, 'three');
    await store.store.write((tx) =>
      tx.apply({ registers: [linkRegister(sampleId(1), sampleHlc(9), sampleId(2))] }),
    );
    await damage(`UPDATE memories SET content = 'changed' WHERE id = '${sampleId(3)}'`);
    const copied = `content, namespace, key, project, source, trust, pinned, tags, superseded_by, superseded_at, device_id,
      device_name, session, agent, created_at, updated_at, state, content_hash, aside, grams, scope, summarised`;
    await damage(`INSERT INTO memories (rid, id, ${copied}) SELECT 99, 'm_orphan', ${copied} FROM memories
      WHERE id = '${sampleId(2)}'`);
    expect(await findings(false)).toEqual({ ...SOUND, projection: 'fail' });
    expect(await findings(true)).toEqual({ ...SOUND, projection: 'fixed' });
    expect(await findings(false)).toEqual(SOUND);
    const rows = await store.reader.rowsAfter(null, 10);
    expect(rows.map(({ content, state }) => [content, state])).toEqual([
      ['one', 1],
      ['two', 0],
      ['three', 0],
    ]);
  });

  test('[ST-2] a memory with more registers than a page passes, and all rows without registers are found', async () => {
    await put(1, 'one');
    await put(2, 'two');
    await put(3, 'three');
    const past = Array.from({ length: 2_400 }, (_, at) =>
      sampleRegister(sampleId(2), sampleHlc(1), {
        facet: `past.${String(at).padStart(32, '0')}`,
        value: sampleBody('two'),
      }),
    );
    await store.store.write((tx) => tx.apply({ registers: past }));
    expect(await findings(false)).toEqual(SOUND);
    const rows = Array.from({ length: 1_100 }, (_, at) => sampleRow(sampleId(100 + at), `${at}`));
    await store.store.write((tx) => tx.apply({ memories: rows }));
    expect(await findings(true)).toEqual({ ...SOUND, projection: 'fixed' });
    expect(await findings(false)).toEqual(SOUND);
    expect(await store.reader.rowsAfter(null, 9)).toHaveLength(3);
  });

  test('[ST-2] schedules that are missing, strayed or changed are made again', async () => {
    const rows = [1, 2].map((n) => sampleSchedule(n, `goal ${n}`));
    const registers = [1, 2].map((n) =>
      defRegister(sampleScheduleId(n), n, `goal ${n}`, { createdAt: rows[n - 1]?.createdAt ?? 0 }),
    );
    await store.store.write((tx) => tx.apply({ registers, schedules: rows }));
    expect(await findings(false)).toEqual(SOUND);
    await damage(`DELETE FROM schedules WHERE id = '${sampleScheduleId(1)}'`);
    await damage("UPDATE schedules SET goal = 'something else'");
    await store.store.write((tx) => tx.apply({ schedules: [sampleSchedule(3, 'stray')] }));
    expect(await findings(false)).toEqual({ ...SOUND, projection: 'fail' });
    expect(await findings(true)).toEqual({ ...SOUND, projection: 'fixed' });
    expect(await findings(false)).toEqual(SOUND);
    const { schedules } = await store.reader.schedules({ limit: 9, offset: 0 });
    expect(schedules.map(({ row }) => row)).toEqual([...rows].reverse());
  });

  test('[ST-2] entities whose registers lie across the border of two pages are compared whole', async () => {
    const registers = Array.from({ length: 700 }, (_, n) => [
      bodyRegister(sampleId(n), sampleHlc(n), `memory ${n}`),
      linkRegister(sampleId(n), sampleHlc(n + 1_000), null),
    ]).flat();
    const memories = Array.from({ length: 700 }, (_, n) => ({
      ...sampleRow(sampleId(n), `memory ${n}`),
      updatedAt: 1_700_000_001_000 + n,
    }));
    await store.store.write((tx) => tx.apply({ registers, memories }));
    expect(await findings(false)).toEqual(SOUND);
  });
});

test('[ST-2] a file with unused space is told, also when the disk has no room to shrink it', async () => {
  await put(1, 'one');
  await damage('CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob(20000000)); DROP TABLE filler;');
  expect(await findings(false)).toEqual({ ...SOUND, freelist: 'fail' });
  const full: TempStore['store'] = {
    ...store.store,
    exclusive: (work) =>
      store.store.exclusive((database) =>
        work({
          ...database,
          run: (sql, args) =>
            sql === 'VACUUM' ? Promise.reject(storeFailure('full', 'full')) : database.run(sql, args),
        }),
      ),
  };
  const checked = await createStoreMaintenance(full, store.path).check(true);
  expect(checked.ok && checked.value.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass', 'fail']);
  expect(checked.ok && checked.value.at(-1)?.message).toMatch(/% of the database file is unused, .*no room/);
  expect(await findings(true)).toEqual({ ...SOUND, freelist: 'fixed' });
  expect(await findings(false)).toEqual(SOUND);
});

describe('copies', () => {
  test('[ST-2] a backup is a sound copy, for its owner only, and overwrites nothing', async () => {
    await put(1, 'kept');
    const target = store.folder.file('copy.db');
    expect(await care.backup(target)).toMatchObject({ ok: true, value: { memories: 1 } });
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(await inspectBackup(target)).toMatchObject({ memories: 1, version: LAST_VERSION });
    expect(await care.backup(target)).toMatchObject({ ok: false, error: { kind: 'invalid_input' } });
    expect(await care.backup(store.folder.file('no/such/folder/copy.db'))).toMatchObject({ ok: false });
  });

  test('[ST-2] what is no sound backup is refused before it replaces anything', async () => {
    await put(1, 'kept '.repeat(3_000));
    const target = store.folder.file('copy.db');
    await care.backup(target);
    const bytes = readFileSync(target);
    const kinds: string[] = [];
    const inspect = async (name: string): Promise<void> => {
      const failure = await inspectBackup(store.folder.file(name)).catch((error: unknown) => error);
      kinds.push(isStoreFailure(failure) ? failure.storeFailure : 'none');
    };
    writeFileSync(store.folder.file('text.db'), 'not a database at all');
    await inspect('text.db');
    writeFileSync(store.folder.file('cut.db'), bytes);
    truncateSync(store.folder.file('cut.db'), Math.floor(bytes.length / 2));
    await inspect('cut.db');
    writeFileSync(store.folder.file('empty.db'), '');
    await inspect('empty.db');
    await inspect('missing.db');
    const other = await openDatabase({ path: store.folder.file('other.db'), role: 'writer' });
    await other.script('CREATE TABLE notes (text)');
    other.close();
    await inspect('other.db');
    expect(kinds).toEqual(['corrupt', 'corrupt', 'corrupt', 'corrupt', 'corrupt']);
  });
});
