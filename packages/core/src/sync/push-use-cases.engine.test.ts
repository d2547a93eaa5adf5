import { deviceId, hlcMs, hlcOf, LIMITS, type Verdict } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import {
  bodyRegister,
  goneRegister,
  linkRegister,
  SAMPLE_SALT,
  sampleBody,
  sampleHlc,
  sampleId,
} from '../testing/sample-memories.ts';
import { benchAnchor, createSyncBench, pageOf, pulledItem, value, verdictOn } from '../testing/sync-bench.ts';

const body = (n: number, content = `memory ${n}`) => ({
  entity: sampleId(n),
  facet: 'body' as const,
  value: sampleBody(content),
});
const tags = (n: number, ...names: string[]) => ({
  entity: sampleId(n),
  facet: 'tags' as const,
  value: { tags: names },
});
const otherNode = '00000000000000bb';
const DAY = 86_400_000;

describe('the outbox', () => {
  test('[SY-U1] outside a vault nothing is enqueued; entering one enqueues everything once, with its stamps', async () => {
    const bench = createSyncBench();
    const [first, second] = await bench.write(body(1), body(2));
    expect((await bench.sync.syncFacts()).pending).toBe(0);
    bench.time.skip(DAY);
    expect(await bench.enter()).toBe(2);
    const { items } = (await bench.freeze()).body;
    expect(items.map(({ hlc }) => hlc)).toEqual([first, second]);
  });

  test('[SY-U1] inside a vault a write and its outbox row are one transaction', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(body(1), tags(1, 'a'));
    expect((await bench.sync.syncFacts()).pending).toBe(2);
    expect((await bench.freeze()).items).toBe(2);
  });

  test('[SY-U1] leaving keeps the memories and drops what belongs to the vault', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(body(1));
    await bench.freeze();
    value(await bench.sync.leaveVault());
    const facts = await bench.sync.syncFacts();
    expect(facts).toMatchObject({ vault: null, push: null, pull: null, pending: 0, inflight: 0 });
    expect(await bench.registers(sampleId(1))).toHaveLength(1);
    expect(await bench.sync.leaveVault()).toMatchObject({ ok: false, error: { kind: 'not_in_vault' } });
    expect(await bench.enter()).toBe(1);
    const again = await bench.sync.enterVault({
      vault: { id: bench.keys.vault, kind: 'sealed', server: 's', kg: 1 },
      salt: SAMPLE_SALT,
      device: { id: deviceId(1, new Uint8Array(10)), name: 'x' },
      push: { epoch: 'e', anchor: 'a', lastPushNo: 0, head: 0 },
    });
    expect(again).toMatchObject({ ok: false, error: { kind: 'already_in_vault' } });
  });
});

describe('a frozen batch', () => {
  test('[SY-U2] stays the same bytes until it is settled, though its registers are edited and the process restarts', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(body(1), tags(1, 'old'));
    const frozen = await bench.freeze();
    await bench.write(tags(1, 'new'), body(2));
    const restarted = createSyncBench({ stores: bench.stores });
    value(await restarted.sync.useKeys(restarted.keys));
    const again = await restarted.freeze();
    expect(Buffer.from(again.bytes).equals(Buffer.from(frozen.bytes))).toBe(true);
    expect(again.pushNo).toBe(1);
  });

  test('[SY-E1] a late answer to it does not take the place of a newer commit that was pulled meanwhile', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(body(1));
    const frozen = await bench.freeze();
    value(await bench.sync.applyPage(pageOf([], { head: 9, high: 9, anchor: benchAnchor(9) })));
    value(await bench.settle(frozen.body.items.map((item) => verdictOn(item, 'ok', 6))));
    const { push, pull } = await bench.sync.syncFacts();
    expect(push).toMatchObject({ head: 9, anchor: benchAnchor(9), lastPushNo: 1 });
    expect(pull).toMatchObject({ head: 9, high: 9 });
  });

  test('[SY-E1] a head that the server made up in a verdict lasts until the next pull from nothing, which says where the log ends', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(body(1));
    const frozen = await bench.freeze();
    const told = { head: 1_000_000_000, anchor: benchAnchor(1) };
    value(
      await bench.settle(
        frozen.body.items.map((item) => verdictOn(item, 'ok', 1)),
        told,
      ),
    );
    value(await bench.sync.applyPage(pageOf([], { head: 2, high: 2, anchor: benchAnchor(2) })));
    value(await bench.sync.heal('resync_required'));
    value(await bench.sync.applyPage(pageOf([], { head: 3, high: 3, anchor: benchAnchor(3) })));
    expect((await bench.sync.syncFacts()).push).toMatchObject({ head: 3, anchor: benchAnchor(3) });
  });

  test('[SY-U2] holds 500 items; the rest waits; push numbers rise by one', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(...Array.from({ length: LIMITS.batchItemsMax + 1 }, (_, n) => body(n)));
    const first = await bench.freeze();
    expect(first.items).toBe(500);
    const settled = value(
      await bench.settle(first.body.items.map((item, at) => verdictOn(item, 'ok', at + 1))),
    );
    expect(settled).toMatchObject({ acknowledged: 500, pending: 1 });
    const second = await bench.freeze();
    expect([second.pushNo, second.items]).toEqual([2, 1]);
  });

  test('[SY-U2] refused as a whole it is thawed and halved under the same number, down to the one that cannot be sent', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(body(1), body(2), body(3));
    const sizes: number[] = [];
    for (let round = 0; round < 2; round++) {
      const frozen = await bench.freeze();
      sizes.push(frozen.items);
      expect(frozen.pushNo).toBe(1);
      value(await bench.sync.thawBatch(1, 'halve'));
    }
    expect(sizes).toEqual([3, 1]);
    const facts = await bench.sync.syncFacts();
    expect(facts).toMatchObject({ pending: 2, dead: 1, inflight: 0 });
    expect((await bench.freeze()).body.items[0]?.entity).toBe(sampleId(2));
  });

  test('[SY-D4] carries registers only: no row, no summary mark, no local hash', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(body(1, 'words'));
    const { items } = (await bench.freeze()).body;
    expect(items.map((item) => Object.keys(item).sort())).toEqual([
      ['entity', 'facet', 'hlc', 'kg', 'payload', 'v'],
    ]);
    const json = JSON.parse(Buffer.from(items[0]?.payload ?? '', 'base64url').toString());
    expect(json).toEqual(sampleBody('words'));
  });

  test('[SY-S4] without checked keys nothing is frozen', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(body(1));
    const restarted = createSyncBench({ stores: bench.stores });
    expect(await restarted.sync.freezeBatch()).toMatchObject({ ok: false, error: { kind: 'not_allowed' } });
  });
});

describe('verdicts', () => {
  test('[SY-U6] acknowledge the stamp that was frozen: an edit made since waits for the next batch', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(body(1), tags(1, 'old'));
    const { body: sent } = await bench.freeze();
    const [edited] = await bench.write(tags(1, 'new'));
    value(await bench.settle(sent.items.map((item, at) => verdictOn(item, 'ok', at + 1))));
    expect((await bench.freeze()).body.items.map(({ facet, hlc }) => [facet, hlc])).toEqual([
      ['tags', edited],
    ]);
    const registers = await bench.registers(sampleId(1));
    expect(registers.map(({ facet, seq }) => [facet, seq])).toEqual(
      expect.arrayContaining([
        ['body', 1],
        ['tags', null],
      ]),
    );
  });

  test('[SY-U6] items that no verdict names stay in the outbox, and verdicts on another push change nothing', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(body(1), body(2));
    const { body: sent } = await bench.freeze();
    const late = value(await bench.settle([], { pushNo: 9 }));
    expect(late.pending).toBe(2);
    expect((await bench.sync.syncFacts()).inflight).toBe(2);
    const [first] = sent.items;
    if (first === undefined) throw new Error('two were sent');
    expect(value(await bench.settle([verdictOn(first, 'ok', 1)]))).toMatchObject({
      acknowledged: 1,
      pending: 1,
    });
  });

  test('[SY-U5] a bad item in the middle becomes a dead letter, the rest is acknowledged, and retry sends it again', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(body(1), body(2), body(3), body(4));
    const { body: sent } = await bench.freeze();
    const kinds: readonly Verdict[] = ['ok', 'malformed', 'too_big', 'ok'];
    const settled = await bench.settle(
      sent.items.map((item, at) => verdictOn(item, kinds[at] ?? 'ok', at === 0 || at === 3 ? at + 1 : null)),
    );
    expect(value(settled)).toMatchObject({ acknowledged: 2, dead: 2, pending: 0 });
    expect(value(await bench.sync.retryDead())).toEqual({ requeued: 2, recovered: 0 });
    expect((await bench.sync.syncFacts()).dead).toBe(0);
    const again = (await bench.freeze()).body.items;
    expect(again.map(({ entity }) => entity)).toEqual([sampleId(2), sampleId(3)]);
    value(await bench.settle(again.map((item, at) => verdictOn(item, 'ok', 10 + at))));
    expect(await bench.sync.syncFacts()).toMatchObject({ pending: 0, dead: 0 });
  });

  const toldGone = async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(body(1, 'forgotten elsewhere'), tags(1, 'a'));
    const { body: sent } = await bench.freeze();
    const stamp = hlcOf(bench.time.nowMs() + 5, 0, otherNode);
    const settled = value(await bench.settle(sent.items.map((item) => verdictOn(item, 'gone', 7, stamp))));
    return { bench, settled, tombstone: goneRegister(sampleId(1), stamp, 'aa'.repeat(32)) };
  };

  test('[TR-1] the verdict `gone` removes nothing: the change waits beside the outbox until a tombstone is shown', async () => {
    const { bench, settled } = await toldGone();
    expect(settled).toMatchObject({ acknowledged: 0, dead: 2, pending: 0, behind: true });
    expect(await bench.stores.reader.memory(sampleId(1))).toMatchObject({ content: 'forgotten elsewhere' });
    expect((await bench.registers(sampleId(1))).map(({ facet }) => facet).sort()).toEqual(['body', 'tags']);
    expect(await bench.sync.syncFacts()).toMatchObject({ refused: { gone: 2 }, pending: 0 });
    expect(await bench.sync.namesToAsk()).toEqual([{ entity: sampleId(1), facet: 'gone' }]);
    // The pull brings nothing, and a person sends the change again.
    value(await bench.sync.applyPage(pageOf([])));
    expect(await bench.stores.reader.memory(sampleId(1))).not.toBeNull();
    expect(value(await bench.sync.retryDead())).toMatchObject({ requeued: 2 });
    expect(await bench.sync.syncFacts()).toMatchObject({ dead: 0, pending: 2 });
  });

  test('[TR-1] what nobody answers for is not sent with the change that it names', async () => {
    const { bench } = await toldGone();
    const now = bench.time.nowMs();
    await bench.sync.noteServerTime({ sentAt: now, receivedAt: now, serverTime: now });
    const far = hlcOf(now + 86_400_000, 0, otherNode);
    value(
      await bench.sync.applyPage(pageOf([pulledItem(bodyRegister(sampleId(1), far, 'from tomorrow'), 1)])),
    );
    const [waiting] = await bench.store.write((tx) => tx.quarantinedOf([sampleId(1)]));
    if (waiting === undefined) throw new Error('it was taken');
    await bench.store.write((tx) => tx.apply({ quarantineAdd: [{ ...waiting, seq: null }] }));
    expect(value(await bench.sync.retryDead())).toMatchObject({ requeued: 2 });
    expect((await bench.freeze()).body.items.map(({ hlc }) => hlc)).not.toContain(far);
  });

  test('[TR-1] the sealed tombstone erases, by a pull or by name, and ends the waiting', async () => {
    for (const how of ['applyPage', 'takeRegisters'] as const) {
      const { bench, tombstone } = await toldGone();
      const item = pulledItem(tombstone, 7);
      if (how === 'applyPage') value(await bench.sync.applyPage(pageOf([item])));
      else value(await bench.sync.takeRegisters([item]));
      expect(await bench.stores.reader.memory(sampleId(1))).toBeNull();
      expect((await bench.registers(sampleId(1))).map(({ facet }) => facet)).toEqual(['gone']);
      expect(await bench.store.write((tx) => tx.isForgotten('aa'.repeat(32)))).toBe(true);
      expect(await bench.sync.syncFacts()).toMatchObject({ dead: 0, pending: 0 });
    }
  });

  test('[TR-1] a tombstone that no member sealed erases nothing', async () => {
    const { bench, tombstone } = await toldGone();
    value(await bench.sync.applyPage(pageOf([pulledItem(tombstone, 7, 9)])));
    expect(await bench.stores.reader.memory(sampleId(1))).not.toBeNull();
    expect(await bench.sync.syncFacts()).toMatchObject({ quarantined: 1, dead: 2 });
  });

  test('[TR-1] a verdict `gone` that comes after its tombstone leaves no letter', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(body(1));
    const { body: sent } = await bench.freeze();
    const stamp = hlcOf(bench.time.nowMs() + 5, 0, otherNode);
    value(await bench.sync.applyPage(pageOf([pulledItem(goneRegister(sampleId(1), stamp), 7)])));
    value(await bench.settle(sent.items.map((item) => verdictOn(item, 'gone', 7, stamp))));
    expect(await bench.sync.syncFacts()).toMatchObject({ dead: 0, pending: 0 });
  });

  test('[TR-1] a healing sends again what was called gone without a proof', async () => {
    const { bench } = await toldGone();
    value(await bench.sync.heal('epoch_changed'));
    value(await bench.sync.applyPage(pageOf([], { expected: 0 })));
    expect((await bench.freeze()).body.items.map(({ facet }) => facet)).toEqual(['body', 'tags']);
  });

  test('`old_key` keeps the item in the outbox and asks for keys', async () => {
    const bench = createSyncBench();
    await bench.enter();
    await bench.write(body(1));
    const { body: sent } = await bench.freeze();
    const settled = value(await bench.settle(sent.items.map((item) => verdictOn(item, 'old_key'))));
    expect(settled).toMatchObject({ needsKeys: true, pending: 1 });
    const keys = [...bench.keys.keys, { kg: 2, key: '22'.repeat(32) }];
    value(await bench.sync.useKeys({ ...bench.keys, kg: 2, keys }));
    expect((await bench.freeze()).body.items[0]?.kg).toBe(2);
  });

  test('[TR-7] what this device never opened is not sent again, since a server would keep it for a value', async () => {
    const bench = createSyncBench();
    await bench.enter();
    const unopened = pulledItem(
      bodyRegister(sampleId(1), sampleHlc(1), 'under a key that is not here'),
      1,
      9,
    );
    value(await bench.sync.applyPage(pageOf([unopened])));
    value(await bench.sync.requeue([{ entity: sampleId(1), facet: 'body' }]));
    expect(await bench.sync.freezeBatch()).toMatchObject({ ok: true, value: null });
    value(await bench.sync.heal('epoch_changed'));
    value(await bench.sync.applyPage(pageOf([], { epoch: 'e1'.repeat(16), expected: 0 })));
    expect(await bench.sync.freezeBatch()).toMatchObject({ ok: true, value: null });
    expect((await bench.sync.syncFacts()).unread).toEqual({ no_key: 1 });
  });

  test('[SY-C3] `clock_ahead` lowers the clock to what was published and re-stamps what was not, in order', async () => {
    const bench = createSyncBench();
    await bench.enter();
    const [published] = await bench.write(body(1));
    const first = await bench.freeze();
    value(await bench.settle(first.body.items.map((item) => verdictOn(item, 'ok', 1))));
    bench.clock.skewMs = DAY;
    await bench.write(body(2), linkOf(1, 2), tags(2, 'late'));
    const { body: sent } = await bench.freeze();
    const at = bench.clock.nowMs();
    await bench.sync.noteServerTime({ serverTime: bench.time.nowMs(), sentAt: at, receivedAt: at });
    const settled = value(await bench.settle(sent.items.map((item) => verdictOn(item, 'clock_ahead'))));
    expect(settled).toMatchObject({ restamped: 3, pending: 3 });
    const again = (await bench.freeze()).body.items;
    expect(again.map(({ entity, facet }) => [entity, facet])).toEqual(
      sent.items.map(({ entity, facet }) => [entity, facet]),
    );
    let last = published ?? '';
    for (const { hlc } of again) {
      expect(hlc > last).toBe(true);
      expect(hlcMs(hlc)).toBeLessThanOrEqual(bench.time.nowMs());
      last = hlc;
    }
    const row = await bench.stores.reader.memory(sampleId(1));
    expect(row).toMatchObject({ state: 1, supersededBy: sampleId(2) });
    expect(row?.supersededAt).toBeLessThanOrEqual(bench.time.nowMs());
    const [next] = await bench.write(body(3));
    expect(hlcMs(next ?? hlcOf(0, 0, otherNode))).toBe(bench.time.nowMs());
    expect((next ?? '') > last).toBe(true);
  });

  test('[SY-C3] a tombstone stamped in the future still takes its memory when it is re-stamped', async () => {
    const bench = createSyncBench();
    await bench.enter();
    bench.clock.skewMs = DAY;
    await bench.write(body(1));
    await bench.write({ entity: sampleId(1), facet: 'gone', value: { hash: null } });
    const { body: sent } = await bench.freeze();
    const at = bench.clock.nowMs();
    await bench.sync.noteServerTime({ serverTime: bench.time.nowMs(), sentAt: at, receivedAt: at });
    value(await bench.settle(sent.items.map((item) => verdictOn(item, 'clock_ahead'))));
    expect((await bench.registers(sampleId(1))).map(({ facet }) => facet)).toEqual(['gone']);
    expect(await bench.stores.reader.memory(sampleId(1))).toBeNull();
  });

  test('who held everything before its own push holds everything after it; who did not is behind', async () => {
    const bench = createSyncBench();
    await bench.enter();
    value(await bench.sync.applyPage(pageOf([], { head: 4, high: 4 })));
    await bench.write(body(1), body(2));
    const mine = (await bench.freeze()).body.items;
    const settled = await bench.settle(mine.map((item, at) => verdictOn(item, 'ok', 5 + at)));
    expect(value(settled).behind).toBe(false);
    expect((await bench.sync.syncFacts()).pull).toMatchObject({ high: 6, head: 6 });
    await bench.write(body(3));
    const next = (await bench.freeze()).body.items;
    expect(value(await bench.settle(next.map((item) => verdictOn(item, 'ok', 9)))).behind).toBe(true);
    expect((await bench.sync.syncFacts()).pull).toMatchObject({ high: 6, head: 9 });
  });
});

const linkOf = (from: number, to: number) => {
  const { entity, facet, value: link } = linkRegister(sampleId(from), hlcOf(0, 0, otherNode), sampleId(to));
  if (facet !== 'link') throw new Error('a link was made');
  return { entity, facet, value: link };
};
