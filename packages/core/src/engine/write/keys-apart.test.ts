/** Values of a key that devices write while offline, and their result on all devices. */
import { COMPARING_LIMITS, DAY_MS, type EntityId, isEntityId } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pastToTell } from '../../merge/past.ts';
import { FIXED } from '../../testing/arbitrary-registers.ts';
import { askAll, createDeviceCircle } from '../../testing/device-circle.ts';
import { type EngineBench, mustBe } from '../../testing/engine-bench.ts';
import { bodyRegister, sampleHlc, sampleKeyedId } from '../../testing/sample-memories.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';

const KEY = { key: 'editor', source: 'user' } as const;

const setUp = async () => {
  const circle = await createDeviceCircle(3);
  const [a, b, c] = circle.devices;
  if (a === undefined || b === undefined || c === undefined) throw new Error('three devices at least');
  const say = async (bench: EngineBench, content: string): Promise<EntityId> => {
    bench.time.skip(1_000);
    const { id } = await mustBe(bench.write.remember({ ...KEY, content }));
    if (!isEntityId(id)) throw new Error('an id was expected');
    return id;
  };
  /** Returns what every device shows, including one that joins now. */
  const everywhere = async (id: EntityId) => {
    await circle.rest();
    const all = await Promise.all(
      [...circle.devices, await circle.join()].map(({ read }) => mustBe(read.history(id))),
    );
    const told = all.map(({ versions, incomplete }) => ({
      said: versions.map((one) => one.content),
      incomplete,
    }));
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
    return told[0];
  };
  return { circle, a, b, c, say, everywhere };
};

const facetsOn = async ({ stores }: EngineBench, id: EntityId) =>
  (await stores.writer.write((tx) => tx.registersOf([id]))).map(({ facet }) => facet).sort();

describe('[RL-42] earlier values of a key are the same on every device', () => {
  test('the one that lost is told by the device that wrote it', async () => {
    const { a, b, say, everywhere } = await setUp();
    await say(a, 'vim');
    b.time.skip(5_000);
    const id = await say(b, 'helix');
    expect(await everywhere(id)).toEqual({ said: ['vim', 'helix'], incomplete: false });
  });

  test('also when its device is never seen again, by any that saw it', async () => {
    const { circle, a, b, c, say } = await setUp();
    const id = await say(a, 'vim');
    await circle.sync(a);
    await circle.sync(c);
    b.time.skip(5_000);
    await say(b, 'helix');
    for (const bench of [b, c, b, c]) await circle.sync(bench);
    for (const bench of [b, c]) {
      const { versions, incomplete } = await mustBe(bench.read.history(id));
      expect([versions.map((one) => one.content), incomplete]).toEqual([['vim', 'helix'], false]);
    }
  });

  test('values that one device wrote before it synced are told, and nothing is missing', async () => {
    const { a, b, say, everywhere } = await setUp();
    for (const value of ['one', 'two', 'three']) await say(a, value);
    b.time.skip(1_000);
    const id = await say(b, 'apart');
    expect(await everywhere(id)).toEqual({ said: ['one', 'two', 'apart', 'three'], incomplete: false });
  });

  test('of very many the newest stay, and all say that some are missing', async () => {
    const { circle, a, b, say, everywhere } = await setUp();
    const count = COMPARING_LIMITS.pastBodiesMax + 8;
    for (let n = 0; n < count; n++) {
      const id = await say(n % 2 === 0 ? a : b, `value ${n}`);
      if (n % 5 === 0) await circle.rest();
      if (n < count - 1) continue;
      const told = await everywhere(id);
      expect(told?.said.at(-1)).toBe(`value ${n}`);
      expect([told?.said.length, told?.incomplete]).toEqual([COMPARING_LIMITS.pastBodiesMax + 1, true]);
    }
  });

  test('at a time in between all find the same', async () => {
    const { circle, a, b, c, say, everywhere } = await setUp();
    const id = await say(a, 'vim is the editor');
    await circle.rest();
    const between = new Date(a.clock.nowMs() + 500).toISOString();
    b.time.skip(9_000);
    await say(b, 'helix is the editor');
    await everywhere(id);
    for (const { read } of [a, b, c]) {
      const found = await mustBe(read.search({ query: 'editor', asOf: between }));
      expect(found.results.map((one) => one.content)).toEqual(['vim is the editor']);
    }
  });

  test('a younger value from elsewhere hides no earlier one at its time, on no device', async () => {
    const { a, b, c, say, everywhere } = await setUp();
    const dayIso = (days: number) => new Date(a.clock.nowMs() - days * DAY_MS).toISOString();
    for (const bench of [a, b, c]) bench.time.skip(9 * DAY_MS);
    const id = await say(a, 'vim is the editor');
    a.time.skip(9 * DAY_MS);
    const record = { content: 'helix is the editor', key: 'editor', createdAt: dayIso(3) };
    await mustBe(a.write.importRecords({ records: [record] }));
    await everywhere(id);
    for (const { read } of [a, b, c]) {
      const at = async (asOf: string) =>
        (await mustBe(read.search({ query: 'editor', asOf }))).results.map(
          ({ content, createdAt }) => [content, createdAt.slice(0, 10)] as const,
        );
      const day = dayIso(9).slice(0, 10);
      expect(await at(dayIso(10))).toEqual([]);
      expect(await at(dayIso(6))).toEqual([['vim is the editor', day]]);
      expect(await at(dayIso(4))).toEqual([['vim is the editor', day]]);
      expect(await at(dayIso(1))).toEqual([['helix is the editor', dayIso(3).slice(0, 10)]]);
    }
  });

  test('to forget the key forgets them everywhere, and a device that tells of them later brings none back', async () => {
    const { circle, a, b, c, say } = await setUp();
    await say(a, 'vim');
    const id = await say(a, 'helix');
    await circle.sync(a);
    await circle.sync(b);
    await say(c, 'emacs');
    await circle.sync(c);
    b.time.skip(60_000);
    await mustBe(b.write.forget({ ids: [id] }));
    await circle.rest();
    for (const bench of [...circle.devices, await circle.join()]) {
      const left = await facetsOn(bench, id);
      expect(left.filter((facet) => facet !== 'gone')).toEqual([]);
      expect(await bench.stores.writer.write((tx) => tx.revisionsOf([id]))).toEqual([]);
    }
    const again = await say(b, 'nano');
    await circle.rest();
    for (const { read } of [a, b, c])
      expect((await mustBe(read.history(again))).versions.map((one) => one.content)).toEqual(['nano']);
  });

  test('whatever is written where, and in whatever order it comes', async () => {
    const writes = fc.array(fc.record({ by: fc.nat(2), rests: fc.nat(3), skip: fc.nat(3) }), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(writes, fc.nat(1_000), async (steps, seed) => {
        const { circle, say } = await setUp();
        const random = createSeededRandom(seed);
        for (const [n, { by, rests, skip }] of steps.entries()) {
          const bench = circle.devices[by];
          if (bench === undefined) continue;
          bench.time.skip(skip * 1_000);
          await say(bench, `value ${n}`);
          if (rests === 0) await circle.sync(bench, random);
        }
        await circle.rest(random);
        await circle.rest(random);
        const [first, ...others] = await Promise.all(
          [...circle.devices, await circle.join(random)].map(askAll),
        );
        for (const other of others) expect(other).toEqual(first);
      }),
      { ...FIXED, numRuns: 60 },
    );
  });
});

test('[RL-42] devices that know the same tell it in the same places', () => {
  const id = sampleKeyedId(1);
  const body = (at: number, rewrite?: number) =>
    bodyRegister(id, sampleHlc(at), `value ${at}`, rewrite === undefined ? {} : { rewrite });
  const told = pastToTell([body(9, 3)], [body(1), body(5, 1), body(7, 2), body(4, 1)]);
  expect(told.map(({ facet, hlc }) => [facet, hlc])).toEqual([
    ['past.2', sampleHlc(7)],
    ['past.1', sampleHlc(5)],
    ['past.3', sampleHlc(4)],
    ['past.0', sampleHlc(1)],
  ]);
  expect(pastToTell([body(9, 3), ...told], [body(1), body(5, 1)])).toEqual([]);
  expect(pastToTell([], [body(1)])).toEqual([]);
  // The server refused a stamp above that of the present value. [SY-C3]
  expect(pastToTell([body(9, 3)], [body(12, 4)])).toEqual([]);
});
