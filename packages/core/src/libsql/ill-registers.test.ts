/** Files of an earlier program that checked less, and damaged rows: each bad value affects only itself. */
import {
  type BodyValue,
  cadenceSchema,
  type EntityId,
  type FacetValue,
  hlcOf,
  LIMITS,
  memoryId,
  scheduleId,
} from '@cairn/schema';
import { afterEach, describe, expect, test } from 'vitest';
import { planWrite } from '../engine/write/write-registers.ts';
import { mustBe } from '../testing/engine-bench.ts';
import { openHostileBench } from '../testing/hostile-bench.ts';
import { sampleBody, sampleRegister } from '../testing/sample-memories.ts';
import { pageOf } from '../testing/sync-bench.ts';
import { checkValues } from './store-maintenance.ts';

type Bench = Awaited<ReturnType<typeof openHostileBench>>;
const open: Bench[] = [];
const bench = async (): Promise<Bench> => {
  const opened = await openHostileBench();
  open.push(opened);
  return opened;
};
afterEach(async () => {
  for (const one of open.splice(0)) await one.dispose();
});

const id = (n: number): EntityId => memoryId(1_700_000_000_000 + n, new Uint8Array(10).fill(n));
const NODE = 'fedcba9876543210';
let ticks = 0;

/** Stores values as an earlier program did that checked only a value's type. */
const takeAnything = (device: Bench, ...facets: readonly (readonly [EntityId, FacetValue])[]) =>
  device.store.write(async (tx) => {
    const registers = facets.map(([entity, facet]) =>
      sampleRegister(entity, hlcOf(device.clock.nowMs() + 1_000 + ticks++, 0, NODE), facet, {
        kg: 1,
        seq: ticks,
      }),
    );
    await tx.apply(
      await planWrite(tx, registers, { origin: 'remote', nowMs: device.clock.nowMs(), inVault: true }),
    );
    await tx.apply({ meta: { limits: null } });
  });

const body = (content: string, fields: Partial<BodyValue> = {}): FacetValue => ({
  facet: 'body',
  value: sampleBody(content, fields),
});
const sql = (device: Bench, text: string) => device.store.exclusive((database) => database.script(text));
const listed = async ({ read }: Bench): Promise<readonly string[]> =>
  (await mustBe(read.list({ limit: 1_000 }))).memories.map(({ content }) => content).sort();
const unread = async ({ write }: Bench) => (await write.syncFacts()).unread;

describe('a file that an older program let a member fill', () => {
  const SCHEDULE = scheduleId(1_700_000_000_000, new Uint8Array(10).fill(1));
  const every = (cadence: unknown): FacetValue => ({
    facet: 'def',
    value: {
      ...{
        name: null,
        goal: 'Say hello',
        notify: 'always',
        project: null,
        channel: null,
        channelContext: null,
      },
      ...{ createdAt: 1, by: { device: sampleBody('').by.device, name: 'laptop', agent: null } },
      cadence: cadenceSchema.parse(cadence),
    },
  });
  const count = (device: string, n: number): FacetValue => ({
    facet: `count.${device}`,
    value: { n, first: 1, last: 2 },
  });
  const ILL: readonly (readonly [string, readonly FacetValue[]])[] = [
    [
      'two counters beyond what numbers hold',
      [body('counted'), count('a', 2 ** 53 - 1), count('b', 2 ** 53 - 1)],
    ],
    ['45,000 characters', [body('x'.repeat(45_000))]],
    ['4,000 tags', [body('tagged', { tags: Array.from({ length: 4_000 }, (_, at) => `${at}`) })]],
    [
      '4,000 tags of their own',
      [body('x'), { facet: 'tags', value: { tags: Array<string>(4_000).fill('x') } }],
    ],
    ['a time that no date holds', [body('late', { createdAt: 2 ** 53 - 1 })]],
    ['an incomplete character', [body('half \ud83d')]],
    ['more rewrites than there are', [body('x', { rewrite: 2 ** 53 - 1 })]],
  ];

  test.each(ILL)('[TR-6] %s: set aside at the start, and forgotten by its id', async (_name, facets) => {
    const device = await bench();
    await mustBe(device.write.remember({ content: 'what was there before' }));
    await takeAnything(device, ...facets.map((facet) => [id(1), facet] as const));
    if (facets.length === 3)
      await sql(device, `UPDATE memories SET seen_n = 540431955284459460 WHERE id = '${id(1)}'`);
    if (facets[0]?.facet === 'body' && !facets[0].value.content.isWellFormed()) {
      await mustBe(device.write.useKeys(device.keys));
    } else {
      // Every command also answers before anything was set aside.
      expect(await listed(device)).toContain('what was there before');
      await mustBe(device.read.context({}));
      await mustBe(device.read.exportPage(null, 10));
      await mustBe(device.write.useKeys(device.keys));
    }
    expect(await listed(device)).toContain('what was there before');
    expect((await unread(device)).out_of_range).toBeGreaterThan(0);
    expect(await device.write.syncFacts()).toMatchObject({
      unreadNamed: [{ entity: id(1), reason: 'out_of_range' }],
    });
    const found = await mustBe(device.care.check(false));
    expect(found.filter(({ status }) => status !== 'pass')).toEqual([]);
    expect(await mustBe(device.write.forget({ ids: [id(1)] }))).toMatchObject({ forgotten: [id(1)] });
    expect(await unread(device)).toEqual({});
    expect(await listed(device)).toEqual(['what was there before']);
    expect(await device.write.setIllAside('again')).toBe(0);
  });

  test.each([
    ['a second', { type: 'interval', seconds: 1, anchor: 0, timezone: null }],
    ['the end of time', { type: 'once', at: 8_640_000_000_000_001, timezone: null }],
    ['2,000 characters', { type: 'cron', expression: `${'1,'.repeat(1_000)}1 * * * *`, timezone: 'UTC' }],
  ])('[TR-6] a schedule of %s is set aside, and ended by its id', async (_name, cadence) => {
    const device = await bench();
    await takeAnything(device, [SCHEDULE, every(cadence)]);
    await device.write.tendSchedules();
    await mustBe(device.write.useKeys(device.keys));
    expect((await device.read.schedules({ limit: 10, offset: 0 })).total).toBe(0);
    expect(await unread(device)).toEqual({ out_of_range: 1 });
    await mustBe(device.write.forget({ ids: [SCHEDULE] }));
    expect(await unread(device)).toEqual({});
  });

  test('[TR-6] what such a value had replaced is there again, and another device is sent the bytes that came', async () => {
    const device = await bench();
    const saved = await mustBe(device.write.remember({ content: 'the good value', key: 'editor' }));
    const [entity] = (await device.store.write((tx) => tx.memoriesByKey('editor', null))).map(
      (row) => row.id,
    );
    if (entity === undefined) throw new Error('nothing was saved');
    await takeAnything(device, [
      entity,
      body('x'.repeat(45_000), { key: 'editor', namespace: 'default', rewrite: 1 }),
    ]);
    await mustBe(device.write.useKeys(device.keys));
    expect(await listed(device)).toEqual(['the good value']);
    const [kept] = await device.store.write((tx) => tx.quarantinedOf([entity]));
    expect(kept?.payload).not.toContain(Buffer.from('xxxxxx').toString('base64url'));
    const opened = kept === undefined ? null : device.sealer.open(kept);
    expect(opened).toMatchObject({ ok: true, value: expect.stringContaining('xxxx') });
    await mustBe(device.write.remember({ content: 'a better value', key: 'editor' }));
    expect(await unread(device)).toEqual({});
    expect((await mustBe(device.read.get(saved.id))).memory.content).toBe('a better value');
  });

  test('[TR-6] doctor names what it finds, and sets it aside on demand', async () => {
    const device = await bench();
    await takeAnything(device, [id(1), body('x'.repeat(45_000))]);
    const looked = await checkValues(device.store, device.write, false);
    expect(looked).toMatchObject({
      status: 'fail',
      message: expect.stringContaining(`${id(1)} (out_of_range)`),
    });
    expect(await checkValues(device.store, device.write, true)).toMatchObject({ status: 'fixed' });
    expect(await checkValues(device.store, device.write, true)).toMatchObject({ status: 'pass' });
  });

  test('[TR-6] in no vault the same happens, and nothing is enqueued', async () => {
    const device = await bench();
    await mustBe(device.write.leaveVault());
    await takeAnything(device, [id(1), body('x'.repeat(45_000))]);
    expect(await device.write.setIllAside('once')).toBe(1);
    expect(await device.write.syncFacts()).toMatchObject({ pending: 0, unread: { out_of_range: 1 } });
    await mustBe(device.write.forget({ ids: [id(1)] }));
    expect(await unread(device)).toEqual({});
  });
});

describe('what is beyond the limits when it comes', () => {
  test('[TR-6] waits in quarantine, heals with a program that takes it, and a tombstone ends it everywhere', async () => {
    const [device, other] = [await bench(), await bench()];
    const item = device.seal({
      entity: id(1),
      facet: 'body',
      json: JSON.stringify(sampleBody('y'.repeat(2_001))),
    });
    for (const one of [device, other])
      expect(await mustBe(one.write.applyPage(pageOf([item])))).toMatchObject({ applied: 0, quarantined: 1 });
    await mustBe(device.write.forget({ ids: [id(1)] }));
    const frozen = await mustBe(device.write.freezeBatch());
    const { items } = JSON.parse(new TextDecoder().decode(frozen?.bytes));
    expect(items).toMatchObject([{ entity: id(1), facet: 'gone' }]);
    await mustBe(other.write.applyPage(pageOf([{ ...items[0], seq: 2 }])));
    expect(await unread(other)).toEqual({});
    // Set aside, as if an earlier program had found it too large.
    const small = device.seal({ entity: id(2), facet: 'body', json: JSON.stringify(sampleBody('small')) });
    await other.store.write((tx) => tx.apply({ quarantineAdd: [{ ...small, reason: 'out_of_range' }] }));
    expect(await mustBe(other.write.useKeys(other.keys))).toEqual({ recovered: 1 });
    expect(await listed(other)).toEqual(['small']);
  });

  test('[TR-6] a rule of a profile is ended by the id of the profile, and nothing else of it', async () => {
    const device = await bench();
    const rule = { section: 'S', text: 'Use tabs' };
    await mustBe(device.write.changeProfile({ kind: 'item_add', document: 'rules', item: rule }));
    const [entity] = (await device.store.write((tx) => tx.registersAfter(null, 10))).map((one) => one.entity);
    if (entity === undefined) throw new Error('nothing was written');
    const value = { of: 'rules', section: 'S', text: 'x', enabled: true, order: 1e300 };
    const item = device.seal({ entity, facet: 'item.x', json: JSON.stringify(value) });
    await mustBe(device.write.applyPage(pageOf([item])));
    expect(await unread(device)).toEqual({ out_of_range: 1 });
    await mustBe(device.write.forget({ ids: [entity] }));
    expect(await unread(device)).toEqual({});
    expect((await device.read.profile()).rules.sections).toMatchObject([{ items: [{ text: 'Use tabs' }] }]);
  });

  test('[TR-6] counters that no device can have are set aside, and stay there', async () => {
    const device = await bench();
    const counters = Array.from({ length: LIMITS.countersPerMemoryMax + 3 }, (_, n) =>
      device.seal({ entity: id(1), facet: `count.${n}`, json: '{"n":1,"first":1,"last":2}' }),
    );
    const most = LIMITS.countersPerMemoryMax;
    expect(await mustBe(device.write.applyPage(pageOf(counters)))).toMatchObject({
      applied: most,
      quarantined: 3,
    });
    expect(await mustBe(device.write.useKeys(device.keys))).toEqual({ recovered: 0 });
    expect(await unread(device)).toEqual({ out_of_range: 3 });
  });
});

describe('a row that went bad', () => {
  const BAD = ["tags = '[1]'", "tags = '{}'", "source = 'rumour'", 'state = 9', "trust = 'some'"];

  test.each(BAD)(
    '[TR-6] with %s is left out of every page, told by doctor and made again',
    async (change) => {
      const device = await bench();
      for (let n = 1; n <= 5; n++) await mustBe(device.write.remember({ content: `memory ${n}` }));
      const first = (await mustBe(device.read.list({ limit: 1 }))).memories[0]?.id ?? '';
      await sql(device, 'DROP TRIGGER IF EXISTS memories_counts_update');
      await sql(device, `UPDATE memories SET ${change} WHERE id = '${first}'`).catch(() => undefined);
      const page = await mustBe(device.read.list({ limit: 2, all: true }));
      expect(page.memories).toHaveLength(2);
      expect(page.next).not.toBeNull();
      expect((await mustBe(device.read.exportPage(null, 2))).memories).toHaveLength(2);
      await mustBe(device.read.context({}));
      await mustBe(device.read.search({ query: 'memory' }));
      const found = await mustBe(device.care.check(true));
      expect(found.find((one) => one.id === 'projection')?.status).not.toBe('fail');
      expect((await mustBe(device.read.list({ limit: 10 }))).memories).toHaveLength(5);
      await mustBe(device.write.forget({ ids: [first] }));
      expect((await mustBe(device.read.list({ limit: 10 }))).memories).toHaveLength(4);
    },
  );

  test('[TR-6] whose id is forgotten while it is bad is gone', async () => {
    const device = await bench();
    const { id: bad } = await mustBe(device.write.remember({ content: 'memory' }));
    await sql(device, `UPDATE memories SET trust = 'some' WHERE id = '${bad}'`);
    await mustBe(device.write.forget({ ids: [bad] }));
    expect(await device.store.write((tx) => tx.registersOf([id(1)]))).toEqual([]);
    expect((await mustBe(device.read.list({ all: true }))).total).toBe(0);
  });

  test('[TR-6] of a schedule rings no alarm, and stops no other', async () => {
    const device = await bench();
    const cadence = { type: 'interval', seconds: 60 } as const;
    const bad = await mustBe(device.write.addSchedule({ goal: 'bad', cadence }, 'UTC'));
    const good = await mustBe(device.write.addSchedule({ goal: 'good', cadence }, 'UTC'));
    await sql(device, `UPDATE schedules SET notify = 'some' WHERE id = '${bad.row.id}'`);
    await sql(device, `UPDATE schedule_times SET next_run_at = 1 WHERE schedule = '${bad.row.id}'`);
    expect(await device.read.dueSchedules(10)).toEqual({ due: [], nextAt: good.times?.nextRunAt });
    await mustBe(device.care.check(true));
    expect((await device.read.schedules({ limit: 10, offset: 0 })).schedules).toHaveLength(2);
  });
});
