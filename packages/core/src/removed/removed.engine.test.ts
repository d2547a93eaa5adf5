/** Memories that many forgets of another device erase at once, tested on the use cases of one device. */
import { COMPARING_LIMITS, type EntityId, hlcOf, nodeOf } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createReadEngine } from '../engine/read-engine.ts';
import { createWriteEngine } from '../engine/write-engine.ts';
import { deriveKeyedId } from '../memory/content-hash.ts';
import { beginningAt } from '../sync/generation-bounds.ts';
import { createPlainSealer } from '../testing/plain-sealer.ts';
import {
  bodyRegister,
  goneRegister,
  SAMPLE_SALT,
  sampleBody,
  sampleDevice,
  sampleHlc,
  sampleId,
} from '../testing/sample-memories.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createSyncBench, pageOf, pulledItem, type SyncBench, value } from '../testing/sync-bench.ts';

const OTHER = '00000000000000bb';
const ids = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => sampleId(from + at));

/** Makes memories 1 to `count` of another device, and `forget`, which forgets them as that device. */
const withMemories = async (count: number) => {
  const bench = createSyncBench();
  await bench.enter();
  const bodies = ids(1, count).map((id, at) =>
    pulledItem(
      bodyRegister(id, sampleHlc(at + 1), `memory ${at + 1}`, { tags: ['red'], pinned: at === 0 }),
      at + 1,
    ),
  );
  value(await bench.sync.applyPage(pageOf(bodies)));
  let seq = 1_000;
  const forget = async (from: number, to: number, node = OTHER, kg = 1): Promise<void> => {
    const stamp = hlcOf(bench.time.nowMs(), 0, node);
    const items = ids(from, to).map((id) => pulledItem(goneRegister(id, stamp, 'aa'.repeat(32)), ++seq, kg));
    value(await bench.sync.applyPage(pageOf(items)));
  };
  const engine = createWriteEngine({
    store: bench.store,
    clock: bench.clock,
    random: createSeededRandom('removed'),
    makeSealer: async (keys) => createPlainSealer(keys),
  });
  const reader = createReadEngine({ store: bench.stores.reader, clock: bench.clock });
  return { bench, forget, engine, reader };
};

const shown = async ({ stores }: SyncBench): Promise<number> =>
  (await stores.reader.rowsAfter(null, 1_000)).length;
const aside = async ({ sync }: SyncBench): Promise<number> => (await sync.syncFacts()).removed;

test('[TR-3] few forgets of another device are final, as ever', async () => {
  const { bench, forget } = await withMemories(40);
  await forget(1, 20);
  expect([await shown(bench), await aside(bench)]).toEqual([20, 0]);
  expect(await bench.store.write((tx) => tx.meta('erasedAt'))).not.toBeNull();
});

test('[TR-3] many at once are gone from everything that shows, and kept aside with who forgot them', async () => {
  const { bench, forget, reader } = await withMemories(40);
  await forget(1, 30);
  expect([await shown(bench), await aside(bench)]).toEqual([10, 30]);
  expect(await bench.registers(sampleId(1))).toMatchObject([{ facet: 'gone' }]);
  const found = value(await reader.search({ query: 'memory 1', limit: 50 }));
  expect(found.results.map(({ id }) => id)).not.toContain(sampleId(1));
  expect((await reader.removed('others')).kept).toContainEqual({
    entity: sampleId(1),
    node: OTHER,
    at: bench.time.nowMs(),
    body: expect.objectContaining({ content: 'memory 1', tags: ['red'], pinned: true }),
  });
  // The daemon's own backups are erased only when the copies here are deleted.
  expect(await bench.store.write((tx) => tx.meta('erasedAt'))).toBeNull();
});

test('[TR-3] pages of few that are many together within a day are set aside from then on', async () => {
  const { bench, forget } = await withMemories(60);
  await forget(1, 15);
  await forget(16, 30);
  expect([await shown(bench), await aside(bench)]).toEqual([30, 15]);
  bench.time.skip(COMPARING_LIMITS.removedWindowMs);
  await forget(31, 45);
  expect(await aside(bench)).toBe(15);
});

test('[TR-3] a member that stamps its tombstones with the node of this device gains nothing by it', async () => {
  const { bench, forget } = await withMemories(40);
  await forget(1, 30, nodeOf(sampleDevice));
  expect([await shown(bench), await aside(bench)]).toEqual([10, 30]);
});

const KEYS = [
  { kg: 1, key: '11'.repeat(32) },
  { kg: 2, key: '22'.repeat(32) },
];

test('[TR-51] one forget under a key that a revoked device has leaves a copy; under the present key it is final', async () => {
  const { bench, forget, engine } = await withMemories(40);
  const bounds = { begun: [{ kg: 2, since: beginningAt(bench.time.nowMs()) }], complete: 0 };
  value(await bench.sync.useKeys({ ...bench.keys, kg: 2, keys: KEYS, bounds }));
  await forget(1, 1);
  expect([await shown(bench), await aside(bench)]).toEqual([39, 1]);
  await forget(2, 2, OTHER, 2);
  expect([await shown(bench), await aside(bench)]).toEqual([38, 1]);
  value(await engine.restoreRemoved({ by: 'others', ids: null }));
  expect([await shown(bench), await aside(bench)]).toEqual([39, 0]);
});

test('[TR-3] what this device forgot itself is not kept when its server sends it back', async () => {
  const { bench, forget, engine } = await withMemories(40);
  const ids = Array.from({ length: 30 }, (_, n) => sampleId(n + 1));
  value(await engine.forget({ ids }));
  await forget(1, 30, nodeOf(sampleDevice));
  expect([await shown(bench), await aside(bench)]).toEqual([10, 0]);
});

test('[TR-3] a bootstrap that brings tombstones of what never was here sets nothing aside', async () => {
  const { bench, forget } = await withMemories(1);
  await forget(100, 400);
  expect(await aside(bench)).toBe(0);
});

test('[TR-3] restored, they are new memories with all that they were, sent to the others; the old ids stay dead', async () => {
  const { bench, forget, engine, reader } = await withMemories(40);
  await forget(1, 30);
  const one = value(await engine.restoreRemoved({ by: 'others', ids: [sampleId(1)] }));
  const [restored] = one.restored;
  expect(one).toEqual({ restored: [{ from: sampleId(1), id: expect.any(String) }], skipped: [] });
  expect(restored?.id).not.toBe(sampleId(1));
  expect(value(await reader.get(restored?.id ?? '')).memory).toMatchObject({
    content: 'memory 1',
    tags: ['red'],
    pinned: true,
    createdAt: new Date(sampleBody('').createdAt).toISOString(),
  });
  expect((await bench.freeze()).body.items).toMatchObject([{ entity: restored?.id, facet: 'body' }]);
  expect(value(await engine.restoreRemoved({ by: 'others', ids: null })).restored).toHaveLength(29);
  expect([await shown(bench), await aside(bench)]).toEqual([40, 0]);
  expect(await engine.restoreRemoved({ by: 'others', ids: [sampleId(1)] })).toMatchObject({
    ok: false,
    error: { kind: 'not_found' },
  });
  // The tombstone still beats the old id.
  value(
    await bench.sync.applyPage(
      pageOf([pulledItem(bodyRegister(sampleId(1), sampleHlc(1), 'memory 1'), 2_000)]),
    ),
  );
  expect(await shown(bench)).toBe(40);
});

test('[TR-3] a key comes back as itself, unless it has a value again', async () => {
  const { bench, forget, engine } = await withMemories(40);
  const name = { key: 'editor', namespace: 'default', project: null };
  const id = deriveKeyedId(SAMPLE_SALT, name);
  const learn = (content: string) =>
    bench.write({ entity: id, facet: 'body', value: sampleBody(content, name) });
  const forgetKey = async (from: number) => {
    bench.time.skip(1_000);
    const stamp = hlcOf(bench.time.nowMs(), 0, OTHER);
    value(await bench.sync.applyPage(pageOf([pulledItem(goneRegister(id, stamp), from)])));
    bench.time.skip(1_000);
  };
  await forget(1, 30);
  await learn('vim');
  await forgetKey(3_000);
  expect(await aside(bench)).toBe(31);
  await learn('emacs');
  expect(value(await engine.restoreRemoved({ by: 'others', ids: [id] })).skipped).toEqual([id]);
  expect((await bench.stores.reader.memory(id))?.content).toBe('emacs');
  await forgetKey(3_001);
  expect(value(await engine.restoreRemoved({ by: 'others', ids: [id] })).restored).toEqual([
    { from: id, id },
  ]);
  expect((await bench.stores.reader.memory(id))?.content).toBe('emacs');
});

test('[TR-3] of two copies of one key, the newer comes back, and the other stays a copy', async () => {
  const { bench, engine } = await withMemories(1);
  const name = { key: 'editor', namespace: 'default', project: null };
  const id = deriveKeyedId(SAMPLE_SALT, name);
  // Before this device entered the vault, the key had another id.
  const [before, now] = [deriveKeyedId('cd'.repeat(32), name), id];
  const copy = (entity: EntityId, content: string, at: number) => ({
    ...{ entity, body: sampleBody(content, name), node: OTHER, at: bench.time.nowMs() + at },
  });
  await bench.store.write((tx) => tx.apply({ removedAdd: [copy(before, 'vim', 1), copy(now, 'emacs', 2)] }));
  expect(value(await engine.restoreRemoved({ by: 'others', ids: null }))).toEqual({
    restored: [{ from: now, id }],
    skipped: [before],
  });
  expect((await bench.stores.reader.memory(id))?.content).toBe('emacs');
  expect(await aside(bench)).toBe(1);
});

test('[TR-3, M-16] a clock that is once far ahead ends no copies', async () => {
  const { bench, forget, engine } = await withMemories(40);
  const hour = 3_600_000;
  const look = async (hours: number): Promise<number> => {
    let all = 0;
    for (let n = 0; n < hours; n++) {
      bench.time.skip(hour);
      all += (await engine.expireRemoved()).ended;
    }
    return all;
  };
  expect(await look(2)).toBe(0);
  await forget(1, 30);
  expect(await look(2)).toBe(0);
  for (let times = 0; times < 3; times++) {
    bench.time.skip(40 * 86_400_000);
    expect(await look(11)).toBe(0);
    bench.time.skip(-40 * 86_400_000);
    expect(await look(2)).toBe(0);
  }
  expect(await aside(bench)).toBe(30);
  // A clock that stays there is right.
  bench.time.skip(40 * 86_400_000);
  expect(await look(13)).toBe(30);
});

test('[TR-3] copies end when a person says so, forgets the id again, or after 30 days', async () => {
  const { bench, forget, engine } = await withMemories(40);
  await forget(1, 30);
  expect(value(await engine.dropRemoved({ by: 'others', ids: [sampleId(1)] }))).toEqual({ ended: 1 });
  expect(value(await engine.forget({ ids: [sampleId(2)] })).forgotten).toEqual([sampleId(2)]);
  expect(await aside(bench)).toBe(28);
  const { removedKeptMs, removedLookMs } = COMPARING_LIMITS;
  // A look ends what was over by the clock of the look before.
  const looksAt = async (ms: number) => {
    bench.time.skip(ms);
    return (await engine.expireRemoved()).ended;
  };
  expect(await looksAt(removedKeptMs - 1)).toBe(0);
  expect(await looksAt(removedLookMs)).toBe(0);
  expect(await looksAt(removedLookMs - 1)).toBe(0);
  expect(await looksAt(1)).toBe(28);
  expect(await aside(bench)).toBe(0);
  expect(await bench.store.write((tx) => tx.meta('erasedAt'))).toBe(bench.time.nowMs());
});
