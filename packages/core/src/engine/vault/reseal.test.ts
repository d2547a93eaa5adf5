import { LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { beginningAt } from '../../sync/generation-bounds.ts';
import { sampleBody, sampleId } from '../../testing/sample-memories.ts';
import { createSyncBench, pageOf, pulledItem, value, verdictOn } from '../../testing/sync-bench.ts';

/** Makes a device whose `count` memories are on the server under generation 1. */
const synced = async (count: number) => {
  const bench = createSyncBench();
  await bench.enter();
  const ids = Array.from({ length: count }, (_, at) => sampleId(at + 1));
  await bench.write(
    ...ids.map((entity, at) => ({ entity, facet: 'body' as const, value: sampleBody(`memory ${at}`) })),
  );
  let head = 0;
  /** Pushes the next batch to the server. Returns the generations and stamps of the batch. */
  const push = async () => {
    const { body } = await bench.freeze();
    value(await bench.settle(body.items.map((item) => verdictOn(item, 'ok', ++head))));
    return body.items;
  };
  while ((await bench.sync.syncFacts()).pending > 0) await push();
  const bounds = { begun: [{ kg: 2, since: beginningAt(bench.time.nowMs()) }] };
  const two = { kg: 2, key: '22'.repeat(32) };
  const rekey = async (complete = 0) => {
    const keys = { ...bench.keys, kg: 2, keys: [...bench.keys.keys, two] };
    value(await bench.sync.useKeys({ ...keys, bounds: { ...bounds, complete } }));
    return value(await bench.sync.beginReseal(2));
  };
  return { bench, ids, push, rekey, nextHead: () => head };
};

describe('re-encryption', () => {
  test('[SY-S6] sends everything again under the new generation, with the stamps that it has', async () => {
    const { bench, ids, push, rekey } = await synced(3);
    const before = await bench.registers(...ids);
    expect(await rekey()).toEqual({ registers: 3 });
    const items = await push();
    expect(items.map(({ kg }) => kg)).toEqual([2, 2, 2]);
    expect(items.map(({ hlc }) => hlc)).toEqual(before.map(({ hlc }) => hlc));
    expect((await bench.sync.syncFacts()).reseal).toEqual({
      ...{ kg: 2, done: 3, total: 3, isOver: false },
      isDone: false,
    });
    expect(value(await bench.sync.freezeBatch())).toBeNull();
    expect((await bench.registers(...ids)).map(({ value: kept }) => kept)).toEqual(
      before.map(({ value: kept }) => kept),
    );
  });

  test('[SY-S6] a save waits for one batch at most, and goes before the rest', async () => {
    const count = LIMITS.batchItemsMax + 20;
    const { bench, push, rekey } = await synced(count);
    await rekey();
    const first = await bench.freeze();
    const saved = sampleId(count + 1);
    await bench.write({ entity: saved, facet: 'body', value: sampleBody('meanwhile') });
    expect(first.items).toBe(LIMITS.batchItemsMax);
    const one = await bench.settle(first.body.items.map((item, at) => verdictOn(item, 'ok', 1_000 + at)));
    expect(value(one)).toMatchObject({ pending: 1, resealing: true });
    expect((await push()).map(({ entity }) => entity)).toEqual([saved]);
    const rest = (await push()).filter(({ entity }) => entity !== saved);
    expect(rest).toHaveLength(20);
    expect(value(await bench.sync.freezeBatch())).toBeNull();
    expect((await bench.sync.syncFacts()).reseal).toMatchObject({ done: count + 1, total: count + 1 });
  });

  test('[SY-S6] goes on where it was, and without the new key it waits', async () => {
    const { bench, push, rekey } = await synced(LIMITS.batchItemsMax + 5);
    await rekey();
    await push();
    // The engine is reopened and gets the key later.
    value(await bench.sync.useKeys(bench.keys));
    expect(value(await bench.sync.freezeBatch())).toBeNull();
    const again = { kg: 2, key: '22'.repeat(32) };
    value(await bench.sync.useKeys({ ...bench.keys, kg: 2, keys: [...bench.keys.keys, again] }));
    expect(await push()).toHaveLength(5);
  });

  test('[SY-S6] what another device has re-sealed already is stale or the same, and changes nothing', async () => {
    const { bench, ids, rekey } = await synced(2);
    await rekey();
    const { body } = await bench.freeze();
    const [same, newer] = body.items;
    if (same === undefined || newer === undefined) throw new Error('there are two');
    const verdicts = [verdictOn(same, 'ok', 1), verdictOn(newer, 'stale', 9)];
    expect(value(await bench.settle(verdicts, { head: 9 }))).toMatchObject({ pending: 0, behind: true });
    expect(await bench.registers(...ids)).toHaveLength(2);
  });

  test('[SY-S6] a batch that was sealed under the old key comes late, and goes out again', async () => {
    const { bench, push, rekey } = await synced(1);
    await rekey();
    await push();
    const late = sampleId(50);
    const other = createSyncBench();
    await other.enter();
    await other.write({ entity: late, facet: 'body', value: sampleBody('from a frozen batch') });
    const [register] = await other.registers(late);
    if (register === undefined) throw new Error('it was written');
    value(await bench.sync.applyPage(pageOf([pulledItem(register, 20, 1)])));
    expect((await push()).map(({ entity, kg }) => [entity, kg])).toEqual([[late, 2]]);
  });

  test('[TR-17] an unread value that a register has the place of is not sent for ever, and goes', async () => {
    const { bench, ids, push, rekey } = await synced(1);
    await rekey();
    await push();
    const [held] = await bench.registers(...ids);
    if (held === undefined) throw new Error('it was written');
    const unread = (hlc: typeof held.hlc, facet: string) =>
      ({ ...pulledItem(held, 1, 1), hlc, facet, reason: 'unknown' }) as const;
    await bench.store.write((tx) =>
      tx.apply({ quarantineAdd: [unread(held.hlc, held.facet), unread(held.hlc, 'later')] }),
    );
    await rekey(2);
    const [only, ...others] = await push();
    expect([only?.facet, only?.kg, others]).toEqual(['later', 2, []]);
    expect(value(await bench.sync.freezeBatch())).toBeNull();
    expect((await bench.sync.syncFacts()).unread).toEqual({ unknown: 1 });
  });

  test('in no vault there is nothing to encrypt, and leaving forgets the place', async () => {
    const bench = createSyncBench();
    expect(await bench.sync.beginReseal(2)).toMatchObject({ ok: false, error: { kind: 'not_in_vault' } });
    await bench.enter();
    value(await bench.sync.beginReseal(2));
    value(await bench.sync.leaveVault());
    expect((await bench.sync.syncFacts()).reseal).toBeNull();
  });
});
