/** Attacks with stamps and server times of the far future, on every path into the store. [TR-5] */
import { type Hlc, hlcMs, hlcOf, isHlc, LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { createDriverBench, rests, until } from '../testing/driver-bench.ts';
import { sampleBody, sampleId } from '../testing/sample-memories.ts';
import {
  createSyncBench,
  pageOf,
  pulledItem,
  type SyncBench,
  value,
  verdictOn,
} from '../testing/sync-bench.ts';

const DAY = 86_400_000;
const YEAR = 365 * DAY;
const NODE = '00000000000000bb';
const FAR = `ffffffffffff0000${NODE}`;
const isFar = (text: string): text is Hlc => text === FAR;
const far = (): Hlc => {
  if (!isFar(FAR)) throw new Error('it is one');
  return FAR;
};

const heardTime = async (bench: SyncBench, aheadMs = 0): Promise<void> => {
  const now = bench.clock.nowMs();
  await bench.sync.noteServerTime({ serverTime: now + aheadMs, sentAt: now, receivedAt: now });
};

const fromElsewhere = (n: number, hlc: Hlc, content = `elsewhere ${n}`) =>
  ({ entity: sampleId(n), facet: 'body', value: sampleBody(content), hlc, kg: 1, seq: null }) as const;

const clockOf = (bench: SyncBench) =>
  bench.store.write(async (tx) => ({ clock: await tx.meta('clock'), published: await tx.meta('published') }));

describe('a stamp of the future', () => {
  test('[TR-5] waits in quarantine, moves no clock, and is read when its time has come', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await heardTime(bench);
    const [own] = await bench.write({ entity: sampleId(1), facet: 'body', value: sampleBody('mine') });
    const later = hlcOf(bench.time.nowMs() + DAY, 0, NODE);
    const page = pageOf([pulledItem(fromElsewhere(2, later), 1), pulledItem(fromElsewhere(3, far()), 2)], {
      head: 2,
    });
    expect(value(await bench.sync.applyPage(page))).toMatchObject({ applied: 0, quarantined: 2 });
    expect((await bench.sync.syncFacts()).unread).toEqual({ future: 2 });
    expect((await clockOf(bench)).clock).toBe(own);
    bench.time.skip(DAY);
    value(await bench.sync.applyPage(pageOf([], { head: 2 })));
    expect(await bench.registers(sampleId(2))).toHaveLength(1);
    expect((await bench.sync.syncFacts()).unread).toEqual({ future: 1 });
  });

  test('[TR-5] is not let in by keys that arrive, by a repair, or in place of what is only unreadable', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await heardTime(bench);
    const unknownKey = pulledItem(fromElsewhere(4, hlcOf(bench.time.nowMs(), 0, NODE)), 1, 9);
    value(await bench.sync.applyPage(pageOf([unknownKey], { head: 1 })));
    const ahead = pulledItem(fromElsewhere(4, far()), 2);
    value(await bench.sync.takeRegisters([ahead, pulledItem(fromElsewhere(5, far()), 3)]));
    value(await bench.sync.useKeys(bench.keys));
    expect((await bench.sync.syncFacts()).unread).toEqual({ no_key: 1, future: 1 });
    expect(await bench.registers(sampleId(4), sampleId(5))).toHaveLength(0);
  });

  test('[TR-5] is never sent, and does not keep a true value from being sent', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await heardTime(bench);
    const [own] = await bench.write({ entity: sampleId(1), facet: 'body', value: sampleBody('mine') });
    const item = (await bench.freeze()).body.items[0];
    if (item === undefined) throw new Error('there is one');
    value(await bench.settle([verdictOn(item, 'ok', 1)]));
    value(await bench.sync.applyPage(pageOf([pulledItem(fromElsewhere(1, far()), 2)], { head: 2 })));
    value(await bench.sync.heal('epoch_changed'));
    value(await bench.sync.applyPage(pageOf([], { head: 0 })));
    expect((await bench.freeze()).body.items.map(({ hlc }) => hlc)).toEqual([own]);
  });
});

describe('a server that lies about the time', () => {
  test('[TR-5] moves own stamps and the bound by a day at most', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await heardTime(bench);
    await heardTime(bench, 50 * YEAR);
    const [own] = await bench.write({ entity: sampleId(1), facet: 'body', value: sampleBody('mine') });
    expect(hlcMs(own ?? far()) - bench.time.nowMs()).toBeLessThanOrEqual(DAY);
    const ahead = pulledItem(fromElsewhere(2, hlcOf(bench.time.nowMs() + 2 * DAY, 0, NODE)), 1);
    expect(value(await bench.sync.applyPage(pageOf([ahead], { head: 1 }))).quarantined).toBe(1);
  });

  test('[TR-5] lets no stamp in that leaves later ones no room, however far it says it is', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await heardTime(bench, Number.MAX_SAFE_INTEGER - bench.clock.nowMs());
    const last = pulledItem(fromElsewhere(2, hlcOf(2 ** 48 - 1, LIMITS.hlcCounterMax, 'f'.repeat(16))), 1);
    expect(value(await bench.sync.applyPage(pageOf([last], { head: 1 }))).quarantined).toBe(1);
    const [own = ''] = await bench.write({ entity: sampleId(1), facet: 'body', value: sampleBody('mine') });
    expect(isHlc(own)).toBe(true);
  });

  test('[TR-33] does not make a file with a far stamp begin again and again', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.store.write((tx) => tx.apply({ registers: [fromElsewhere(2, far())] }));
    await heardTime(bench, Number.MAX_SAFE_INTEGER - bench.clock.nowMs());
    value(await bench.sync.applyPage(pageOf([], { head: 1 })));
    const again = value(await bench.sync.applyPage(pageOf([], { head: 1 })));
    expect(again).toMatchObject({ hasMore: false, bootstrapDone: true });
  });

  test('[TR-5] a bound that was learnt outlives a restart', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await heardTime(bench);
    const restarted = createSyncBench({ stores: bench.stores });
    await heardTime(restarted, 50 * YEAR);
    expect((await restarted.sync.syncFacts()).offset?.ms).toBe(DAY);
  });
});

describe('an honest server whose clock is wrong', () => {
  /** Two replicas of the server answer in turn, and one is three hours ahead. */
  const AHEAD = 3 * 3_600_000;

  test.each([AHEAD, 2 * DAY, 400 * DAY])(
    '[RL-39] by %i ms moves no own stamp so far that another device has to set it aside',
    async (aheadMs) => {
      const bench = createSyncBench();
      await bench.enter();
      await heardTime(bench);
      await heardTime(bench, aheadMs);
      const [own = far()] = await bench.write({
        entity: sampleId(1),
        facet: 'body',
        value: sampleBody('mine'),
      });
      const other = createSyncBench();
      await other.enter();
      await heardTime(other);
      const item = pulledItem({ ...fromElsewhere(1, own), hlc: own }, 1);
      expect(value(await other.sync.applyPage(pageOf([item], { head: 1 }))).quarantined).toBe(0);
    },
  );

  test('[RL-39] what was refused by the one that is right is stamped again with a time that both take', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await heardTime(bench);
    bench.clock.skewMs = AHEAD;
    await heardTime(bench);
    const [ahead = far()] = await bench.write({
      entity: sampleId(1),
      facet: 'body',
      value: sampleBody('mine'),
    });
    expect(hlcMs(ahead)).toBeGreaterThan(bench.time.nowMs() + AHEAD - 1);
    bench.clock.skewMs = 0;
    await heardTime(bench, AHEAD);
    const item = (await bench.freeze()).body.items[0];
    if (item === undefined) throw new Error('there is one');
    expect(value(await bench.settle([verdictOn(item, 'clock_ahead', null)])).restamped).toBe(1);
    const [again] = await bench.registers(sampleId(1));
    expect(hlcMs(again?.hlc ?? far())).toBeLessThanOrEqual(bench.time.nowMs() + LIMITS.clockAheadMsMax);
  });

  test('[RL-39] a device whose clock is slow stamps after everything that it has seen', async () => {
    const bench = createSyncBench();
    await bench.enter();
    bench.clock.skewMs = -2 * DAY;
    await heardTime(bench, 2 * DAY);
    const seen = hlcOf(bench.time.nowMs() - 5_000, 7, NODE);
    value(await bench.sync.applyPage(pageOf([pulledItem(fromElsewhere(1, seen), 1)], { head: 1 })));
    const [own = far()] = await bench.write({
      entity: sampleId(1),
      facet: 'body',
      value: sampleBody('mine'),
    });
    expect(own > seen).toBe(true);
    expect(hlcMs(own)).toBeLessThanOrEqual(bench.time.nowMs());
  });
});

describe('a file that is ill already', () => {
  /**
   * A file as an earlier version left it: the clock, an own value and another's value are of the year 2076, and all seem to be on the
   * server.
   */
  const illBench = async (): Promise<SyncBench> => {
    const bench = createSyncBench();
    await bench.enter();
    bench.clock.skewMs = 50 * YEAR;
    await bench.write({ entity: sampleId(1), facet: 'body', value: sampleBody('mine') });
    const item = (await bench.freeze()).body.items[0];
    if (item === undefined) throw new Error('there is one');
    value(await bench.settle([verdictOn(item, 'ok', 1)]));
    const ahead = fromElsewhere(2, hlcOf(bench.clock.nowMs(), 0, NODE));
    value(await bench.sync.applyPage(pageOf([pulledItem(ahead, 2)], { head: 2 })));
    bench.clock.skewMs = 0;
    return bench;
  };

  test('[TR-5] is mended at the next page: own values are stamped again and sent, those of others wait', async () => {
    const bench = await illBench();
    await heardTime(bench);
    expect(value(await bench.sync.applyPage(pageOf([], { head: 2 }))).next).toBe('pull');
    const facts = await bench.sync.syncFacts();
    expect(facts).toMatchObject({ healing: { why: 'stamps_ahead' }, unread: { future: 1 }, pending: 1 });
    const { clock, published } = await clockOf(bench);
    for (const stamp of [clock, published ?? clock])
      expect(hlcMs(stamp ?? far())).toBeLessThanOrEqual(bench.time.nowMs());
    const [mine] = await bench.registers(sampleId(1));
    expect(mine).toMatchObject({ value: { content: 'mine' }, seq: null });
    expect(await bench.registers(sampleId(2))).toHaveLength(0);
    value(await bench.sync.applyPage(pageOf([], { head: 2 })));
    expect((await bench.freeze()).body.items.map(({ entity }) => entity)).toEqual([sampleId(1)]);
  });

  test('[TR-5] no server can make a healthy file ill by naming an early time, nor an ill one believe a late one', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await heardTime(bench, -50 * YEAR);
    await bench.write({ entity: sampleId(1), facet: 'body', value: sampleBody('mine') });
    const item = (await bench.freeze()).body.items[0];
    if (item === undefined) throw new Error('there is one');
    value(await bench.settle([verdictOn(item, 'ok', 1)]));
    expect(value(await bench.sync.applyPage(pageOf([], { head: 1 }))).next).not.toBe('pull');
    const ill = await illBench();
    await heardTime(ill, 50 * YEAR + DAY);
    expect(value(await ill.sync.applyPage(pageOf([], { head: 2 }))).next).not.toBe('pull');
  });
});

describe('a slow clock, and a server with the same wrong time', () => {
  const HALF_A_DAY = DAY / 2;

  const bodyOf = async (bench: SyncBench) =>
    (await bench.registers(sampleId(1))).find(({ facet }) => facet === 'body');

  /** One value was sent and confirmed. Then both clocks are wrong, and the file is repaired. */
  const misled = async () => {
    const bench = createSyncBench();
    await bench.enter();
    await heardTime(bench);
    const [sent = far()] = await bench.write({
      entity: sampleId(1),
      facet: 'body',
      value: sampleBody('sent'),
    });
    const item = (await bench.freeze()).body.items[0];
    if (item === undefined) throw new Error('there is one');
    value(await bench.settle([verdictOn(item, 'ok', 1)]));
    bench.clock.skewMs = -HALF_A_DAY;
    await heardTime(bench, -30 * DAY);
    expect(value(await bench.sync.applyPage(pageOf([], { head: 1 }))).next).toBe('pull');
    return { bench, sent };
  };

  test('[TR-54] what was written meanwhile stays above the value that comes back, and is sent so', async () => {
    const { bench, sent } = await misled();
    const [early = far()] = await bench.write({
      entity: sampleId(1),
      facet: 'body',
      value: sampleBody('later'),
    });
    expect(early < sent).toBe(true);
    const returned = pulledItem({ ...fromElsewhere(1, sent, 'sent'), hlc: sent }, 1);
    await bench.sync.applyPage(pageOf([returned], { head: 1 }));
    expect(await bodyOf(bench)).toMatchObject({ value: { content: 'later' }, hlc: early });
    await heardTime(bench, HALF_A_DAY);
    value(await bench.sync.applyPage(pageOf([], { head: 1 })));
    const body = await bodyOf(bench);
    expect(body).toMatchObject({ value: { content: 'later' }, seq: null });
    expect((body?.hlc ?? early) > sent).toBe(true);
    expect((await bench.freeze()).body.items.map(({ hlc }) => hlc)).toContain(body?.hlc);
  });

  test('[TR-54] a value that was only moved stays below what another device wrote after it', async () => {
    const { bench, sent } = await misled();
    await heardTime(bench, HALF_A_DAY);
    const after = hlcOf(hlcMs(sent) + 1, 0, NODE);
    const theirs = pulledItem(fromElsewhere(1, after, 'theirs'), 2);
    value(await bench.sync.applyPage(pageOf([theirs], { head: 2 })));
    expect(await bodyOf(bench)).toMatchObject({ value: { content: 'theirs' }, hlc: after });
  });
});

test('[TR-5] a server that refuses every time is asked ever more slowly, with a sentence', async () => {
  const { bench, driver, transport, save, calls } = await createDriverBench();
  const push = transport.push;
  Object.assign(transport, {
    push: async (bytes: Uint8Array) => {
      const answer = await push(bytes);
      if (!answer.ok) return answer;
      const verdicts = answer.value.verdicts.map((one) => ({ ...one, verdict: 'clock_ahead', seq: null }));
      return { ok: true, value: { ...answer.value, verdicts } };
    },
  });
  bench.clock.skewMs = 10 * 60_000;
  await save(1);
  bench.clock.skewMs = 0;
  await driver.start();
  const began = bench.time.nowMs();
  await until(bench, () => bench.time.nowMs() - began > 10 * 60_000, 20 * 60_000);
  expect(calls.filter((call) => call === 'push').length).toBeLessThan(30);
  expect(driver.state().lastError?.message).toMatch(/accepted none|refuses the times/);
  await driver.stop();
  expect(rests(driver)()).toBe(false);
});

test('[TR-5] a server that promises more and sends nothing is asked ever more slowly', async () => {
  const { bench, driver, transport, calls } = await createDriverBench();
  const pull = transport.pull;
  Object.assign(transport, {
    pull: async (query: Parameters<typeof pull>[0]) => {
      const answer = await pull(query);
      return answer.ok ? { ok: true, value: { ...answer.value, hasMore: true } } : answer;
    },
  });
  await driver.start();
  const began = bench.time.nowMs();
  await until(bench, () => bench.time.nowMs() - began > 10 * 60_000, 20 * 60_000);
  expect(calls.filter((call) => call === 'pull').length).toBeLessThan(120);
  expect(driver.state().lastError?.message).toMatch(/sends no new/);
  await driver.stop();
});
