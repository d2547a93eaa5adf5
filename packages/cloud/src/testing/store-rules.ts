/** Rules of a store, as tests for every store: isolation, order of commits, limits. The code of the log cannot ensure them alone. */
import { setImmediate } from 'node:timers/promises';
import { type DeviceId, type EntityId, hlcOf, LIMITS, type PulledItem } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { PushWrite, SyncStore } from '../ports/sync-store.ts';
import { storedOf } from './harm.ts';
import { createWorld, itemOf, kindOf, openVault, plainWrite, type TestDevice, unwrap } from './sync-world.ts';

export const storeRules = (name: string, store: () => SyncStore): void => {
  describe(`${name}: store`, () => {
    test('[SY-U4] eight devices push at once, others pull meanwhile: no gap, commit order is sequence order', async () => {
      const { world, first } = await openVault(store(), 'store/concurrent');
      const pushers: TestDevice[] = [first];
      while (pushers.length < 8) pushers.push(await world.join(first, `pusher ${pushers.length}`));
      const watchers = [await world.join(first, 'watcher 1'), await world.join(first, 'watcher 2')];
      const rounds = 12;
      let pushing = true;
      const pushAll = async (device: TestDevice): Promise<number[]> => {
        const seqs: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const items = [1, 2, 3].map(() => world.newItem(device.id));
          const { verdicts, head } = unwrap(await device.push(items));
          const given = verdicts.map((one) => one.seq ?? 0);
          expect(given).toEqual([head - 2, head - 1, head]);
          seqs.push(...given);
        }
        return seqs;
      };
      const watch = async (device: TestDevice): Promise<PulledItem[]> => {
        const seen: PulledItem[] = [];
        let last = false;
        while (!last) {
          last = !pushing;
          // Yields to the event loop, as between two requests. An embedded database alone would answer without a pause.
          await setImmediate();
          const page = unwrap(await device.pullPage(7));
          seen.push(...page.items);
          last = last && !page.hasMore;
        }
        return seen;
      };
      const watching = watchers.map(watch);
      const given = await Promise.all(pushers.map(pushAll));
      pushing = false;
      const all = Array.from({ length: 8 * rounds * 3 }, (_, at) => at + 1);
      expect(given.flat().sort((a, b) => a - b)).toEqual(all);
      for (const seen of await Promise.all(watching)) {
        const seqs = seen.map((item) => item.seq);
        expect(seqs.toSorted((a, b) => a - b)).toEqual(all);
      }
    });

    test('[SY-U4] eight devices write one register at once, and the largest stamp is what is left', async () => {
      const { world, first } = await openVault(store(), 'store/contended');
      const pushers: TestDevice[] = [first];
      while (pushers.length < 8) pushers.push(await world.join(first, `pusher ${pushers.length}`));
      const entity = world.newMemory();
      const stamps = pushers.map((device) => world.stamp(device.id));
      const answers = await Promise.all(
        pushers.map((device, at) => device.push([itemOf({ entity, hlc: stamps[at] ?? hlcOf(0, 0, '') })])),
      );
      expect(answers.map(kindOf)).toEqual(pushers.map(() => 'ok'));
      const [left, ...others] = await first.pullAll();
      expect(others).toEqual([]);
      expect(left?.hlc).toBe(stamps.toSorted().at(-1));
    });

    test('[SY-U4] what was decided by a vault that has changed meanwhile writes nothing, whatever has changed', async () => {
      const { world, first, info } = await openVault(store(), 'store/changed');
      unwrap(await first.push([world.newItem(first.id)]));
      const write = await plainWrite(store(), world, first);
      const stored = async () =>
        unwrap(
          await store().transaction(async (tx) => ({
            vault: await tx.vault(info.vault),
            device: await tx.device(info.vault, first.id),
            last: await tx.lastPush(info.vault, first.id),
            rows: await storedOf(tx, info.vault, [write.inserts[0]?.entity ?? world.newMemory()]),
            anchor: await tx.anchorKnown(info.vault, write.seen.epoch, {
              seq: write.after.head,
              mark: write.after.anchor,
            }),
          })),
        );
      const before = await stored();
      const { seen } = write;
      const others = [
        { ...seen, epoch: 'ef'.repeat(16) },
        { ...seen, head: seen.head - 1 },
        { ...seen, anchor: 'ab'.repeat(16) },
        { ...seen, kg: seen.kg + 1 },
        { ...seen, registers: seen.registers + 1 },
        { ...seen, tombstones: seen.tombstones + 1 },
      ];
      for (const other of others) {
        const stale = { ...write, seen: other };
        expect(unwrap(await store().single((writes) => writes.writePush(stale)))).toBe(false);
        expect(await stored()).toEqual(before);
      }
      expect(unwrap(await store().single((writes) => writes.writePush(write)))).toBe(true);
      expect(await stored()).toMatchObject({
        vault: { ...seen, ...write.after },
        device: { acked: 2, lastSeenAt: world.nowMs() },
        last: { ...write.push, epoch: seen.epoch },
        rows: [{ seq: 2 }],
        anchor: true,
      });
      // The same write a second time is stale, because the first one changed the vault.
      expect(unwrap(await store().single((writes) => writes.writePush(write)))).toBe(false);
    });

    test('[SY-U4] of pushes that are written at once each is written, refused or failed by itself', async () => {
      const world = createWorld(store(), 'store/together');
      const made = [await world.createVault(), await world.createVault(), await world.createVault()];
      const [fresh, changed, broken] = await Promise.all(
        made.map(({ first }) => plainWrite(store(), world, first)),
      );
      if (fresh === undefined || changed === undefined || broken === undefined) throw new Error('no writes');
      const twice = { ...broken, inserts: [...broken.inserts, ...broken.inserts] };
      const stale = { ...changed, seen: { ...changed.seen, head: changed.seen.head + 1 } };
      const write = (one: PushWrite) => store().single((writes) => writes.writePush(one));
      const answers = await Promise.allSettled([fresh, stale, fresh, twice, fresh].map(write));
      const written = answers.map((one) => (one.status === 'fulfilled' ? unwrap(one.value) : 'failed'));
      expect([written[1], written[3]]).toEqual([false, 'failed']);
      // Of three writes that saw the same vault, exactly one is written.
      expect([written[0], written[2], written[4]].filter((one) => one === true)).toHaveLength(1);
      const heads = await Promise.all(made.map(({ first }) => world.server.status(first.session)));
      expect(heads.map((status) => unwrap(status).head)).toEqual([1, 0, 0]);
    });

    test('a device that brings nothing new is written down once a minute', async () => {
      const { world, first, info } = await openVault(store(), 'store/seen');
      const startMs = world.nowMs();
      const seenAfter = async (afterMs: number, acked = 5) => {
        const touch = { acked, atMs: startMs + afterMs };
        unwrap(await store().single((writes) => writes.touchDevice(info.vault, first.id, touch)));
        const device = unwrap(await store().read((reads) => reads.device(info.vault, first.id)));
        return [device?.acked, (device?.lastSeenAt ?? 0) - startMs];
      };
      const minuteMs = LIMITS.lastSeenMsMax;
      expect(await seenAfter(0)).toEqual([5, 0]);
      expect(await seenAfter(minuteMs - 1)).toEqual([5, 0]);
      expect(await seenAfter(minuteMs)).toEqual([5, minuteMs]);
      expect(await seenAfter(minuteMs + 1, 6)).toEqual([6, minuteMs + 1]);
      expect(await seenAfter(minuteMs * 3, 4)).toEqual([6, minuteMs * 3]);
    });

    test('[SY-U3] the same push sent many times at once is applied once', async () => {
      const { world, first } = await openVault(store(), 'store/replays');
      const bytes = first.bodyOf([world.newItem(first.id)]);
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => world.server.push(first.session, bytes)),
      );
      for (const answer of answers)
        expect(unwrap(answer)).toMatchObject({ head: 1, verdicts: [{ verdict: 'ok', seq: 1 }] });
    });

    test('[SY-E1] many devices that know a lost past raise the epoch once', async () => {
      const { world, first } = await openVault(store(), 'store/epoch');
      const items = [world.newItem(first.id)];
      const lost = { anchor: `3.${'ab'.repeat(16)}` };
      const answers = await Promise.all(Array.from({ length: 5 }, () => first.pushAs(lost, items)));
      const epochs = answers.map((answer) => (answer.ok ? null : answer.error.epoch));
      expect(new Set(epochs).size).toBe(1);
      expect(epochs[0]).toBe(unwrap(await world.server.status(first.session)).epoch);
    });

    test('a pull serves what was committed, in one snapshot, also at the end of the number range', async () => {
      const { first, info } = await openVault(store(), 'store/range');
      const far = Number.MAX_SAFE_INTEGER;
      const page = unwrap(
        await store().read((reads) =>
          reads.page({
            vault: info.vault,
            high: far,
            low: far,
            skipTombstones: true,
            items: 10,
            payloadBytes: 10,
            claim: null,
          }),
        ),
      );
      expect(page).toMatchObject({
        state: { head: 0, anchorFloor: 0 },
        claimKnown: false,
        upwards: [],
        downwards: [],
      });
      expect(first.held.size).toBe(0);
    });

    test('many registers of one entity, and of many, are found again', async () => {
      const { world, first, info } = await openVault(store(), 'store/registers');
      const entities: EntityId[] = Array.from({ length: 50 }, () => world.newMemory());
      const stamp = (device: DeviceId) => world.stamp(device);
      const items = entities.flatMap((entity) =>
        ['body', 'tags', `count.${first.id}`].map((facet) => itemOf({ entity, facet, hlc: stamp(first.id) })),
      );
      unwrap(await first.push(items));
      const wanted = entities.slice(10, 12);
      const found = unwrap(await store().transaction((tx) => storedOf(tx, info.vault, wanted)));
      expect(found.map(({ entity, facet, hlc, kg }) => `${entity} ${facet} ${hlc} ${kg}`).sort()).toEqual(
        items
          .filter(({ entity }) => wanted.includes(entity))
          .map(({ entity, facet, hlc, kg }) => `${entity} ${facet} ${hlc} ${kg}`)
          .sort(),
      );
      expect(unwrap(await store().transaction((tx) => storedOf(tx, info.vault, [])))).toEqual([]);
    });
  });
};
