import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isEntityId } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { tempFolder } from '../testing/temp-store.ts';
import { createCare } from './care.ts';
import { openReader, openWriter } from './open-store.ts';

const HAMMER = fileURLToPath(new URL('./testdata/hammer.ts', import.meta.url));

/** Runs the hammer until it is killed, `delayMs` after it has said so many `lines`; what it was told is kept. */
const hammerAndKill = async (
  path: string,
  name: string,
  { lines, delayMs }: { readonly lines: number; readonly delayMs: number },
): Promise<readonly string[]> => {
  const child = spawn(process.execPath, [HAMMER, path, name], { stdio: ['ignore', 'pipe', 'inherit'] });
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
  // The last line may be cut; what it says was acknowledged all the same, but to nobody.
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
    for (const line of await hammerAndKill(path, `round ${round}`, until)) {
      const [verb, id = '', ...words] = line.split(' ');
      if (verb === 'saved') alive.set(id, words.join(' '));
      if (verb === 'forgotten') {
        alive.delete(id);
        gone.add(id);
      }
    }
    const { store } = await openWriter({ path, nowMs: Date.now });
    const checked = await createCare(store, path).check(false);
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

const wasForgotten = async (reader: Awaited<ReturnType<typeof openReader>>, id: string): Promise<boolean> =>
  isEntityId(id) && (await reader.registersOf([id])).some(({ facet }) => facet === 'gone');
