/** Lost histories, and what was forgotten while a device was away, tested on the use cases of one device. */
import type { EntityId, PulledItem, PullResponse } from '@cairn/schema';
import { expect, test } from 'vitest';
import {
  bodyRegister,
  goneRegister,
  sampleBody,
  sampleHlc,
  sampleId,
  sampleKeyedId,
} from '../testing/sample-memories.ts';
import {
  benchAnchor,
  createSyncBench,
  pageOf,
  pulledItem,
  type SyncBench,
  value,
  verdictOn,
} from '../testing/sync-bench.ts';

const EPOCH = 'e1'.repeat(16);

/** Returns the page of a server that was restored. */
const afresh = (items: readonly PulledItem[], fields: Partial<PullResponse> = {}): PullResponse =>
  pageOf(items, { epoch: EPOCH, expected: items.length, ...fields });

const unreadable = (seq: number): PulledItem => ({
  entity: sampleId(90),
  facet: 'mood',
  hlc: sampleHlc(90),
  v: 3,
  kg: 1,
  payload: Buffer.from('{"of": "the future"}').toString('base64url'),
  seq,
});

/** Makes a device that pulled other devices' memories 1 to `count`, and has everything confirmed. */
const settledWith = async (count: number): Promise<{ bench: SyncBench; items: readonly PulledItem[] }> => {
  const bench = createSyncBench();
  await bench.enter();
  const items = Array.from({ length: count }, (_, at) =>
    pulledItem(bodyRegister(sampleId(at + 1), sampleHlc(at + 1), `memory ${at + 1}`), at + 1),
  );
  value(await bench.sync.applyPage(pageOf(items)));
  return { bench, items };
};

const shown = async (bench: SyncBench): Promise<readonly EntityId[]> =>
  (await bench.stores.reader.rowsAfter(null, 100)).map(({ id }) => id);
const sentBy = async (bench: SyncBench) => (await bench.freeze()).body.items;
const acknowledge = async (bench: SyncBench, items: readonly PulledItem[], from = 100) =>
  value(
    await bench.settle(
      items.map((item, at) => verdictOn(item, 'ok', from + at)),
      { anchor: benchAnchor(from + items.length), head: from + items.length },
    ),
  );
test('[SY-E2] what the restored server lacks is sent again in the new epoch from number 1, tombstones first, by any writer', async () => {
  const { bench, items } = await settledWith(3);
  const gone = pulledItem(goneRegister(sampleId(9), sampleHlc(50)), 4);
  value(await bench.sync.applyPage(pageOf([gone])));
  await bench.write({ entity: sampleId(20), facet: 'body', value: sampleBody('never sent') });
  const before = await bench.freeze();
  value(await bench.sync.heal('epoch_changed'));
  expect(await bench.sync.syncFacts()).toMatchObject({ inflight: 1, pending: 1, pull: { cursor: null } });
  // The server still has memory 1, and one that this device does not know.
  const other = pulledItem(bodyRegister(sampleId(30), sampleHlc(30), 'from elsewhere'), 2);
  const outcome = value(await bench.sync.applyPage(afresh([...items.slice(0, 1), other])));
  expect(outcome).toMatchObject({ bootstrapDone: true, next: 'push' });
  const first = await bench.freeze();
  expect(first.body).toMatchObject({ epoch: EPOCH, anchor: benchAnchor(2), pushNo: 1 });
  expect(first.body.items.map(({ entity, facet }) => [entity, facet])).toEqual([
    [sampleId(9), 'gone'],
    [sampleId(20), 'body'],
  ]);
  expect(first.body.items[1]?.hlc).toBe(before.body.items[0]?.hlc);
  expect((await acknowledge(bench, first.body.items)).pending).toBe(2);
  const second = await bench.freeze();
  expect(second.pushNo).toBe(2);
  expect(second.body.items).toMatchObject(items.slice(1).map(({ entity, hlc }) => ({ entity, hlc })));
  expect((await acknowledge(bench, second.body.items, 200)).pending).toBe(0);
  const { healing, healed } = await bench.sync.syncFacts();
  expect(healing).toBeNull();
  expect(healed).toMatchObject({ why: 'epoch_changed', sent: 3 });
});

test('[RL-10] a batch whose outcome is unknown goes out again as it was when the server is put back to the same epoch', async () => {
  const { bench } = await settledWith(1);
  await bench.write({ entity: sampleId(20), facet: 'body', value: sampleBody('sent, and not answered') });
  const before = await bench.freeze();
  value(await bench.sync.heal('epoch_changed'));
  expect(value(await bench.sync.freezeBatch())).toBeNull();
  // The server was restored again, to a backup that has the push.
  value(await bench.sync.applyPage(pageOf([], { expected: 0 })));
  const after = await bench.freeze();
  expect([after.pushNo, after.body]).toEqual([before.pushNo, before.body]);
});

test('[SY-E2] until everything was pulled nothing is sent, and a device that is killed goes on where it was', async () => {
  const { bench, items } = await settledWith(4);
  await bench.write({ entity: sampleId(20), facet: 'body', value: sampleBody('mine') });
  value(await bench.sync.heal('push_gap'));
  const killed = async (): Promise<SyncBench> => {
    const next = createSyncBench({ stores: bench.stores });
    value(await next.sync.useKeys(next.keys));
    return next;
  };
  let device = await killed();
  expect(value(await device.sync.freezeBatch())).toBeNull();
  value(await device.sync.applyPage(afresh([], { cursor: 'p1', hasMore: true, expected: 2, high: 0 })));
  device = await killed();
  expect(value(await device.sync.freezeBatch())).toBeNull();
  expect((await device.sync.syncFacts()).pull).toMatchObject({ cursor: 'p1' });
  value(await device.sync.applyPage(afresh(items.slice(0, 2), { expected: 2 })));
  device = await killed();
  const sent = await sentBy(device);
  expect(sent.map(({ entity }) => entity)).toEqual([sampleId(3), sampleId(4), sampleId(20)].sort());
  device = await killed();
  expect((await device.freeze()).body.items).toEqual(sent);
  expect((await acknowledge(device, sent)).pending).toBe(0);
  expect((await device.sync.syncFacts()).healing).toBeNull();
});

test('[SY-M6] [SY-E2] what this device cannot read is sent again byte for byte, and a verdict settles it', async () => {
  const { bench } = await settledWith(1);
  value(await bench.sync.applyPage(pageOf([unreadable(2)])));
  value(await bench.sync.heal('epoch_changed'));
  value(await bench.sync.applyPage(afresh([])));
  const sent = await sentBy(bench);
  const { seq: _, ...bytes } = unreadable(2);
  expect(sent).toContainEqual(bytes);
  expect((await acknowledge(bench, sent)).pending).toBe(0);
  expect((await bench.sync.syncFacts()).quarantined).toBe(1);
  value(await bench.sync.heal('epoch_changed'));
  value(await bench.sync.applyPage(afresh(sent.map((item, at) => ({ ...item, seq: at + 1 })))));
  expect(value(await bench.sync.freezeBatch())).toBeNull();
});

test('[SY-E2] two values of one register, of which one cannot be read, never share a batch', async () => {
  const { bench } = await settledWith(0);
  value(await bench.sync.applyPage(pageOf([{ ...unreadable(1), entity: sampleId(1), facet: 'body' }])));
  value(await bench.sync.heal('epoch_changed'));
  value(await bench.sync.applyPage(afresh([])));
  const { pushNo } = await bench.freeze();
  value(await bench.sync.thawBatch(pushNo, 'as_is'));
  const [own] = await bench.write({ entity: sampleId(1), facet: 'body', value: sampleBody('readable') });
  const first = await sentBy(bench);
  expect(first.map(({ hlc }) => hlc)).toEqual([sampleHlc(90)]);
  await acknowledge(bench, first);
  expect((await sentBy(bench)).map(({ hlc }) => hlc)).toEqual([own]);
});

test('[SY-E2] stamps that others have seen are not taken back when the server calls the clock ahead', async () => {
  const { bench } = await settledWith(1);
  value(await bench.sync.heal('epoch_changed'));
  value(await bench.sync.applyPage(afresh([])));
  const [again] = await sentBy(bench);
  if (again === undefined) throw new Error('nothing was sent');
  bench.clock.skewMs = -10 * 365 * 86_400_000;
  const settled = value(
    await bench.settle([verdictOn(again, 'clock_ahead')], { head: 0, anchor: benchAnchor(0) }),
  );
  expect(settled).toMatchObject({ restamped: 0, pending: 1 });
  expect((await sentBy(bench))[0]?.hlc).toBe(again.hlc);
});

test('[SY-E2] a second restore in the middle of a healing begins again, and what was to be sent again is decided again', async () => {
  const { bench, items } = await settledWith(3);
  value(await bench.sync.heal('epoch_changed'));
  value(await bench.sync.applyPage(afresh([])));
  expect(await sentBy(bench)).toHaveLength(3);
  expect((await bench.sync.syncFacts()).again).toBe(3);
  value(await bench.sync.heal('epoch_changed'));
  expect(await bench.sync.syncFacts()).toMatchObject({ again: 0, pending: 0 });
  const epoch = 'e2'.repeat(16);
  value(await bench.sync.applyPage(afresh(items.slice(0, 2), { epoch })));
  const { body } = await bench.freeze();
  expect(body).toMatchObject({ epoch, pushNo: 1 });
  expect(body.items.map(({ entity }) => entity)).toEqual([sampleId(3)]);
});

test('[TR-1] [SY-E4] an empty vault after `resync_required` takes nothing: what the server does not show is sent to it', async () => {
  const { bench, items } = await settledWith(13);
  value(await bench.sync.applyPage(pageOf([unreadable(14)])));
  value(await bench.sync.heal('resync_required'));
  // The answer of a hostile server. No device believes it.
  const page = pageOf([], { expected: 0, tombFloor: 1_000_000_000, head: 14, high: 14 });
  expect(value(await bench.sync.applyPage(page)).next).toBe('push');
  expect(await shown(bench)).toHaveLength(13);
  const sent = await sentBy(bench);
  expect(sent.map(({ entity }) => entity)).toEqual([...items.map(({ entity }) => entity), sampleId(90)]);
  await acknowledge(bench, sent);
  const facts = await bench.sync.syncFacts();
  expect(facts).toMatchObject({ quarantined: 1, pending: 0, healing: null });
  expect(facts.healed).toMatchObject({ why: 'resync_required', sent: 14 });
});

test('[TR-2] [SY-E4] who comes back after a year forgets what was forgotten meanwhile, and sends what was never sent', async () => {
  const { bench, items } = await settledWith(4);
  await bench.write({ entity: sampleId(20), facet: 'body', value: sampleBody('written while away') });
  await bench.write({ entity: sampleId(1), facet: 'tags', value: { tags: ['of one that is forgotten'] } });
  value(await bench.sync.heal('resync_required'));
  // The anchors are deleted, the tombstones are not.
  const tombstones = [
    pulledItem(goneRegister(sampleId(1), sampleHlc(50)), 10),
    pulledItem(goneRegister(sampleId(2), sampleHlc(51)), 11),
  ];
  value(
    await bench.sync.applyPage(
      pageOf([...tombstones, ...items.slice(2)], { expected: 4, head: 12, high: 12 }),
    ),
  );
  expect(await shown(bench)).toEqual([sampleId(3), sampleId(4), sampleId(20)]);
  const sent = await sentBy(bench);
  expect(sent.map(({ entity }) => entity)).toEqual([sampleId(20)]);
  await acknowledge(bench, sent);
  expect(await bench.sync.syncFacts()).toMatchObject({ pending: 0, dead: 0, healing: null });
});

test('[SY-E4] what comes back to a server that lost its tombstone is forgotten again', async () => {
  const { bench } = await settledWith(0);
  const [entity, key, twice] = [sampleId(1), sampleKeyedId(1), sampleId(2)];
  const tombstones = [
    pulledItem(goneRegister(twice, sampleHlc(3)), 3),
    pulledItem(goneRegister(entity, sampleHlc(4)), 4),
    pulledItem(goneRegister(key, sampleHlc(5)), 5),
  ];
  value(await bench.sync.applyPage(pageOf(tombstones)));
  const named = { key: 'editor', namespace: 'default' };
  const back = [
    pulledItem(bodyRegister(entity, sampleHlc(1), 'forgotten'), 8),
    pulledItem(bodyRegister(key, sampleHlc(9), 'learnt again', named), 9),
    pulledItem(goneRegister(twice, sampleHlc(2)), 10),
  ];
  expect(value(await bench.sync.applyPage(pageOf(back))).next).toBe('push');
  expect((await sentBy(bench)).map((item) => [item.entity, item.facet, item.hlc])).toEqual([
    [twice, 'gone', sampleHlc(3)],
    [entity, 'gone', sampleHlc(4)],
  ]);
  expect(await shown(bench)).toEqual([key]);
});
