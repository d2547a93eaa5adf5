/** The rules of pulls, epochs and forks, as tests for every store. */
import { LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { SyncStore } from '../ports/sync-store.ts';
import { createTestDevice, itemOf, kindOf, openersOf, type TestDevice, unwrap } from './sync-world.ts';

export const pullRules = (name: string, store: () => SyncStore): void => {
  const { vaultOf, pairOf } = openersOf(store, 'pull');

  describe(`${name}: pull`, () => {
    test('[SY-C2] every answer carries the time of the server', async () => {
      const { world, first } = await vaultOf('time');
      world.advance(1_234);
      const serverTime = world.nowMs();
      const item = world.newItem(first.id);
      const answers = [
        await first.push([item]),
        await first.pullPage(),
        await world.server.status(first.session),
        await world.server.keyring(first.session),
      ];
      for (const answer of answers) expect(answer).toMatchObject({ ok: true, value: { serverTime } });
    });

    test('[SY-D5] there is one row per register, the latest, and bootstrap is a pull', async () => {
      const { world, first } = await vaultOf('state');
      const entity = world.newMemory();
      for (const _ of [1, 2, 3]) unwrap(await first.push([itemOf({ entity, hlc: world.stamp(first.id) })]));
      const items = await first.pullAll();
      expect(items.map((item) => [item.entity, item.seq])).toEqual([[entity, 3]]);
      expect(unwrap(await world.server.status(first.session)).registers).toBe(1);
    });

    test('[SY-D5] a payload comes back byte for byte, the empty one too', async () => {
      const { world, first } = await vaultOf('bytes');
      const payloads = [0, 1, 2, 3, 56, 57, 58, 1_000].map((count) =>
        Buffer.from(world.random.bytes(count)).toString('base64url'),
      );
      const items = payloads.map((payload) => world.newItem(first.id, { payload }));
      unwrap(await first.push(items));
      await first.pullAll();
      for (const item of items) expect(first.held.get(`${item.entity} body`)).toMatchObject(item);
    });

    test('[SY-P1] after the bootstrap pages ascend, from above the cursor to the head', async () => {
      const { world, first, second } = await pairOf('ascending');
      await second.pullAll();
      await world.pushNew(first, 7);
      const pages: number[][] = [];
      for (;;) {
        const page = unwrap(await second.pullPage(3));
        pages.push(page.items.map((item) => item.seq));
        expect(page).toMatchObject({ expected: null, head: 7, high: page.items.at(-1)?.seq ?? 7 });
        if (!page.hasMore) break;
      }
      expect(pages).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    });

    test('[SY-P2] applying a page twice, or pulling again from an older cursor, changes nothing', async () => {
      const { world, first } = await vaultOf('again');
      await world.pushNew(first, 5);
      const once = unwrap(await world.server.pull(first.session, { cursor: null, limit: 2, empty: false }));
      const [a, b] = [
        await world.server.pull(first.session, { cursor: once.cursor, limit: 2, empty: false }),
        await world.server.pull(first.session, { cursor: once.cursor, limit: 2, empty: false }),
      ];
      expect(unwrap(a)).toEqual(unwrap(b));
    });

    test('[SY-P3] what is not a cursor of this server is malformed', async () => {
      const { world, first } = await vaultOf('cursor');
      const { cursor } = unwrap(await first.pullPage());
      for (const bad of [
        '',
        'AAAA',
        cursor.slice(0, -4),
        `${cursor}AA`,
        Buffer.from('1:2:3').toString('base64url'),
      ]) {
        expect(kindOf(await world.server.pull(first.session, { cursor: bad, limit: 1, empty: false }))).toBe(
          'malformed',
        );
      }
    });

    test('[SY-P4] a bootstrap serves the newest first, says how many there are, and can be resumed', async () => {
      const { world, first } = await vaultOf('bootstrap');
      await world.pushNew(first, 10);
      const second = await world.join(first);
      const one = unwrap(await second.pullPage(4, true));
      expect(one.items.map((item) => item.seq)).toEqual([10, 9, 8, 7]);
      expect(one).toMatchObject({ expected: 10, hasMore: true, high: 0, head: 10 });
      const two = unwrap(await second.pullPage(4));
      expect(two.items.map((item) => item.seq)).toEqual([6, 5, 4, 3]);
      expect(two).toMatchObject({ expected: 10, hasMore: true, high: 0 });
      const three = unwrap(await second.pullPage(4));
      expect(three.items.map((item) => item.seq)).toEqual([2, 1]);
      expect(three).toMatchObject({ expected: 10, hasMore: false, high: 10 });
      expect(unwrap(await second.pullPage(4))).toMatchObject({ items: [], expected: null, hasMore: false });
    });

    test('[SY-P4] what is written during a bootstrap comes first, and nothing is missed', async () => {
      const { world, first } = await vaultOf('meanwhile');
      const items = await world.pushNew(first, 9);
      const [kept, rewritten, forgotten] = items;
      if (kept === undefined || rewritten === undefined || forgotten === undefined)
        throw new Error('no items');
      const second = await world.join(first);
      unwrap(await second.pullPage(3, true));
      unwrap(await first.push([{ ...rewritten, hlc: world.stamp(first.id) }]));
      await world.forget(first, forgotten.entity);
      const page = unwrap(await second.pullPage(3));
      expect(page.items.map((item) => item.seq)).toEqual([10, 11, 6]);
      await second.pullAll(3);
      await first.pullAll();
      const contentOf = (device: TestDevice) =>
        [...device.held].map(([key, item]) => `${key} ${item.hlc}`).sort();
      expect(contentOf(second).filter((line) => !line.startsWith(`${forgotten.entity} body`))).toEqual(
        contentOf(first),
      );
      expect(second.held.has(`${kept.entity} body`)).toBe(true);
    });

    test('[SY-P4] old tombstones are left out only for a store that was empty', async () => {
      const { world, first } = await vaultOf('tombstones');
      const [one] = await world.pushNew(first, 3);
      if (one === undefined) throw new Error('no item');
      await world.forget(first, one.entity);
      const second = await world.join(first);
      const slim = unwrap(await second.pullPage(10, true));
      expect(slim.items.map((item) => item.facet)).toEqual(['body', 'body']);
      expect(slim.expected).toBe(2);
      second.forgetCursor();
      const full = unwrap(await second.pullPage(10, false));
      expect(full.items.map((item) => item.facet)).toEqual(['gone', 'body', 'body']);
      expect(full.expected).toBe(3);
    });

    test('[SY-P4] a page ends at its payload bound, and the next goes on behind it', async () => {
      const { world, first } = await vaultOf('large');
      const payload = Buffer.alloc(LIMITS.payloadBytesMax, 1).toString('base64url');
      const perPush = 15;
      for (let batch = 0; batch < 10; batch += 1) {
        const item = () => world.newItem(first.id, { payload });
        unwrap(await first.push(Array.from({ length: perPush }, item)));
      }
      const page = unwrap(await first.pullPage(1_000));
      expect(page.items).toHaveLength(128);
      expect(page.hasMore).toBe(true);
      await first.pullAll();
      expect(first.held.size).toBe(150);
    });

    test('[SY-E4] a cursor that comes back acknowledges; the pusher holds what it pushed', async () => {
      const { world, first, second } = await pairOf('acked');
      await first.pullAll();
      unwrap(await first.pullPage());
      await world.pushNew(first, 5);
      const lags = async () =>
        unwrap(await world.server.status(first.session)).devices.map(({ acked, lag }) => ({ acked, lag }));
      expect(await lags()).toEqual([
        { acked: 5, lag: 0 },
        { acked: 0, lag: 5 },
      ]);
      unwrap(await second.pullPage(3, true));
      unwrap(await second.pullPage(3));
      expect((await lags())[1]).toEqual({ acked: 0, lag: 5 });
      unwrap(await second.pullPage(3));
      expect((await lags())[1]).toEqual({ acked: 5, lag: 0 });
    });
  });

  describe(`${name}: epochs and forks`, () => {
    test('[SY-E1] an unknown commit of the present epoch raises the epoch, once', async () => {
      const { world, first, second } = await pairOf('restored');
      const before = first.epoch();
      const item = world.newItem(first.id);
      const answer = await first.pushAs({ anchor: `7.${'ab'.repeat(16)}` }, [item]);
      expect(kindOf(answer)).toBe('epoch_changed');
      const epoch = answer.ok ? '' : (answer.error.epoch ?? '');
      expect(epoch).toMatch(/^[0-9a-f]{32}$/);
      expect(epoch).not.toBe(before);
      expect(world.hints.published.at(-1)).toMatchObject({ hint: { kind: 'epoch', epoch } });
      // The second device still has the old epoch. Its push returns the new epoch, and does not raise the epoch again.
      for (const again of [await second.push([item]), await first.push([item])]) {
        expect(again).toMatchObject({ ok: false, error: { kind: 'epoch_changed', epoch } });
      }
      expect(unwrap(await world.server.status(first.session))).toMatchObject({ epoch, head: 0 });
    });

    test('[SY-E1] a cursor from a past that the server lost raises the epoch too', async () => {
      const { world, first } = await vaultOf('restored pull');
      await world.pushNew(first, 2);
      const { cursor } = unwrap(await first.pullPage());
      const text = Buffer.from(cursor, 'base64url').toString();
      const foreign = Buffer.from(text.replace(/[0-9a-f]{32}$/, 'cd'.repeat(16))).toString('base64url');
      const pull = () => world.server.pull(first.session, { cursor: foreign, limit: 10, empty: false });
      const [one, two] = [await pull(), await pull()];
      expect(one).toMatchObject({ ok: false, error: { kind: 'epoch_changed' } });
      expect(two).toEqual(one);
      expect(kindOf(await first.pullPage())).toBe('epoch_changed');
    });

    test('[SY-E1] after a new epoch push numbers start again, and nothing on the server is lost', async () => {
      const { world, first } = await vaultOf('next-epoch');
      const items = await world.pushNew(first, 3);
      const foreign = await first.pushAs({ anchor: `9.${'ef'.repeat(16)}` }, items);
      expect(kindOf(foreign)).toBe('epoch_changed');
      first.forgetCursor();
      const page = unwrap(await first.pullPage());
      expect(page.items).toHaveLength(3);
      first.startAgain(page.epoch, page.anchor);
      const again = unwrap(await first.push(items));
      expect(again.verdicts.map((one) => one.verdict)).toEqual(['ok', 'ok', 'ok']);
      expect(again.head).toBe(3);
    });

    test('[SY-E3] a copied device takes a new id under its present token, and both go on', async () => {
      const { world, first } = await vaultOf('fork');
      await world.pushNew(first, 2);
      const identity = world.newIdentity('the copy');
      const { device, token } = identity;
      const request = await world.forkRequest(first, device);
      const missing = await world.server.fork(first.session, { ...request, keys: [] });
      expect(kindOf(missing)).toBe('key_generation_conflict');
      const info = unwrap(await world.server.fork(first.session, request));
      expect(unwrap(await world.server.fork(first.session, request))).toEqual(info);
      expect(unwrap(await world.server.authenticate(token))).toEqual({
        vault: info.vault,
        device: device.id,
      });
      const copy = createTestDevice(world.server, identity, info);
      await world.pushNew(copy, 1);
      await world.pushNew(first, 1);
      expect(await copy.pullAll()).toHaveLength(4);
    });
  });
};
