import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LOCAL_MIGRATIONS } from '@cairn/schema/migrations';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryStore } from '../testing/memory-store.ts';
import { sampleId, sampleRow } from '../testing/sample-memories.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { tempFolder } from '../testing/temp-store.ts';
import { openDatabase } from './database.ts';
import { readApplied, snapshotPath } from './migrate.ts';
import { openReader, openWriter } from './open-store.ts';
import { createStoreMaintenance } from './store-maintenance.ts';

const UPGRADER = fileURLToPath(new URL('./testdata/upgrader.ts', import.meta.url));
const MEMORIES = 20_000;
const ROUNDS = Number(process.env.CAIRN_KILL_ROUNDS ?? '5');
const nowMs = () => 1_700_000_000_000;

/** Returns how long the upgrade ran, in ms. `isDone`: it ended before the kill. */
const upgrade = async (path: string, killAfterMs: number | null) => {
  const child = spawn(process.execPath, [UPGRADER, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  let begun = 0;
  let ms = 0;
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    said += text;
    if (begun === 0) {
      begun = performance.now();
      if (killAfterMs !== null) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    }
    if (said.includes('done')) ms = performance.now() - begun;
  });
  await once(child, 'close');
  return { ms, isDone: said.includes('done') };
};

test('[ST-1] an upgrade that is killed at any point leaves the file as it was or whole, and the next start goes on', async () => {
  const folder = tempFolder();
  onTestFinished(() => folder.remove());
  const random = createSeededRandom(Number(process.env.CAIRN_KILL_SEED ?? '11'));
  const steps = LOCAL_MIGRATIONS.findIndex(({ name }) => name.endsWith('_counts'));
  const filled = folder.file('filled.db');
  const older = await openWriter({ path: filled, nowMs, migrations: LOCAL_MIGRATIONS.slice(0, steps) });
  const twin = createMemoryStore();
  for (let from = 0; from < MEMORIES; from += 1_000) {
    const memories = Array.from({ length: 1_000 }, (_, n) =>
      sampleRow(sampleId(from + n), `memory ${from + n} of the upgrade`, { tags: [`tag${n % 7}`] }),
    );
    await older.store.write((tx) => tx.apply({ memories }));
    await twin.writer.write((tx) => tx.apply({ memories }));
  }
  // The file is copied without its log below.
  expect(await older.store.checkpoint()).toBe(true);
  await older.store.close();

  const whole = folder.file('whole.db');
  copyFileSync(filled, whole);
  const { ms: wholeMs } = await upgrade(whole, null);
  expect(wholeMs).toBeGreaterThan(0);

  let unfinished = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const path = folder.file(`round-${round}.db`);
    copyFileSync(filled, path);
    // Runs twice on the same file: the second run finds what the first one left.
    for (let again = 0; again < 2; again++) {
      const { isDone } = await upgrade(path, Math.floor((wholeMs * (random.below(90) + 5)) / 100));
      const database = await openDatabase({ path, role: 'reader' });
      const applied = await readApplied(database);
      database.close();
      expect([steps, LOCAL_MIGRATIONS.length]).toContain(applied.length);
      if (isDone) expect(applied.length).toBe(LOCAL_MIGRATIONS.length);
      else if (applied.length === steps) unfinished++;
    }
    const { store } = await openWriter({ path, nowMs });
    const checked = await createStoreMaintenance(store, path).check(false);
    // The rows were made without their registers.
    const wrong = checked.ok ? checked.value.filter(({ status }) => status !== 'pass') : [];
    expect(wrong.map(({ id }) => id)).toEqual(['projection']);
    await store.close();
    expect(existsSync(snapshotPath(path))).toBe(false);
    const reader = await openReader(path);
    expect(await reader.statistics()).toEqual(await twin.reader.statistics());
    await reader.close();
  }
  expect(unfinished).toBeGreaterThan(0);
});
