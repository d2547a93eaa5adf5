/** Tags that devices change while offline. */
import { type EntityId, HLC_ZERO, hlcNext, isEntityId, maxHlc } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIXED } from '../../testing/arbitrary-registers.ts';
import { askAll, createDeviceCircle } from '../../testing/device-circle.ts';
import { applyAll, type EngineBench, mustBe } from '../../testing/engine-bench.ts';
import { sampleRegister } from '../../testing/sample-memories.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';

const setUp = async (tags: string[] = []) => {
  const circle = await createDeviceCircle(3);
  const [a, b, c] = circle.devices;
  if (a === undefined || b === undefined || c === undefined) throw new Error('three devices at least');
  const { id } = await mustBe(a.write.remember({ content: 'a fact', source: 'user', tags }));
  if (!isEntityId(id)) throw new Error('an id was expected');
  await circle.rest();
  const change = async (bench: EngineBench, addTags: string[], removeTags: string[] = []) => {
    bench.time.skip(1_000);
    return mustBe(bench.write.patch(id, { addTags, removeTags }));
  };
  const tagsOn = async ({ read }: EngineBench) => [...(await mustBe(read.get(id))).memory.tags].sort();
  const everywhere = async () => {
    await circle.rest();
    const all = await Promise.all([...circle.devices, await circle.join()].map(tagsOn));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    return all[0];
  };
  return { circle, a, b, c, id, change, tagsOn, everywhere };
};

/** Returns the value that an earlier program writes: all tags that it knows. */
const asBefore = async (bench: EngineBench, entity: EntityId, tags: string[], node: string) => {
  const present = await bench.stores.writer.write((tx) => tx.registersOf([entity]));
  const last = present.reduce((max, { hlc }) => maxHlc(max, hlc), HLC_ZERO);
  const hlc = hlcNext(last, bench.clock.nowMs(), node);
  await applyAll(bench, [sampleRegister(entity, hlc, { facet: 'tags', value: { tags } })]);
};
const OLD_NODE = 'e'.repeat(16);

describe('[RL-6] tags merge as a set', () => {
  test('added here and added there: both stay', async () => {
    const { a, b, c, change, everywhere } = await setUp(['first']);
    await change(a, ['red']);
    await change(b, ['blue']);
    expect(await everywhere()).toEqual(['blue', 'first', 'red']);
    await change(c, ['green']);
    expect(await everywhere()).toEqual(['blue', 'first', 'green', 'red']);
  });

  test('taken away here stays away, whatever else was added there', async () => {
    const { a, b, change, everywhere } = await setUp(['first', 'second']);
    await change(a, [], ['first']);
    await change(b, ['blue']);
    expect(await everywhere()).toEqual(['blue', 'second']);
    await change(b, ['first']);
    expect(await everywhere()).toEqual(['blue', 'first', 'second']);
  });

  test('who adds again what was taken away wins over who takes it away once', async () => {
    const { a, b, change, everywhere } = await setUp(['first']);
    await change(a, [], ['first']);
    await change(a, ['first']);
    await change(b, [], ['first']);
    expect(await everywhere()).toEqual(['first']);
  });

  test('of a key, whose body is rewritten meanwhile', async () => {
    const { circle, a, b, c, tagsOn } = await setUp();
    const key = { key: 'editor', source: 'user' } as const;
    const { id } = await mustBe(a.write.remember({ ...key, content: 'vim', tags: ['tool'] }));
    await circle.rest();
    await mustBe(a.write.patch(id, { addTags: ['red'] }));
    b.time.skip(9_000);
    await mustBe(b.write.remember({ ...key, content: 'helix' }));
    await mustBe(b.write.patch(id, { addTags: ['blue'] }));
    await circle.rest();
    for (const bench of [a, b, c])
      expect([...(await mustBe(bench.read.get(id))).memory.tags].sort()).toEqual(['blue', 'red', 'tool']);
    expect(await tagsOn(a)).toEqual([]);
  });

  test('what an older program adds stays, and it takes away nothing that it may not know of', async () => {
    const { circle, a, b, id, change, everywhere } = await setUp(['first']);
    await asBefore(a, id, ['first', 'old'], OLD_NODE);
    expect(await everywhere()).toEqual(['first', 'old']);
    await change(a, ['red']);
    await change(b, ['blue'], ['first']);
    await circle.rest();
    b.time.skip(60_000);
    await asBefore(b, id, ['blue', 'old', 'older'], OLD_NODE);
    expect(await everywhere()).toEqual(['blue', 'old', 'older', 'red']);
    await change(a, [], ['older', 'red']);
    expect(await everywhere()).toEqual(['blue', 'old']);
  });

  test('and what is changed here is there for older programs as a whole', async () => {
    const { a, id, change } = await setUp(['first']);
    await change(a, ['red']);
    const registers = await a.stores.writer.write((tx) => tx.registersOf([id]));
    expect(registers.find(({ facet }) => facet === 'tags')?.value).toEqual({ tags: ['first', 'red'] });
  });

  test('more than a memory may have are not shown, and are not lost', async () => {
    const { a, b, change, tagsOn, everywhere } = await setUp();
    const some = (from: number) => Array.from({ length: 15 }, (_, n) => `t${from + n}`);
    await change(a, some(10));
    await change(b, some(30));
    expect(await everywhere()).toHaveLength(20);
    const shown = await tagsOn(a);
    await change(a, [], shown);
    expect(await everywhere()).toHaveLength(10);
    expect((await tagsOn(a)).filter((tag) => shown.includes(tag))).toEqual([]);
  });

  test('any changes in any order leave the same everywhere; what nobody took away is there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
        const random = createSeededRandom(seed);
        const { circle, change, tagsOn } = await setUp(['red']);
        const [added, removed] = [new Set<string>(['red']), new Set<string>()];
        for (let step = 0; step < 20; step++) {
          const bench = random.pick(circle.devices);
          const tag = random.pick(['red', 'green', 'blue', 'white']);
          const roll = random.next();
          if (roll < 0.4) {
            await change(bench, [tag]);
            added.add(tag);
          } else if (roll < 0.55) {
            await change(bench, [], [tag]);
            removed.add(tag);
          } else await circle.sync(bench, random);
        }
        await circle.rest(random);
        const [first, ...others] = circle.devices;
        if (first === undefined) throw new Error('nobody');
        for (const bench of [...others, await circle.join(random)])
          expect(await askAll(bench)).toEqual(await askAll(first));
        const stay = [...added].filter((tag) => !removed.has(tag));
        expect(await tagsOn(first)).toEqual(expect.arrayContaining(stay));
      }),
      { ...FIXED, numRuns: 60 },
    );
  });
});
