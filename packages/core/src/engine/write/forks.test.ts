/** Devices that change one memory while offline agree on it after syncing. */
import { deviceId, isEntityId } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIXED } from '../../testing/arbitrary-registers.ts';
import { askAll, createDeviceCircle, idsOf } from '../../testing/device-circle.ts';
import {
  applyAll,
  createEngineBench,
  type EngineBench,
  errorOf,
  mustBe,
} from '../../testing/engine-bench.ts';
import { sampleHlc, sampleId, sampleRegister } from '../../testing/sample-memories.ts';
import { createSeededRandom, type SeededRandom } from '../../testing/seeded-random.ts';
import { mendEdges } from './mend-edges.ts';

const setUp = async (count = 3) => {
  const circle = await createDeviceCircle(count);
  const [a, b, c] = circle.devices;
  if (a === undefined || b === undefined || c === undefined) throw new Error('three devices at least');
  const save = async (bench: EngineBench, content: string) => {
    bench.time.skip(1_000);
    return (await mustBe(bench.write.remember({ content, source: 'user' }))).id;
  };
  const replace = async (bench: EngineBench, id: string, content: string) => {
    bench.time.skip(1_000);
    return (await mustBe(bench.write.supersede(id, { content, source: 'user' }))).id;
  };
  const texts = async ({ read }: EngineBench) =>
    (await mustBe(read.list({}))).memories.map(({ content }) => content).sort();
  const told = async ({ read }: EngineBench, id: string) => {
    const { versions, incomplete } = await mustBe(read.history(id));
    return [versions.map(({ content, current }) => `${content}${current ? '*' : ''}`), incomplete];
  };
  const review = async ({ read }: EngineBench) => mustBe(read.review({}));
  /** Makes devices a and b replace one memory while offline; b later. */
  const fork = async () => {
    const original = await save(a, 'original');
    await circle.rest();
    const mine = await replace(a, original, 'what a says');
    b.time.skip(5_000);
    const theirs = await replace(b, original, 'what b says');
    return { original, mine, theirs };
  };
  return { circle, a, b, c, save, replace, texts, told, review, fork };
};

test('[SY-M8] a text that two devices saved is replaced and moved as one', async () => {
  const { circle, a, b, save, replace, texts } = await setUp();
  await save(a, 'Lunch is at 12:30');
  const id = await save(b, 'Lunch is at 12:30');
  await circle.rest();
  await replace(b, id, 'Lunch is at 13:00');
  await circle.rest();
  expect([await texts(a), await texts(b)]).toEqual([['Lunch is at 13:00'], ['Lunch is at 13:00']]);
  const other = await save(a, 'Tea at five');
  await save(b, 'Tea at five');
  await circle.rest();
  await mustBe(a.write.moveMemory(other, 'p'));
  await circle.rest();
  expect(await texts(b)).toEqual(['Lunch is at 13:00', 'Tea at five']);
});

describe('two successors of one memory', () => {
  test('[RL-1] every device knows both, in whatever order they came', async () => {
    const { circle, fork, told } = await setUp();
    const { original, mine, theirs } = await fork();
    await circle.rest(createSeededRandom(7));
    for (const bench of [...circle.devices, await circle.join(createSeededRandom(8))])
      for (const id of [original, mine, theirs])
        expect(await told(bench, id)).toEqual([['original', 'what a says', 'what b says*'], false]);
  });

  test('[RL-2] the later one is current, the other is in the review, and any id leads to the later', async () => {
    const { circle, fork, texts, review } = await setUp();
    const { original, mine, theirs } = await fork();
    await circle.rest();
    for (const bench of circle.devices) {
      expect(await texts(bench)).toEqual(['what b says']);
      expect((await review(bench)).forks).toMatchObject([{ current: { id: theirs }, other: { id: mine } }]);
      for (const id of [original, mine]) expect((await mustBe(bench.read.get(id))).memory.id).toBe(theirs);
      expect((await mustBe(bench.read.search({ query: 'says' }))).results).toHaveLength(1);
    }
  });

  test('[RL-2] what each branch went on with gives way as one', async () => {
    const { circle, a, fork, replace, texts, told } = await setUp();
    const { original, mine } = await fork();
    await replace(a, mine, 'what a says then');
    await circle.rest();
    for (const bench of circle.devices) {
      expect(await texts(bench)).toEqual(['what b says']);
      expect(await told(bench, original)).toEqual([
        ['original', 'what a says', 'what a says then', 'what b says*'],
        false,
      ]);
    }
  });

  test('[RL-3] one step swaps them, everywhere', async () => {
    const { circle, c, fork, texts, review, told } = await setUp();
    const { mine, theirs } = await fork();
    await circle.rest();
    c.time.skip(60_000);
    expect(await mustBe(c.write.replaceBy(theirs, mine))).toEqual({
      id: theirs,
      decision: 'supersede',
      by: mine,
    });
    await circle.rest();
    for (const bench of circle.devices) {
      expect(await texts(bench)).toEqual(['what a says']);
      expect((await review(bench)).forks).toEqual([]);
      expect((await told(bench, theirs))[1]).toBe(false);
    }
  });

  test('[RL-3] one step agrees with what is current', async () => {
    const { circle, c, fork, texts, review } = await setUp();
    const { mine, theirs } = await fork();
    await circle.rest();
    c.time.skip(60_000);
    await mustBe(c.write.replaceBy(mine, theirs));
    await circle.rest();
    for (const bench of circle.devices) {
      expect(await texts(bench)).toEqual(['what b says']);
      expect((await review(bench)).forks).toEqual([]);
    }
  });

  test('[RL-3] one step keeps both, for good; forgetting the one then leaves the other', async () => {
    const { circle, a, c, fork, replace, texts, review } = await setUp();
    const { mine, theirs } = await fork();
    await circle.rest();
    c.time.skip(60_000);
    await mustBe(c.write.keepReviewed(mine, [theirs]));
    await circle.rest();
    for (const bench of circle.devices) {
      expect(await texts(bench)).toEqual(['what a says', 'what b says']);
      expect((await review(bench)).forks).toEqual([]);
    }
    a.time.skip(120_000);
    const next = await replace(a, mine, 'what a says then');
    await circle.rest();
    for (const bench of circle.devices)
      expect(await texts(bench)).toEqual(['what a says then', 'what b says']);
    await mustBe(a.write.forget({ ids: [next] }));
    await circle.rest();
    for (const bench of circle.devices) {
      expect(await texts(bench)).toEqual(['what b says']);
      expect((await mustBe(bench.read.list({ all: true }))).total).toBe(1);
    }
  });

  test('[RL-5] forgetting any of them takes the same everywhere', async () => {
    for (const which of ['original', 'mine', 'theirs'] as const) {
      const { circle, c, fork } = await setUp();
      const ids = await fork();
      await circle.rest();
      await mustBe(c.write.forget({ ids: [ids[which]] }));
      await circle.rest();
      for (const bench of circle.devices)
        expect((await mustBe(bench.read.list({ all: true }))).total).toBe(0);
    }
  });
});

describe('a memory that was forgotten while another device replaced it', () => {
  const forgotten = async () => {
    const bench = await setUp();
    const { a, b, circle, save, replace } = bench;
    const original = await save(a, 'original');
    await circle.rest();
    await mustBe(a.write.forget({ ids: [original] }));
    const theirs = await replace(b, original, 'what b says');
    const then = await replace(b, theirs, 'what b says then');
    return { ...bench, original, theirs, then };
  };

  test('[RL-4] what took its place waits for a review on every device, out of search, list and context', async () => {
    const { circle, texts, review, then, told, theirs } = await forgotten();
    await circle.rest(createSeededRandom(3));
    for (const bench of [...circle.devices, await circle.join(createSeededRandom(4))]) {
      expect(await texts(bench)).toEqual([]);
      expect((await mustBe(bench.read.search({ query: 'says' }))).results).toEqual([]);
      expect((await mustBe(bench.read.context({}))).text).not.toContain('says');
      expect((await review(bench)).held.map(({ id }) => id).sort()).toEqual([theirs, then].sort());
      expect(await told(bench, then)).toEqual([['what b says', 'what b says then'], true]);
    }
  });

  test('[RL-4] accepted on one device it stands everywhere; rejected it is forgotten', async () => {
    const { circle, c, texts, review, then } = await forgotten();
    await circle.rest();
    c.time.skip(60_000);
    await mustBe(c.write.acceptHeld(then));
    await circle.rest();
    for (const bench of [...circle.devices, await circle.join()]) {
      expect(await texts(bench)).toEqual(['what b says then']);
      expect((await review(bench)).held).toEqual([]);
    }
    expect((await errorOf(c.write.acceptHeld(then))).kind).toBe('invalid_input');
    const other = await forgotten();
    await other.circle.rest();
    await mustBe(other.c.write.rejectHeld(other.then));
    await other.circle.rest();
    for (const bench of other.circle.devices)
      expect((await mustBe(bench.read.list({ all: true }))).total).toBe(0);
  });

  test('[RL-4] what another memory replaces waits no longer, on every device', async () => {
    const { circle, c, save, texts, review, then, theirs } = await forgotten();
    await circle.rest();
    c.time.skip(60_000);
    const other = await save(c, 'what c says');
    await mustBe(c.write.replaceBy(then, other));
    await circle.rest();
    for (const bench of circle.devices) {
      expect(await texts(bench)).toEqual(['what c says']);
      expect((await review(bench)).held).toEqual([]);
      expect((await mustBe(bench.read.list({ all: true }))).memories.map(({ id }) => id).sort()).toEqual(
        [theirs, then, other].sort(),
      );
    }
  });

  test('[RL-4] what somebody writes who saw it waiting does not wait', async () => {
    const { circle, c, replace, then, texts } = await forgotten();
    await circle.rest();
    c.time.skip(60_000);
    await replace(c, then, 'what c says');
    await circle.rest();
    for (const bench of circle.devices) expect(await texts(bench)).toEqual(['what c says']);
  });
});

describe('[RL-7] what programs of before left behind', () => {
  /** Writes the replacement as earlier programs did: a link, and nothing in the new memory. */
  const asBefore = ({ stores }: EngineBench) =>
    stores.writer.write(async (tx) => {
      const from = (await tx.registersAfter(null, 1_000)).filter(({ facet }) => facet.startsWith('from.'));
      await tx.apply({
        eraseRegisters: from,
        edges: from.map(({ entity }) => ({ successor: entity, replaces: [] })),
      });
    });

  test('is mended where the edge can be found, and every device hears of it', async () => {
    const { circle, a, b, fork, told, texts } = await setUp();
    const { original, mine, theirs } = await fork();
    for (const bench of [a, b]) await asBefore(bench);
    await circle.rest();
    expect(await texts(a)).toEqual(['what a says', 'what b says']);
    const mended = await Promise.all(
      circle.devices.map(({ stores, clock }) =>
        mendEdges({ store: stores.writer, clock, random: createSeededRandom(1) }),
      ),
    );
    expect(mended).toEqual([1, 0, 0]);
    await circle.rest();
    for (const bench of [...circle.devices, await circle.join()]) {
      expect(await texts(bench)).toEqual(['what b says']);
      for (const id of [original, mine, theirs])
        expect(await told(bench, id)).toEqual([['original', 'what a says', 'what b says*'], false]);
    }
    expect(await mendEdges({ store: a.stores.writer, clock: a.clock, random: createSeededRandom(1) })).toBe(
      0,
    );
  });
});

describe('a key that another memory took the place of', () => {
  test('[RL-3] and that is learnt again stands beside it, and is forgotten by itself', async () => {
    const { circle, a, b, c, save, texts } = await setUp();
    const { id } = await mustBe(a.write.remember({ content: 'vim', key: 'editor', source: 'user' }));
    await mustBe(a.write.replaceBy(id, await save(a, 'the editor is helix')));
    await circle.rest();
    expect(await texts(c)).toEqual(['the editor is helix']);
    b.time.skip(60_000);
    await mustBe(b.write.remember({ content: 'nano', key: 'editor', source: 'user' }));
    await circle.rest();
    for (const bench of circle.devices) expect(await texts(bench)).toEqual(['nano', 'the editor is helix']);
    await mustBe(c.write.forget({ ids: [id] }));
    await circle.rest();
    for (const bench of [...circle.devices, await circle.join()])
      expect(await texts(bench)).toEqual(['the editor is helix']);
  });
});

test('[RL-1, RL-2, RL-4, RL-5] devices that do anything, in any order, say the same at rest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
      const random = createSeededRandom(seed);
      const circle = await createDeviceCircle(3);
      const replaced: Replaced[] = [];
      for (let step = 0; step < 24; step++)
        await act(random.pick(circle.devices), circle.sync, random, replaced);
      await circle.rest(random);
      const joined = await circle.join(random);
      const [first, ...others] = circle.devices;
      if (first === undefined) throw new Error('nobody');
      const said = await askAll(first);
      for (const bench of [...others, joined]) expect(await askAll(bench)).toEqual(said);
      for (const { old, by } of replaced)
        if (said[old] !== undefined && said[by] !== undefined)
          expect([said[old]?.includes(by), said[by]?.includes(old)]).toEqual([true, true]);
    }),
    { ...FIXED, numRuns: 60 },
  );
});

interface Replaced {
  readonly old: string;
  readonly by: string;
}

const act = async (
  bench: EngineBench,
  sync: (bench: EngineBench, random: SeededRandom) => Promise<void>,
  random: SeededRandom,
  replaced: Replaced[],
): Promise<void> => {
  bench.time.skip(1 + random.below(5_000));
  const { write } = bench;
  const ids = await idsOf(bench);
  const content = `text ${random.below(1_000_000)}`;
  const roll = random.next();
  if (ids.length === 0 || roll < 0.1) {
    await mustBe(write.remember({ content, source: 'user' }));
    return;
  }
  if (roll < 0.55) {
    const done = await write.supersede(random.pick(ids), { content, source: 'user' });
    if (done.ok) replaced.push({ old: done.value.supersedes, by: done.value.id });
  } else if (roll < 0.65) await write.forget({ ids: [random.pick(ids)] });
  else if (roll < 0.7) await write.replaceBy(random.pick(ids), random.pick(ids));
  else if (roll < 0.75) await write.keepReviewed(random.pick(ids), [random.pick(ids)]);
  else if (roll < 0.8) await write.acceptHeld(random.pick(ids));
  else await sync(bench, random);
};

test('[RL-1] a key that is held as an orphan and now replaces another memory says both', async () => {
  const bench = createEngineBench();
  const { write, stores } = bench;
  const { id } = await mustBe(write.remember({ content: 'v1', key: 'port', source: 'user' }));
  if (!isEntityId(id)) throw new Error('an id was expected');
  const lost = sampleId(1);
  const other = deviceId(1_700_000_000_001, new Uint8Array(10).fill(9));
  await applyAll(bench, [
    sampleRegister(id, sampleHlc(5), { facet: `from.${other}`, value: { replaces: [lost] } }),
  ]);
  const free = await mustBe(write.remember({ content: 'The port is open', source: 'user' }));
  await mustBe(write.remember({ content: 'v2', key: 'port', source: 'user', supersedes: free.id }));
  const registers = await stores.writer.write((tx) => tx.registersOf([id]));
  const said = registers.flatMap((one) =>
    one.facet.startsWith('from.') && one.facet !== `from.${other}` ? [one.value] : [],
  );
  expect(said).toEqual([{ replaces: [free.id, lost], kept: [lost] }]);
});
