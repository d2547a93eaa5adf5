/** Earlier values of a key whose stamps are taken back before they were sent. */
import { deviceId, hlcOf } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { createReadEngine } from '../engine/read-engine.ts';
import { sampleBody, sampleKeyedId } from '../testing/sample-memories.ts';
import {
  BENCH_EPOCH,
  benchAnchor,
  createSyncBench,
  pageOf,
  pulledItem,
  value,
  verdictOn,
} from '../testing/sync-bench.ts';

const ID = sampleKeyedId(1);

const setUp = async ({ isPulled }: { readonly isPulled: boolean }) => {
  const bench = createSyncBench();
  await bench.enter();
  if (isPulled) value(await bench.sync.applyPage(pageOf([])));
  const read = createReadEngine({ store: bench.stores.reader, clock: bench.clock });
  const save = (content: string, rewrite: number) => {
    bench.time.skip(1_000);
    const fields = { key: 'port', namespace: 'default', ...(rewrite === 0 ? {} : { rewrite }) };
    return bench.write({ entity: ID, facet: 'body', value: sampleBody(content, fields) });
  };
  const push = async (verdict: 'ok' | 'clock_ahead') => {
    const { items } = (await bench.freeze()).body;
    const verdicts = items.map((item, at) => verdictOn(item, verdict, verdict === 'ok' ? at + 1 : null));
    value(await bench.settle(verdicts));
    return items;
  };
  const history = async () => {
    const { versions, incomplete } = value(await read.history(ID));
    return { contents: versions.map(({ content }) => content), incomplete };
  };
  return { bench, save, push, history };
};

describe('[RL-42] an earlier value of a key', () => {
  for (const isPulled of [false, true])
    test(`[SY-C3] that a clock ahead had stamped keeps its place, once (${isPulled ? 'after' : 'in'} the first pull)`, async () => {
      const { bench, save, push, history } = await setUp({ isPulled });
      bench.clock.skewMs = 600_000;
      await save('one', 0);
      await save('two', 1);
      bench.clock.skewMs = 0;
      await push('clock_ahead');
      expect(await history()).toEqual({ contents: ['one', 'two'], incomplete: false });
      await push('ok');
      bench.time.skip(3_600_000);
      await save('three', 2);
      expect((await push('ok')).map(({ facet }) => facet)).toEqual(isPulled ? ['past.1', 'body'] : ['body']);
      expect(await history()).toEqual({ contents: ['one', 'two', 'three'], incomplete: false });
    });

  for (const isSent of [false, true])
    test(`[TR-5] that a clock years ahead had stamped keeps its place, once (${isSent ? 'sent' : 'unsent'})`, async () => {
      const { bench, save, push, history } = await setUp({ isPulled: true });
      bench.clock.skewMs = 730 * 86_400_000;
      await save('one', 0);
      await save('two', 1);
      if (isSent) await push('ok');
      await save('three', 2);
      bench.clock.skewMs = 0;
      const now = bench.clock.nowMs();
      await bench.sync.noteServerTime({ serverTime: now, sentAt: now, receivedAt: now });
      expect(value(await bench.sync.applyPage(pageOf([]))).next).toBe('pull');
      const contents = ['one', 'two', 'three'];
      expect(await history()).toEqual({ contents, incomplete: false });
      value(await bench.sync.applyPage(pageOf([])));
      expect((await push('ok')).map(({ facet }) => facet)).toEqual(['past.0', 'past.1', 'body']);
      bench.time.skip(3_600_000);
      await save('four', 3);
      expect((await push('ok')).map(({ facet }) => facet)).toEqual(['past.2', 'body']);
      expect(await history()).toEqual({ contents: [...contents, 'four'], incomplete: false });
    });

  test('[SY-C3] of another device is sent, although the server first refused its stamp', async () => {
    const { bench, save, push } = await setUp({ isPulled: true });
    const fields = { key: 'port', namespace: 'default' };
    const hlc = hlcOf(bench.clock.nowMs() + 90_000, 0, '00000000000000bb');
    const body = {
      entity: ID,
      facet: 'body',
      value: sampleBody('theirs', fields),
      hlc,
      kg: 1,
      seq: 1,
    } as const;
    value(await bench.sync.applyPage(pageOf([pulledItem(body, 1)])));
    await save('mine', 1);
    expect((await push('clock_ahead')).map(({ facet }) => facet)).toEqual(['past.0', 'body']);
    bench.time.skip(180_000);
    expect((await push('ok')).map(({ facet }) => facet)).toEqual(['past.0', 'body']);
  });

  test('[SY-E3] that a new identity sends is not told once more under the stamp of the former one', async () => {
    const { bench, save, push } = await setUp({ isPulled: true });
    await save('one', 0);
    await save('two', 1);
    await bench.freeze();
    const device = { id: deviceId(1_700_000_000_001, new Uint8Array(10).fill(1)), name: 'laptop' };
    const begun = { epoch: BENCH_EPOCH, anchor: benchAnchor(0), lastPushNo: 0, head: 0 };
    value(await bench.sync.fork(device, begun));
    value(await bench.sync.applyPage(pageOf([])));
    expect((await push('ok')).map(({ facet }) => facet)).toEqual(['past.0', 'body']);
    await save('three', 2);
    expect((await push('ok')).map(({ facet }) => facet)).toEqual(['past.1', 'body']);
  });
});
