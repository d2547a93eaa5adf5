import { expect, test } from 'vitest';
import { sampleBody, sampleId } from '../testing/sample-memories.ts';
import { createSyncBench, value, verdictOn } from '../testing/sync-bench.ts';

const body = (n: number) => ({
  entity: sampleId(n),
  facet: 'body' as const,
  value: sampleBody(`memory ${n}`),
});

test('[SY-U9] refused because the vault is full, it lets tombstones go first, and is next again when none is left', async () => {
  const bench = createSyncBench();
  await bench.enter();
  await bench.write(body(1), body(2));
  await bench.freeze();
  expect(value(await bench.sync.thawBatch(1, 'ends_first'))).toBe(false);
  await bench.freeze();
  await bench.write({ entity: sampleId(9), facet: 'gone', value: { hash: null } });
  expect(value(await bench.sync.thawBatch(1, 'ends_first'))).toBe(true);
  const ends = await bench.freeze();
  expect([ends.pushNo, ...ends.body.items.map(({ facet }) => facet)]).toEqual([1, 'gone']);
  value(await bench.settle(ends.body.items.map((item, at) => verdictOn(item, 'ok', at + 1))));
  expect((await bench.freeze()).body.items.map(({ entity }) => entity)).toEqual([sampleId(1), sampleId(2)]);
  await bench.write({ entity: sampleId(8), facet: 'gone', value: { hash: null } });
  value(await bench.sync.thawBatch(2, 'ends_first'));
  await bench.freeze();
  expect(value(await bench.sync.thawBatch(2, 'ends_first'))).toBe(false);
  expect((await bench.freeze()).items).toBe(3);
});
