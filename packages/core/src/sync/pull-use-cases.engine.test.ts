import { HLC_ZERO, hlcOf, type PulledItem, type PullResponse } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { StoreTransaction } from '../ports/store.ts';
import { createMemoryStore } from '../testing/memory-store.ts';
import { createPlainSealer } from '../testing/plain-sealer.ts';
import {
  bodyRegister,
  goneRegister,
  linkRegister,
  sampleBody,
  sampleHlc,
  sampleId,
  sampleKeyedId,
  sampleRegister,
} from '../testing/sample-memories.ts';
import { createSyncBench, pageOf, pulledItem, value, verdictOn } from '../testing/sync-bench.ts';
import { createSyncUseCases } from './sync-use-cases.engine.ts';

const bodies = (from: number, count: number): PulledItem[] =>
  Array.from({ length: count }, (_, n) =>
    pulledItem(bodyRegister(sampleId(from + n), sampleHlc(from + n), `memory ${from + n}`), from + n),
  );

const snapshot = (bench: ReturnType<typeof createSyncBench>) =>
  bench.store.write(async (tx) => ({
    registers: await tx.registersAfter(null, 10_000),
    quarantined: await tx.quarantined(100),
    outbox: await tx.outbox(100),
    clock: await tx.meta('clock'),
  }));

describe('a page', () => {
  test('[SY-P2] brings its rows and its cursor, and the clock rises to what was applied', async () => {
    const bench = createSyncBench();
    await bench.enter();
    const outcome = value(await bench.sync.applyPage(pageOf(bodies(1, 50))));
    expect(outcome).toMatchObject({ applied: 50, hasMore: false, quarantined: 0 });
    expect(outcome.memories).toHaveLength(50);
    expect((await bench.sync.syncFacts()).pull).toMatchObject({ cursor: 'c50', high: 50 });
    const [mine] = await bench.write({ entity: sampleId(99), facet: 'body', value: sampleBody('mine') });
    expect((mine ?? '') > sampleHlc(50)).toBe(true);
    expect((await bench.sync.syncFacts()).pending).toBe(1);
  });

  test('[SY-P2] that cannot be written moves no cursor', async () => {
    const stores = createMemoryStore();
    const bench = createSyncBench({ stores });
    await bench.enter();
    const before = await bench.sync.syncFacts();
    const failing = createSyncUseCases({
      clock: bench.clock,
      makeSealer: async (keys) => createPlainSealer(keys),
      store: { ...stores.writer, write: (work) => stores.writer.write((tx) => work(failOnApply(tx))) },
    });
    await expect(failing.applyPage(pageOf(bodies(1, 5)))).rejects.toThrow('disk full');
    expect((await bench.sync.syncFacts()).pull).toEqual(before.pull);
    expect((await snapshot(bench)).registers).toEqual([]);
  });

  test('[SY-P2] applied twice, or after a later one, changes nothing', async () => {
    const bench = createSyncBench();
    await bench.enter();
    const first = pageOf([...bodies(1, 3), unreadable(40, 40, 'x'), sealedUnder(9, 41)]);
    const newer = pageOf([
      pulledItem(sampleRegister(sampleId(1), sampleHlc(60), { facet: 'tags', value: { tags: ['b'] } }), 60),
      unreadable(40, 61, 'y'),
      pulledItem(goneRegister(sampleId(2), sampleHlc(62)), 62),
    ]);
    value(await bench.sync.applyPage(first));
    value(await bench.sync.applyPage(newer));
    const once = await snapshot(bench);
    value(await bench.sync.applyPage(first));
    value(await bench.sync.applyPage(newer));
    expect(await snapshot(bench)).toEqual(once);
  });

  test('[TR-7] what comes under the stamp of an own write acknowledges it only when it opens', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write({ entity: sampleId(1), facet: 'body', value: sampleBody('mine') });
    const { body } = await bench.freeze();
    const items = body.items.map((item) => ({ ...item, seq: 9 }));
    const garbled = items.map((item) => ({ ...item, payload: 'AAAA' }));
    const outcome = value(await bench.sync.applyPage(pageOf(garbled)));
    expect(outcome).toMatchObject({ garbled: 1, applied: 0 });
    expect(await bench.sync.syncFacts()).toMatchObject({ pending: 1, quarantined: 1 });
    expect(await bench.store.write((tx) => tx.meta('published'))).toBe(HLC_ZERO);
    expect(await bench.sync.namesToAsk()).toEqual([{ entity: sampleId(1), facet: 'body' }]);
    value(await bench.sync.takeRegisters(items));
    expect(await bench.sync.syncFacts()).toMatchObject({ pending: 0, quarantined: 0 });
    expect((await bench.registers(sampleId(1)))[0]).toMatchObject({ seq: 9 });
  });

  test.each([
    ['a store that was empty asks for, once all pages came', true],
    ['a store that was not has been given, if there is one', false],
  ])('[SY-P6] the tombstone of a successor of which nothing is here: %s', async (_, isEmpty) => {
    const bench = createSyncBench();
    if (!isEmpty) await bench.write({ entity: sampleId(9), facet: 'body', value: sampleBody('mine') });
    await bench.enter();
    const items = [
      pulledItem(bodyRegister(sampleId(1), sampleHlc(1), 'before'), 1),
      pulledItem(linkRegister(sampleId(1), sampleHlc(2), sampleId(2)), 2),
    ];
    value(await bench.sync.applyPage(pageOf(items, { hasMore: true, expected: 2 })));
    expect(await bench.sync.namesToAsk()).toEqual([]);
    value(await bench.sync.applyPage(pageOf([], { head: 2, expected: 2 })));
    const asked = isEmpty ? [{ entity: sampleId(2), facet: 'gone' }] : [];
    expect(await bench.sync.namesToAsk()).toEqual(asked);
    expect(await bench.sync.missingCount()).toBe(asked.length);
  });

  test('[TR-7] a server that shows an older sealing is sent the newer one again', async () => {
    const bench = createSyncBench();
    const keys = [...bench.keys.keys, { kg: 2, key: '22'.repeat(32) }];
    await bench.enter();
    value(await bench.sync.useKeys({ ...bench.keys, kg: 2, keys }));
    const register = bodyRegister(sampleId(1), sampleHlc(1), 'sealed again');
    value(await bench.sync.applyPage(pageOf([pulledItem(register, 7, 2)])));
    value(await bench.sync.heal('epoch_changed'));
    value(await bench.sync.applyPage(pageOf([pulledItem(register, 3, 1)], { expected: 1 })));
    expect((await bench.freeze()).body.items).toMatchObject([{ entity: sampleId(1), kg: 2 }]);
  });

  test('[SY-U6] an echo of our own write acknowledges it', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write({ entity: sampleId(1), facet: 'body', value: sampleBody('mine') });
    const { body } = await bench.freeze();
    value(await bench.sync.applyPage(pageOf(body.items.map((item) => ({ ...item, seq: 3 })))));
    expect(await bench.sync.syncFacts()).toMatchObject({ pending: 0, inflight: 1 });
    expect((await bench.registers(sampleId(1)))[0]?.seq).toBe(3);
    expect(
      value(
        await bench.settle([
          { ...body.items[0], verdict: 'ok', seq: 3, hlc: null, entity: sampleId(1), facet: 'body' },
        ]),
      ).pending,
    ).toBe(0);
  });

  test('a value that wins takes the loser out of the outbox', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write({ entity: sampleId(1), facet: 'tags', value: { tags: ['mine'] } });
    const theirs = sampleRegister(sampleId(1), hlcOf(bench.time.nowMs() + 9, 0, '00000000000000bb'), {
      facet: 'tags',
      value: { tags: ['theirs'] },
    });
    value(await bench.sync.applyPage(pageOf([pulledItem(theirs, 4)])));
    expect((await bench.sync.syncFacts()).pending).toBe(0);
    expect((await bench.registers(sampleId(1)))[0]).toMatchObject({ value: { tags: ['theirs'] }, seq: 4 });
  });

  test('outside a vault it is refused', async () => {
    expect(await createSyncBench().sync.applyPage(pageOf([]))).toMatchObject({
      ok: false,
      error: { kind: 'not_in_vault' },
    });
  });
});

describe('quarantine', () => {
  test('[SY-M6] what cannot be read is kept byte for byte and stops neither the rest nor the cursor', async () => {
    const bench = createSyncBench();
    await bench.enter();
    const odd = [
      unreadable(1, 1, 'a facet of the future'),
      {
        ...bodies(2, 1)[0],
        v: 7,
        entity: sampleId(2),
        facet: 'body',
        hlc: sampleHlc(2),
        kg: 1,
        payload: 'e30',
        seq: 2,
      },
      {
        ...bodies(3, 1)[0],
        entity: sampleId(3),
        facet: 'body',
        hlc: sampleHlc(3),
        v: 1,
        kg: 1,
        payload: 'bm90IGpzb24',
        seq: 3,
      },
      sealedUnder(9, 4),
    ];
    const outcome = value(await bench.sync.applyPage(pageOf([...odd, ...bodies(10, 2)])));
    expect(outcome).toMatchObject({ applied: 2, quarantined: 4, missingKeys: [9] });
    const { quarantined } = await snapshot(bench);
    expect(quarantined.map(({ reason: _, ...item }) => item)).toEqual(
      expect.arrayContaining(
        odd.map(({ entity, facet, hlc, seq, v, kg, payload }) => ({
          entity,
          facet,
          hlc,
          seq,
          v,
          kg,
          payload,
        })),
      ),
    );
    expect((await bench.sync.syncFacts()).pull?.high).toBe(11);
  });

  test('[SY-M6] is applied when the key arrives', async () => {
    const bench = createSyncBench();
    await bench.enter();
    value(await bench.sync.applyPage(pageOf([sealedUnder(2, 1)])));
    expect((await bench.sync.syncFacts()).quarantined).toBe(1);
    const keys = [...bench.keys.keys, { kg: 2, key: '22'.repeat(32) }];
    expect(value(await bench.sync.useKeys({ ...bench.keys, kg: 2, keys }))).toEqual({ recovered: 1 });
    expect((await bench.sync.syncFacts()).quarantined).toBe(0);
    expect(await bench.stores.reader.memory(sampleId(1))).toMatchObject({ content: 'sealed 1' });
    expect((await bench.sync.syncFacts()).pending).toBe(0);
  });

  test('[SY-M6] is sent again byte for byte, and a program that has learnt to read it applies it on retry', async () => {
    const bench = createSyncBench();
    await bench.enter();
    const odd = unreadable(1, 1, 'a facet of the future');
    value(await bench.sync.applyPage(pageOf([odd])));
    const key = { entity: odd.entity, facet: odd.facet };
    expect(value(await bench.sync.requeue([key, { ...key, facet: 'body' }]))).toEqual({ requeued: 1 });
    const { body: sent } = await bench.freeze();
    const { seq: _, ...item } = odd;
    expect(sent.items).toEqual([item]);
    value(await bench.settle([verdictOn(item, 'ok', 5)]));
    expect(await bench.sync.syncFacts()).toMatchObject({ pending: 0, quarantined: 1 });
    expect((await snapshot(bench)).quarantined).toMatchObject([{ seq: 5 }]);
    // This program can read what an older one set aside.
    const learnt = pulledItem(bodyRegister(sampleId(7), sampleHlc(7), 'learnt'), 6);
    await bench.store.write((tx) => tx.apply({ quarantineAdd: [{ ...learnt, reason: 'unknown' }] }));
    expect((await bench.sync.syncFacts()).unread).toEqual({ unknown: 2 });
    expect(value(await bench.sync.retryDead())).toEqual({ requeued: 0, recovered: 1 });
    expect(await bench.stores.reader.memory(sampleId(7))).toMatchObject({ content: 'learnt' });
    expect((await bench.sync.syncFacts()).unread).toEqual({ unknown: 1 });
  });

  test('[SY-M6] gives way to a newer value that can be read, and to a tombstone', async () => {
    const bench = createSyncBench();
    await bench.enter();
    value(await bench.sync.applyPage(pageOf([sealedUnder(9, 1), sealedUnder(9, 2), unreadable(2, 3, 'x')])));
    expect((await bench.sync.syncFacts()).quarantined).toBe(3);
    const readable = bodyRegister(sampleId(1), sampleHlc(500), 'newer');
    value(
      await bench.sync.applyPage(
        pageOf([pulledItem(readable, 8), pulledItem(goneRegister(sampleId(2), sampleHlc(501)), 9)]),
      ),
    );
    expect((await bench.sync.syncFacts()).quarantined).toBe(0);
  });

  test('[SY-M6] on a keyed memory a tombstone takes only what is older than itself', async () => {
    const bench = createSyncBench();
    await bench.enter();
    const entity = sampleKeyedId(1);
    const sealed = (hlc: number, facet: string, seq: number): PulledItem => ({
      ...sealedUnder(9, seq),
      entity,
      facet,
      hlc: sampleHlc(hlc),
    });
    value(await bench.sync.applyPage(pageOf([sealed(1, 'body', 1), sealed(9, 'flags', 2)])));
    value(await bench.sync.applyPage(pageOf([pulledItem(goneRegister(entity, sampleHlc(5)), 3)])));
    expect((await snapshot(bench)).quarantined.map(({ facet }) => facet)).toEqual(['flags']);
  });
});

describe('a bootstrap', () => {
  const page = (items: PulledItem[], fields: Partial<PullResponse>) =>
    pageOf(items, { expected: 30, high: 0, head: 30, ...fields });

  test('[SY-P4] counts rows done of rows expected, survives a restart, and ends once', async () => {
    const bench = createSyncBench();
    await bench.enter();
    expect((await bench.sync.syncFacts()).pull?.bootstrap).toMatchObject({
      done: 0,
      expected: 0,
      empty: true,
    });
    value(await bench.sync.applyPage(page(bodies(21, 10), { cursor: 'p1', hasMore: true })));
    const restarted = createSyncBench({ stores: bench.stores });
    value(await restarted.sync.useKeys(restarted.keys));
    expect((await restarted.sync.syncFacts()).pull).toMatchObject({
      cursor: 'p1',
      bootstrap: { done: 10, expected: 30 },
    });
    value(await restarted.sync.applyPage(page(bodies(11, 10), { cursor: 'p2', hasMore: true })));
    const last = value(await restarted.sync.applyPage(page(bodies(1, 10), { cursor: 'p3', high: 30 })));
    expect(last.bootstrapDone).toBe(true);
    expect((await restarted.sync.syncFacts()).pull).toMatchObject({ high: 30, bootstrap: null });
    expect(value(await restarted.sync.applyPage(pageOf([], { head: 30 }))).bootstrapDone).toBe(false);
  });

  test('[SY-P4] a store that holds something says so, so that old tombstones are not left out', async () => {
    const bench = createSyncBench();
    await bench.write({ entity: sampleId(1), facet: 'body', value: sampleBody('mine') });
    await bench.enter();
    expect((await bench.sync.syncFacts()).pull?.bootstrap?.empty).toBe(false);
  });

  test('[SY-P4] what was sent before the first page may be forgotten by then, so that no tombstone is left out', async () => {
    const bench = createSyncBench();
    await bench.enter();
    const isEmpty = async () => (await bench.sync.syncFacts()).pull?.bootstrap?.empty;
    await bench.write({ entity: sampleId(1), facet: 'body', value: sampleBody('mine') });
    expect(await isEmpty()).toBe(true);
    await bench.freeze();
    expect(await isEmpty()).toBe(false);
    value(await bench.sync.applyPage(page([pulledItem(goneRegister(sampleId(1), sampleHlc(9)), 2)], {})));
    expect(await bench.stores.reader.rowsAfter(null, 10)).toEqual([]);
    expect((await bench.stores.reader.meta('pull'))?.skipped).toBeUndefined();
  });

  test('[SY-P4] what is sent once the first page is here was alive when that was made, and tombstones stay spared', async () => {
    const bench = createSyncBench();
    await bench.enter();
    value(await bench.sync.applyPage(page(bodies(21, 10), { cursor: 'p1', hasMore: true })));
    await bench.write({ entity: sampleId(40), facet: 'body', value: sampleBody('mine') });
    await bench.freeze();
    expect((await bench.sync.syncFacts()).pull).toMatchObject({ bootstrap: { empty: true }, skipped: 30 });
  });
});

/** Returns a facet of a newer program, on `sampleId(n)`. */
const unreadable = (n: number, seq: number, text: string): PulledItem => ({
  entity: sampleId(n),
  facet: 'mood',
  hlc: sampleHlc(seq),
  v: 1,
  kg: 1,
  payload: Buffer.from(JSON.stringify({ text })).toString('base64url'),
  seq,
});

/** Returns a body of `sampleId(seq)` under generation `kg`. */
const sealedUnder = (kg: number, seq: number): PulledItem =>
  pulledItem(bodyRegister(sampleId(seq), sampleHlc(seq), `sealed ${seq}`), seq, kg);

const failOnApply = (tx: StoreTransaction): StoreTransaction => ({
  ...tx,
  apply: async () => {
    throw new Error('disk full');
  },
});
