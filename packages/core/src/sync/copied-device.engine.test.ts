import { deviceId, hlcNode, nodeOf } from '@cairn/schema';
import { expect, test } from 'vitest';
import {
  bodyRegister,
  sampleBody,
  sampleDevice,
  sampleHlc,
  sampleId,
  sampleRegister,
} from '../testing/sample-memories.ts';
import {
  BENCH_EPOCH,
  benchAnchor,
  createSyncBench,
  pageOf,
  pulledItem,
  value,
} from '../testing/sync-bench.ts';

test('[SY-E3] what a copy has stamped alike is no echo, and after the fork both values are there, each under a stamp of its own', async () => {
  const bench = createSyncBench();
  await bench.enter();
  const [hlc] = await bench.write({ entity: sampleId(1), facet: 'body', value: sampleBody('of this one') });
  const other = pulledItem(bodyRegister(sampleId(1), hlc ?? sampleHlc(1), 'of the copy'), 1);
  value(await bench.sync.applyPage(pageOf([other])));
  expect((await bench.sync.syncFacts()).pending).toBe(1);
  const device = { id: deviceId(5, new Uint8Array(10).fill(9)), name: 'laptop' };
  const push = { epoch: BENCH_EPOCH, anchor: benchAnchor(1), lastPushNo: 0, head: 1 };
  value(await bench.sync.fork(device, push));
  const [own] = await bench.registers(sampleId(1));
  expect(hlcNode(own?.hlc ?? sampleHlc(1))).toBe(nodeOf(device.id));
  expect(own?.hlc.slice(0, 16)).toBe(hlc?.slice(0, 16));
  value(await bench.sync.applyPage(pageOf([other])));
  const winner = (own?.hlc ?? '') > other.hlc ? 'of this one' : 'of the copy';
  expect(await bench.stores.reader.memory(sampleId(1))).toMatchObject({ content: winner });
});

test('[SY-E3, RL-6] what a copy said of tags takes the place of nothing that was said since', async () => {
  const bench = createSyncBench();
  await bench.enter();
  const body = pulledItem(bodyRegister(sampleId(1), sampleHlc(1), 'with tags'), 1);
  value(await bench.sync.applyPage(pageOf([body])));
  const facet = `tagged.${sampleDevice}` as const;
  await bench.write({
    entity: sampleId(1),
    facet,
    value: {
      tags: [
        ['after', 1],
        ['first', 1],
      ],
    },
  });
  const device = { id: deviceId(5, new Uint8Array(10).fill(9)), name: 'laptop' };
  const push = { epoch: BENCH_EPOCH, anchor: benchAnchor(2), lastPushNo: 0, head: 2 };
  value(await bench.sync.fork(device, push));
  const since = sampleRegister(sampleId(1), sampleHlc(2), {
    facet,
    value: {
      tags: [
        ['first', 2],
        ['since', 1],
      ],
    },
  });
  value(await bench.sync.applyPage(pageOf([body, pulledItem(since, 2)])));
  expect((await bench.stores.reader.memory(sampleId(1)))?.tags).toEqual(['after', 'since']);
  const sent = await bench.freeze();
  expect(sent.body.items.map((item) => item.facet)).toEqual([`tagged.${device.id}`]);
});

test('[SY-E3] after a fork everything is pulled again under a new identity, and at the end what the server lacks is pushed', async () => {
  const bench = createSyncBench();
  await bench.enter();
  await bench.write({ entity: sampleId(1), facet: 'body', value: sampleBody('server has it') });
  await bench.write({ entity: sampleId(2), facet: 'body', value: sampleBody('server lost it') });
  const { body } = await bench.freeze();
  value(
    await bench.settle(
      body.items.map((item, at) => ({
        entity: item.entity,
        facet: item.facet,
        verdict: 'ok' as const,
        seq: at + 1,
        hlc: item.hlc,
      })),
    ),
  );
  const device = { id: deviceId(5, new Uint8Array(10).fill(9)), name: 'laptop' };
  value(
    await bench.sync.fork(device, { epoch: BENCH_EPOCH, anchor: benchAnchor(2), lastPushNo: 0, head: 2 }),
  );
  const facts = await bench.sync.syncFacts();
  expect(facts).toMatchObject({
    device,
    pending: 0,
    inflight: 0,
    push: { lastPushNo: 0 },
    pull: { cursor: null },
  });
  const held = body.items.filter(({ entity }) => entity === sampleId(1));
  const outcome = value(
    await bench.sync.applyPage(
      pageOf(
        held.map((item) => ({ ...item, seq: 1 })),
        { expected: 1 },
      ),
    ),
  );
  expect(outcome.bootstrapDone).toBe(true);
  const again = await bench.freeze();
  expect(again.body.items.map(({ entity }) => entity)).toEqual([sampleId(2)]);
  expect(again.pushNo).toBe(1);
  const [mine] = await bench.write({ entity: sampleId(3), facet: 'body', value: sampleBody('later') });
  expect(mine?.slice(16)).not.toBe((body.items[0]?.hlc ?? '').slice(16));
  expect(device.id).not.toBe(sampleDevice);
});
