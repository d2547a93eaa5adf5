/** The rules of pushing, as tests that every store has to pass. */
import { compareHlc, hlcMs, hlcOf, LIMITS, nodeOf, type VerdictItem } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { SyncStore } from '../ports/sync-store.ts';
import { bodyOf } from './readable-items.ts';
import {
  createFailingStore,
  createWorld,
  itemOf,
  kindOf,
  openersOf,
  type TestDevice,
  unwrap,
} from './sync-world.ts';

const verdictsOf = (verdicts: readonly VerdictItem[]) => verdicts.map((one) => one.verdict);
const pushed = async (device: TestDevice, items: readonly object[]) =>
  verdictsOf(unwrap(await device.push(items)).verdicts);

export const pushRules = (name: string, store: () => SyncStore): void => {
  const { vaultOf, pairOf } = openersOf(store, 'push');

  describe(`${name}: push`, () => {
    test('[SY-D1] an id of another form is malformed', async () => {
      const { world, first } = await vaultOf('ids');
      const hlc = world.stamp(first.id);
      const entities = ['m_abc123', 'x_00000000000000000000000000', world.newMemory().toUpperCase(), ''];
      const items = entities.map((entity) => ({ ...itemOf({ entity: world.newMemory(), hlc }), entity }));
      expect(await pushed(first, items)).toEqual(items.map(() => 'malformed'));
    });

    test('[SY-C3] a stamp two minutes ahead is taken, one millisecond more is refused, alone', async () => {
      const { world, first } = await vaultOf('clock');
      const at = (ms: number) =>
        itemOf({ entity: world.newMemory(), hlc: hlcOf(world.nowMs() + ms, 0, nodeOf(first.id)) });
      const items = [at(LIMITS.clockAheadMsMax), at(LIMITS.clockAheadMsMax + 1), at(0)];
      const { verdicts } = unwrap(await first.push(items));
      expect(verdictsOf(verdicts)).toEqual(['ok', 'clock_ahead', 'ok']);
      expect(verdicts[1]).toMatchObject({ seq: null, hlc: null });
    });

    test('[SY-M1] the larger stamp wins in either order of arrival', async () => {
      const { world, first } = await vaultOf('merge');
      const [low, high] = [world.stamp(first.id), world.stamp(first.id)];
      for (const order of [
        [low, high],
        [high, low],
      ]) {
        const entity = world.newMemory();
        for (const hlc of order) unwrap(await first.push([itemOf({ entity, hlc })]));
        await first.pullAll();
        expect(first.held.get(`${entity} body`)?.hlc).toBe(high);
      }
    });

    test('[SY-M1] of equal stamps the higher key generation wins', async () => {
      const { world, first } = await vaultOf('rekey');
      const entity = world.newMemory();
      const hlc = world.stamp(first.id);
      unwrap(await first.push([itemOf({ entity, hlc, kg: 1 })]));
      world.advance(10);
      unwrap(await world.server.appendMembers(first.session, await world.generation(first)));
      expect(await pushed(first, [itemOf({ entity, hlc, kg: 2 })])).toEqual(['ok']);
      expect(await pushed(first, [itemOf({ entity, hlc, kg: 1 })])).toEqual(['stale']);
    });

    test('[SY-M3, SY-U8] a tombstone of a memory wins whatever the clocks, erases, and stays', async () => {
      const { world, first } = await vaultOf('gone');
      const entity = world.newMemory();
      const early = world.stamp(first.id);
      const items = ['body', 'tags', 'flags'].map((facet) =>
        itemOf({ entity, facet, hlc: world.stamp(first.id) }),
      );
      unwrap(await first.push(items));
      const { verdicts } = unwrap(await first.push([itemOf({ entity, facet: 'gone', hlc: early })]));
      expect(verdictsOf(verdicts)).toEqual(['ok']);
      const { registers, tombstones } = unwrap(await world.server.status(first.session));
      expect({ registers, tombstones }).toEqual({ registers: 1, tombstones: 1 });
      const later = unwrap(await first.push([itemOf({ entity, hlc: world.stamp(first.id) })]));
      expect(later.verdicts).toEqual([
        { entity, facet: 'body', verdict: 'gone', seq: verdicts[0]?.seq, hlc: early },
      ]);
      const pulled = await first.pullAll();
      expect(pulled.map((item) => item.facet)).toEqual(['gone']);
    });

    test('[SY-M3] a keyed memory that is learnt again after it was forgotten lives', async () => {
      const { world, first } = await vaultOf('keyed');
      const entity = world.newKeyed();
      const [before, gone, after] = [1, 2, 3].map(() => world.stamp(first.id));
      if (before === undefined || gone === undefined || after === undefined) throw new Error('no stamps');
      unwrap(await first.push([itemOf({ entity, hlc: before })]));
      unwrap(await first.push([itemOf({ entity, facet: 'gone', hlc: gone })]));
      const stale = unwrap(await first.push([itemOf({ entity, hlc: before })]));
      expect(stale.verdicts).toMatchObject([{ verdict: 'gone', hlc: gone }]);
      expect(await pushed(first, [itemOf({ entity, hlc: after })])).toEqual(['ok']);
      const pulled = await first.pullAll();
      expect(pulled.map((item) => `${item.facet} ${item.hlc}`).sort()).toEqual([
        `body ${after}`,
        `gone ${gone}`,
      ]);
    });

    test('[SY-M3] forgetting and learning a keyed memory in one batch leaves the newer', async () => {
      const { world, first } = await vaultOf('keyed batch');
      const entity = world.newKeyed();
      unwrap(await first.push([itemOf({ entity, hlc: world.stamp(first.id) })]));
      const gone = itemOf({ entity, facet: 'gone', hlc: world.stamp(first.id) });
      const body = itemOf({ entity, hlc: world.stamp(first.id) });
      expect(await pushed(first, [body, gone])).toEqual(['ok', 'ok']);
      const pulled = await first.pullAll();
      expect(pulled.map((item) => item.hlc).sort()).toEqual([gone.hlc, body.hlc].sort());
    });

    test('[SY-U2] a batch that is refused whole has changed nothing', async () => {
      const { world, first } = await vaultOf('whole');
      const item = () => world.newItem(first.id);
      const over = Array.from({ length: LIMITS.batchItemsMax + 1 }, item);
      expect(kindOf(await first.push(over))).toBe('malformed');
      expect(kindOf(await first.push([]))).toBe('malformed');
      expect(kindOf(await first.pushBytes(Buffer.from('{"half":')))).toBe('malformed');
      expect(kindOf(await first.pushBytes(Buffer.from([0xff, 0xfe])))).toBe('malformed');
      expect(kindOf(await first.pushBytes(new Uint8Array(LIMITS.pushBodyBytesMax + 1)))).toBe('too_large');
      expect(unwrap(await world.server.status(first.session)).head).toBe(0);
      expect(unwrap(await first.push(over.slice(1))).head).toBe(LIMITS.batchItemsMax);
    });

    test('[SY-U3] the same number with the same bytes gets the stored verdicts', async () => {
      const { world, first, second } = await pairOf('replay');
      const items = [world.newItem(first.id), { entity: 'nonsense', facet: '\u0000\ud800' }];
      const bytes = first.bodyOf(items);
      const answer = unwrap(await world.server.push(first.session, bytes));
      unwrap(await second.push([world.newItem(second.id)]));
      const hinted = world.hints.published.length;
      world.advance(5_000);
      const again = unwrap(await world.server.push(first.session, bytes));
      expect(again).toEqual({ ...answer, serverTime: world.nowMs() });
      expect(world.hints.published.length).toBe(hinted);
      expect(unwrap(await world.server.status(first.session)).head).toBe(2);
    });

    test('[SY-U3] the same number with other bytes, or a lower one, is a fork; a hole is a gap', async () => {
      const { world, first } = await vaultOf('numbers');
      const items = [world.newItem(first.id)];
      const push = (pushNo: number, extra = '') =>
        world.server.push(first.session, Buffer.from(first.bodyOf(items, { pushNo }) + extra));
      unwrap(await push(1));
      expect(kindOf(await push(1, ' '))).toBe('device_forked');
      unwrap(await push(2));
      expect(kindOf(await push(1))).toBe('device_forked');
      expect(kindOf(await push(0))).toBe('malformed');
      expect(kindOf(await push(4))).toBe('push_gap');
    });

    test('[SY-U4] winners are numbered from the head on, in the order of the items', async () => {
      const { world, first } = await vaultOf('order');
      const item = () => world.newItem(first.id);
      const known = item();
      unwrap(await first.push([known]));
      const { verdicts, head } = unwrap(
        await first.push([item(), known, item(), { ...item(), kg: 9 }, item()]),
      );
      expect(verdicts.map((one) => one.seq)).toEqual([2, 1, 3, null, 4]);
      expect(head).toBe(4);
    });

    test('[SY-U5] every item gets its own verdict, and a bad one blocks no other', async () => {
      const { world, first } = await vaultOf('verdicts');
      const [old, dead] = [world.newMemory(), world.newMemory()];
      const lost = world.stamp(first.id);
      const stamp = () => world.stamp(first.id);
      unwrap(
        await first.push([
          itemOf({ entity: old, hlc: stamp() }),
          itemOf({ entity: dead, facet: 'gone', hlc: stamp() }),
        ]),
      );
      world.advance(1_000);
      unwrap(await world.server.appendMembers(first.session, await world.generation(first)));
      const endedAt = world.nowMs();
      world.advance(1_000);
      const fresh = () => itemOf({ entity: world.newMemory(), hlc: stamp(), kg: 2 });
      const payloadOf = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64url');
      const items: readonly [object, string][] = [
        [fresh(), 'ok'],
        [itemOf({ entity: old, hlc: lost }), 'stale'],
        [itemOf({ entity: dead, hlc: stamp(), kg: 2 }), 'gone'],
        [{ ...fresh(), hlc: hlcOf(world.nowMs() + 86_400_000, 0, nodeOf(first.id)) }, 'clock_ahead'],
        [{ ...fresh(), payload: payloadOf(LIMITS.payloadBytesMax + 1) }, 'too_big'],
        [{ ...fresh(), payload: payloadOf(LIMITS.payloadBytesMax) }, 'ok'],
        [{ ...fresh(), kg: 1, hlc: hlcOf(endedAt, 1, nodeOf(first.id)) }, 'ok'],
        [{ ...fresh(), kg: 1, hlc: hlcOf(endedAt + 1, 0, nodeOf(first.id)) }, 'old_key'],
        [{ ...fresh(), kg: 3 }, 'old_key'],
        [{ ...fresh(), kg: 0 }, 'malformed'],
        [{ ...fresh(), payload: 'A' }, 'malformed'],
        [{ ...fresh(), facet: 'a\u0000b' }, 'malformed'],
        [{ ...fresh(), facet: '\ud800' }, 'malformed'],
        [{ ...fresh(), facet: 'f'.repeat(LIMITS.facetBytesMax) }, 'ok'],
        [{ ...fresh(), facet: 'f'.repeat(LIMITS.facetBytesMax + 1) }, 'malformed'],
        [{ ...fresh(), facet: 'a "quoted", {odd} \\facet' }, 'ok'],
        [{ ...fresh(), surprise: 1 }, 'malformed'],
        [{ ...fresh(), hlc: 'now' }, 'malformed'],
        [fresh(), 'ok'],
      ];
      expect(
        await pushed(
          first,
          items.map(([item]) => item),
        ),
      ).toEqual(items.map(([, verdict]) => verdict));
      const pulled = await first.pullAll();
      expect(pulled.filter((item) => item.seq > 2)).toHaveLength(6);
      expect(pulled.find((item) => item.facet.startsWith('a "'))?.facet).toBe('a "quoted", {odd} \\facet');
    });

    test('[TR-16] once a generation is complete nothing is taken under an earlier one, however it is dated', async () => {
      const { world, first } = await vaultOf('complete');
      const old = world.stamp(first.id);
      const before = world.newItem(first.id);
      unwrap(await first.push([before]));
      unwrap(await world.server.appendMembers(first.session, await world.generation(first)));
      const complete = async (kg: number) => ({
        entries: [await world.entry(first, { kind: 'complete', kg })],
        keys: [],
      });
      expect(kindOf(await world.server.appendMembers(first.session, await complete(3)))).toBe('malformed');
      unwrap(await world.server.appendMembers(first.session, await complete(2)));
      expect(kindOf(await world.server.appendMembers(first.session, await complete(1)))).toBe('malformed');
      const late = itemOf({ entity: world.newMemory(), hlc: old });
      expect(await pushed(first, [late, { ...late, kg: 2 }, { ...before, kg: 2 }])).toEqual([
        'old_key',
        'ok',
        'ok',
      ]);
      unwrap(await world.server.appendMembers(first.session, await world.generation(first)));
      expect(await pushed(first, [late, { ...late, kg: 2, entity: world.newMemory() }])).toEqual([
        'old_key',
        'ok',
      ]);
    });

    test('[TR-4] a generation that is given back ends when the next began: what came since under a later stamp goes', async () => {
      const { world, first } = await vaultOf('late');
      const [entity, other] = [world.newMemory(), world.newMemory()];
      const nowMs = hlcMs(world.stamp(first.id));
      const stamp = (agoMs: number) => world.stamp(first.id, nowMs - agoMs);
      const early = itemOf({ entity: other, hlc: stamp(60_000) });
      const since = stamp(30_000);
      const late = (['gone', 'tags'] as const).map((facet, at) =>
        itemOf({ entity: at === 0 ? entity : other, facet, hlc: stamp(0) }),
      );
      unwrap(await first.push([early, ...late]));
      expect(unwrap(await world.server.status(first.session))).toMatchObject({ registers: 3 });
      const next = await world.generation(first, 'dmVy', since);
      unwrap(await world.server.appendMembers(first.session, next));
      expect(unwrap(await world.server.status(first.session))).toMatchObject({ registers: 1 });
      expect((await first.pullAll()).map(({ facet }) => facet)).toEqual(['body']);
      const body = itemOf({ entity, hlc: stamp(10_000) });
      expect(await pushed(first, [body, { ...body, kg: 2 }, early])).toEqual(['old_key', 'ok', 'ok']);
    });

    test('[SY-U6] what did not commit is acknowledged by nothing and is not there', async () => {
      const failing = createFailingStore(store());
      const world = createWorld(failing, 'push/commit');
      const { first } = await world.createVault();
      const bytes = first.bodyOf([world.newItem(first.id)]);
      failing.failNext();
      await expect(first.pushBytes(bytes)).rejects.toThrow('the power went');
      expect(unwrap(await world.server.status(first.session))).toMatchObject({ head: 0, registers: 0 });
      expect(world.hints.published).toEqual([]);
      expect(unwrap(await first.pushBytes(bytes)).verdicts).toMatchObject([{ verdict: 'ok', seq: 1 }]);
    });

    test('[SY-U7] a loser or a duplicate raises no sequence and wakes nobody', async () => {
      const { world, first } = await vaultOf('losers');
      const entity = world.newMemory();
      const lost = world.stamp(first.id);
      const won = itemOf({ entity, hlc: world.stamp(first.id) });
      unwrap(await first.push([won]));
      const hinted = world.hints.published.length;
      const answer = unwrap(await first.push([won, itemOf({ entity, hlc: lost })]));
      expect(answer.verdicts).toEqual([
        { entity, facet: 'body', verdict: 'ok', seq: 1, hlc: won.hlc },
        { entity, facet: 'body', verdict: 'stale', seq: 1, hlc: won.hlc },
      ]);
      expect(answer.head).toBe(1);
      expect(world.hints.published.length).toBe(hinted);
    });

    test('[SY-M1] of two values of one register in a batch the larger wins, the other is stale', async () => {
      const { world, first } = await vaultOf('twice');
      const entity = world.newMemory();
      const [low, high] = [world.stamp(first.id), world.stamp(first.id)];
      const { verdicts, head } = unwrap(
        await first.push([itemOf({ entity, hlc: low }), itemOf({ entity, hlc: high })]),
      );
      expect(verdicts).toMatchObject([
        { verdict: 'stale', seq: 1, hlc: high },
        { verdict: 'ok', seq: 1, hlc: high },
      ]);
      expect(compareHlc(low, high)).toBeLessThan(0);
      expect(head).toBe(1);
    });

    test('[SY-A5] a vault holds so many registers and no more; forgetting is still possible', async () => {
      const { world, first } = await vaultOf('quota', { registersPerVaultMax: 2 });
      const item = () => world.newItem(first.id);
      const [one, two] = [item(), item()];
      unwrap(await first.push([one, two]));
      expect(kindOf(await first.push([item()]))).toBe('quota_exceeded');
      const gone = itemOf({ entity: one.entity, facet: 'gone', hlc: world.stamp(first.id) });
      expect(await pushed(first, [gone])).toEqual(['ok']);
    });

    test('[SY-A5] [TR-2] what was forgotten takes nobody the room, up to as many tombstones as registers', async () => {
      const { world, first } = await vaultOf('quota/tombstones', { registersPerVaultMax: 2 });
      const item = (facet = 'body') => world.newItem(first.id, { facet });
      unwrap(await first.push([item('gone'), item('gone')]));
      unwrap(await first.push([item(), item()]));
      expect(kindOf(await first.push([item()]))).toBe('quota_exceeded');
      expect(kindOf(await first.push([item('gone')]))).toBe('quota_exceeded');
    });

    test('[SY-S1] a readable vault takes generation 0 and nothing else', async () => {
      const { world, first } = await vaultOf('readable', { kind: 'readable' });
      const item = (kg: number) => ({ ...bodyOf(world, first), kg });
      expect(await pushed(first, [item(0), item(1)])).toEqual(['ok', 'malformed']);
    });

    test('[SY-S5] a readable vault refuses what is no JSON of its facet, alone', async () => {
      const { world, first } = await vaultOf('readable/bad', { kind: 'readable' });
      const good = bodyOf(world, first);
      const bad = world.newItem(first.id, { kg: 0 });
      expect(await pushed(first, [bad, good])).toEqual(['malformed', 'ok']);
      expect(await first.pullAll()).toMatchObject([good]);
    });
  });
};
