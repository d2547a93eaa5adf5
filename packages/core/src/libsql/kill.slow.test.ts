import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isEntityId } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { tempFolder } from '../testing/temp-store.ts';
import { openDatabase } from './database.ts';
import { openEngine } from './open-engine.ts';
import { openReader, openWriter } from './open-store.ts';
import { createStoreMaintenance } from './store-maintenance.ts';

const HAMMER = fileURLToPath(new URL('./testdata/hammer.ts', import.meta.url));
const TALKER = fileURLToPath(new URL('./testdata/talker.ts', import.meta.url));

/** Runs a program and kills it `delayMs` after it has printed so many `lines`. Returns its complete lines. */
const runAndKill = async (
  program: string,
  args: readonly string[],
  { lines, delayMs }: { readonly lines: number; readonly delayMs: number },
): Promise<readonly string[]> => {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const exited = once(child, 'close');
  child.stdout.setEncoding('utf8');
  let isDoomed = false;
  child.stdout.on('data', (chunk: string) => {
    output += chunk;
    if (isDoomed || output.split('\n').length <= lines) return;
    isDoomed = true;
    setTimeout(() => child.kill('SIGKILL'), delayMs);
  });
  await exited;
  // The last line may be cut. Its change was committed, but not acknowledged.
  return output.split('\n').slice(0, -1);
};

const rounds = Number(process.env.CAIRN_KILL_ROUNDS ?? '6');

test(`[ST-2] killed ${rounds} times at any point: every acknowledged save is there, what was forgotten is not`, async () => {
  const random = createSeededRandom(Number(process.env.CAIRN_KILL_SEED ?? '7'));
  const folder = tempFolder();
  const path = folder.file('cairn.db');
  const alive = new Map<string, string>();
  const gone = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const until = { lines: 5 + random.below(20), delayMs: random.below(100) };
    for (const line of await runAndKill(HAMMER, [path, `round ${round}`], until)) {
      const [verb, id = '', ...words] = line.split(' ');
      if (verb === 'saved') alive.set(id, words.join(' '));
      if (verb === 'forgotten') {
        alive.delete(id);
        gone.add(id);
      }
    }
    const { store } = await openWriter({ path, nowMs: Date.now });
    const checked = await createStoreMaintenance(store, path).check(false);
    expect(checked.ok && checked.value.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass', 'pass']);
    await store.close();
    const reader = await openReader(path);
    for (const [id, text] of alive) {
      const row = isEntityId(id) ? await reader.memory(id) : null;
      // A forget that was killed before its answer may have happened or not.
      if (row === null) expect(await wasForgotten(reader, id)).toBe(true);
      else expect(row.content).toBe(text);
    }
    for (const id of gone) if (isEntityId(id)) expect(await reader.memory(id)).toBeNull();
    await reader.close();
  }
  expect(alive.size).toBeGreaterThan(rounds);
  folder.remove();
});

test('[F-12] killed while it listens, every message that was acknowledged is found at once after the next start, and settled', async () => {
  const folder = tempFolder();
  onTestFinished(folder.remove);
  const path = folder.file('cairn.db');
  // Fewer turns than the limit of waiting passages, and more.
  for (const lines of [40, 400]) {
    const said = await runAndKill(TALKER, [path, `life${lines}number`], { lines, delayMs: 0 });
    expect(await waitingIn(path)).toBeGreaterThan(0);
    const opened = await openEngine({ path, deviceName: 'talker' });
    if (!opened.ok) throw new Error(opened.error.message);
    const found = await opened.value.search({ query: said.at(-1) ?? '', in: ['sessions'], limit: 1 });
    expect(found).toMatchObject({ value: { passages: [{ text: said.at(-1) }] } });
    await waitUntil(async () => (await waitingIn(path)) === 0, { timeoutMs: 20_000, what: 'nothing waits' });
    await opened.value.close();
    const { store } = await openWriter({ path, nowMs: Date.now });
    const rows = await store.write((tx) => tx.lastPassages('ses_s', 10_000));
    expect(rows.length).toBeGreaterThanOrEqual(said.length);
    // Turns of roles do not share context words. [F-20]
    expect(rows.filter(({ next }) => next !== '')).toEqual([]);
    const checked = await createStoreMaintenance(store, path).check(false);
    expect(checked.ok && checked.value.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass', 'pass']);
    await store.close();
  }
});

const waitingIn = async (path: string): Promise<number> => {
  const database = await openDatabase({ path, role: 'reader' });
  const [row] = await database.all('SELECT count(*) FROM passages WHERE waits IS NOT NULL');
  database.close();
  return Number(row?.[0]);
};

const wasForgotten = async (reader: Awaited<ReturnType<typeof openReader>>, id: string): Promise<boolean> =>
  isEntityId(id) && (await reader.registersOf([id])).some(({ facet }) => facet === 'gone');
