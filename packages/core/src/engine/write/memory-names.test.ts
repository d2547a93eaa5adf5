import { AUTHOR_NAMES, NAME_FIELDS, type NameField, nameRow, namesOf } from '@cairn/schema';
import { afterAll, describe, expect, test } from 'vitest';
import { firstBody, rewrittenBody, toldBy } from '../../memory/body-value.ts';
import { mustBe } from '../../testing/engine-bench.ts';
import { createFakeTime } from '../../testing/fake-clock.ts';
import { createPlainSealer } from '../../testing/plain-sealer.ts';
import { sampleDevice, sampleMs } from '../../testing/sample-memories.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { openTempStore } from '../../testing/temp-store.ts';
import { createReadEngine } from '../read-engine.ts';
import { createWriteEngine } from '../write-engine.ts';

/** Each name has a value of its own, so no name can pass for another. */
const said = namesOf((name) => `the-${name}`);
const authorless = NAME_FIELDS.filter((name) => !AUTHOR_NAMES.some((one) => one === name));

const stores: { dispose(): Promise<void> }[] = [];
afterAll(async () => {
  for (const store of stores) await store.dispose();
});

const openEngines = async () => {
  const opened = await openTempStore();
  stores.push(opened);
  const clock = createFakeTime(sampleMs(0)).clock();
  return {
    write: createWriteEngine({
      store: opened.store,
      clock,
      random: createSeededRandom(3),
      makeSealer: async (keys) => createPlainSealer(keys),
      tell: () => undefined,
    }),
    read: createReadEngine({ store: opened.reader, clock }),
  };
};

const namesIn = (memory: { readonly [N in NameField]: string | null }) => namesOf((name) => memory[name]);

describe('every name of a memory', () => {
  test('[M-12] is kept in its file, shown, exported, and comes back by an import', async () => {
    const [from, to] = [await openEngines(), await openEngines()];
    const { id } = await mustBe(from.write.remember({ content: 'words', ...said }));
    expect(namesIn((await mustBe(from.read.get(id))).memory)).toEqual(said);
    const { memories } = await mustBe(from.read.exportPage(null, 10));
    expect(memories.map(namesIn)).toEqual([said]);
    await mustBe(to.write.importRecords({ records: [...memories], bundle: true }));
    expect((await mustBe(to.read.exportPage(null, 10))).memories.map(namesIn)).toEqual([said]);
  });

  test('[M-12] stays when another memory takes the place, unless it is of the author', async () => {
    const { write, read } = await openEngines();
    const first = { ...said, key: null };
    const { id } = await mustBe(write.remember({ content: 'uses npm', ...first }));
    const next = await mustBe(write.supersede(id, { content: 'uses pnpm', agent: 'the next' }));
    const { memory } = await mustBe(read.get(next.id));
    for (const name of authorless) expect([name, memory[name]]).toEqual([name, first[name]]);
    expect([memory.agent, memory.session]).toEqual(['the next', null]);
    const { versions } = await mustBe(read.history(next.id));
    expect(versions.map(namesIn)).toEqual([first, namesIn(memory)]);
  });

  test('[M-12] of a key is in each version of its history', async () => {
    const { write, read } = await openEngines();
    const { id } = await mustBe(write.remember({ content: 'vim', ...said }));
    await mustBe(write.remember({ content: 'helix', ...said, agent: 'the next' }));
    const { versions } = await mustBe(read.history(id));
    expect(versions.map(namesIn)).toEqual([said, { ...said, agent: 'the next' }]);
  });

  test.each(NAME_FIELDS)('[M-12] %s has a limit that is told', async (name) => {
    const { write } = await openEngines();
    const tooLong = 'x'.repeat(nameRow(name).charsMax + 1);
    const saved = await write.remember({ content: 'words', key: 'k', [name]: tooLong });
    expect(saved.ok ? 'saved' : saved.error.message).toContain(`The ${name} is`);
  });

  test('[M-12] is read from a body as it was written into it', () => {
    const author = {
      deviceId: sampleDevice,
      deviceName: 'desk',
      createdAt: sampleMs(1),
      source: 'user',
    } as const;
    const told = { content: 'words', ...said, ...author };
    const flags = { tags: ['a'], pinned: true, trust: 'low' } as const;
    expect(toldBy(firstBody({ ...told, ...flags }))).toEqual(told);
    expect(toldBy(rewrittenBody({ ...told, ...flags }, 1))).toEqual(told);
    const nothing = { ...told, ...namesOf(() => null) };
    expect(toldBy(firstBody({ ...nothing, ...flags }))).toEqual(nothing);
  });
});
