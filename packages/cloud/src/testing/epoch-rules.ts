/** Lost pasts and the collection of what nobody needs, as tests that every store has to pass. */
import type { EntityId } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { RETENTION_MS } from '../log/collect.ts';
import type { SyncStore } from '../ports/sync-store.ts';
import {
  createWorld,
  itemOf,
  kindOf,
  type TestDevice,
  type TestVault,
  unwrap,
  type World,
} from './sync-world.ts';

const save = async (world: World, device: TestDevice): Promise<EntityId> => {
  const entity = world.newMemory();
  unwrap(await device.push([itemOf({ entity, hlc: world.stamp(device.id) })]));
  return entity;
};

const forget = async (world: World, device: TestDevice, entity: EntityId) =>
  unwrap(await device.push([itemOf({ entity, facet: 'gone', hlc: world.stamp(device.id) })]));

/** Twice, so that the second one acknowledges. */
const catchUp = async (...devices: readonly TestDevice[]): Promise<void> => {
  for (const device of devices) {
    await device.pullAll();
    unwrap(await device.pullPage());
  }
};

export const epochRules = (name: string, store: () => SyncStore): void => {
  const worldOf = (seed: string) => createWorld(store(), `epoch/${seed}`);
  const floorsOf = async ({ info }: TestVault) =>
    unwrap(
      await store().read(async (reads) => {
        const row = await reads.vault(info.vault);
        return row && { tombFloor: row.tombFloor, anchorFloor: row.anchorFloor, tombstones: row.tombstones };
      }),
    );

  describe(`${name}: a lost past`, () => {
    test('[SY-E1] a pull names the newest commit that the device knows, not only its cursor', async () => {
      const world = worldOf('newest commit');
      const { first } = await world.createVault();
      await catchUp(first);
      await save(world, first);
      const request = { cursor: first.cursor(), limit: 10, empty: false };
      expect(kindOf(await world.server.pull(first.session, { ...request, anchor: first.anchor() }))).toBe(
        'ok',
      );
      const lost = `1.${'ab'.repeat(16)}`;
      const told = await world.server.pull(first.session, { ...request, anchor: lost });
      expect(told).toMatchObject({ ok: false, error: { kind: 'epoch_changed' } });
    });

    test('[SY-E1] an epoch that the server lost with its past raises the epoch once, for all who remember it', async () => {
      const world = worldOf('lost epoch');
      const { first, info } = await world.createVault();
      const second = await world.join(first);
      const lost = 'cd'.repeat(16);
      const push = (device: TestDevice, epoch: string) => {
        const item = itemOf({ entity: world.newMemory(), hlc: world.stamp(device.id) });
        const body = { epoch, anchor: `7.${'ab'.repeat(16)}`, pushNo: 8, items: [item] };
        return world.server.push(device.session, Buffer.from(JSON.stringify(body)));
      };
      const one = await push(first, lost);
      const epoch = one.ok ? '' : (one.error.epoch ?? '');
      expect(one).toMatchObject({ ok: false, error: { kind: 'epoch_changed' } });
      expect([lost, info.epoch]).not.toContain(epoch);
      expect(await push(second, lost)).toMatchObject({ ok: false, error: { kind: 'epoch_changed', epoch } });
      // Who remembers the epoch before is told the present one, too.
      expect(await second.pullPage()).toMatchObject({ ok: true });
      expect(await push(second, info.epoch)).toMatchObject({ ok: false, error: { epoch } });
      expect(unwrap(await world.server.status(first.session)).epoch).toBe(epoch);
    });

    test('[SY-U3] [SY-E1] a hole in push numbers says that a confirmed push was lost: the epoch is raised, once', async () => {
      const world = worldOf('gap');
      const { first } = await world.createVault();
      const item = itemOf({ entity: world.newMemory(), hlc: world.stamp(first.id) });
      const body = { epoch: first.epoch(), anchor: first.anchor(), pushNo: 3, items: [item] };
      const push = () => world.server.push(first.session, Buffer.from(JSON.stringify(body)));
      const [one, two] = [await push(), await push()];
      const epoch = one.ok ? undefined : one.error.epoch;
      expect(one).toMatchObject({ ok: false, error: { kind: 'push_gap' } });
      expect(epoch).not.toBe(first.epoch());
      expect(two).toMatchObject({ ok: false, error: { kind: 'epoch_changed', epoch } });
      expect(world.hints.published[0]).toMatchObject({ hint: { kind: 'epoch', epoch } });
      first.startAnew(epoch ?? '', unwrap(await world.server.pull(first.session, ANEW)).anchor);
      expect(unwrap(await first.push([item])).verdicts).toMatchObject([{ verdict: 'ok', seq: 1 }]);
    });
  });

  describe(`${name}: collection`, () => {
    test('[SY-E4] a tombstone goes when it is 180 days old and every live device has acknowledged it', async () => {
      const world = worldOf('collect');
      const vault = await world.createVault();
      const { first } = vault;
      const second = await world.join(first, 'second');
      const kept = await save(world, first);
      const gone = await save(world, first);
      await forget(world, first, gone);
      await catchUp(first, second);
      const collect = async () => unwrap(await world.server.collectVault(vault.info.vault));
      expect(await collect()).toEqual({ tombstones: 0, anchors: 0 });
      world.advance(RETENTION_MS - 1);
      await catchUp(first, second);
      expect((await collect()).tombstones).toBe(0);
      world.advance(1);
      expect((await collect()).tombstones).toBe(1);
      expect(await floorsOf(vault)).toMatchObject({ tombFloor: 3, tombstones: 0 });
      expect(unwrap(await world.server.status(first.session))).toMatchObject({ registers: 1, tombstones: 0 });
      expect(await collect()).toEqual({ tombstones: 0, anchors: 0 });
      const fresh = unwrap(await world.server.pull(second.session, ANEW));
      expect(fresh).toMatchObject({ tombFloor: 3, items: [{ entity: kept }] });
      // Those who held everything go on as if nothing had been.
      for (const device of [first, second]) expect(kindOf(await device.pullPage())).toBe('ok');
    });

    test('[SY-E4] a live device that lags blocks; a dormant or revoked one does not', async () => {
      const world = worldOf('blockers');
      const vault = await world.createVault();
      const { first } = vault;
      const [slow, silent, revoked] = [
        await world.join(first, 'slow'),
        await world.join(first, 'silent'),
        await world.join(first, 'revoked'),
      ];
      await catchUp(slow, silent, revoked);
      unwrap(await world.server.appendMembers(first.session, await world.revocation(first, revoked.id)));
      await forget(world, first, await save(world, first));
      world.advance(RETENTION_MS);
      await catchUp(first);
      // It is seen, and yet has not come back for what it was served.
      unwrap(await slow.pullPage());
      const collect = async () => unwrap(await world.server.collectVault(vault.info.vault));
      expect((await collect()).tombstones).toBe(0);
      await catchUp(slow);
      expect((await collect()).tombstones).toBe(1);
    });

    test('[SY-E4] a cursor below the floor has to resync, for that device alone; a fresh pull is served', async () => {
      const world = worldOf('dormant');
      const vault = await world.createVault();
      const { first } = vault;
      const silent = await world.join(first, 'silent');
      const gone = await save(world, first);
      await catchUp(first, silent);
      const epoch = first.epoch();
      await forget(world, first, gone);
      world.advance(RETENTION_MS);
      await catchUp(first);
      unwrap(await world.server.collectVault(vault.info.vault));
      expect(kindOf(await silent.pullPage())).toBe('resync_required');
      expect(kindOf(await first.pullPage())).toBe('ok');
      silent.forgetCursor();
      expect(await silent.pullAll()).toEqual([]);
      expect(kindOf(await silent.pullPage())).toBe('ok');
      expect(unwrap(await world.server.status(first.session)).epoch).toBe(epoch);
    });

    test('[SY-E4] a bootstrap that was under way when tombstones were collected has to begin anew', async () => {
      const world = worldOf('mid bootstrap');
      const vault = await world.createVault();
      const { first } = vault;
      const gone = await save(world, first);
      await forget(world, first, gone);
      for (let n = 0; n < 4; n++) await save(world, first);
      const holder = await world.join(first, 'holds something');
      const empty = await world.join(first, 'empty');
      unwrap(await holder.pullPage(2));
      unwrap(await empty.pullPage(2, true));
      world.advance(RETENTION_MS);
      await catchUp(first);
      expect(unwrap(await world.server.collectVault(vault.info.vault)).tombstones).toBe(1);
      expect(kindOf(await holder.pullPage(2))).toBe('resync_required');
      // It was spared that tombstone from the start.
      expect(kindOf(await empty.pullPage(2))).toBe('ok');
    });

    test('[SY-U3] a push whose answer was lost is answered as it was, though the commit that it names was collected', async () => {
      const world = worldOf('late replay');
      const vault = await world.createVault();
      const { first } = vault;
      const silent = await world.join(first, 'silent');
      const bytes = silent.bodyOf([itemOf({ entity: world.newMemory(), hlc: world.stamp(silent.id) })]);
      const { verdicts } = unwrap(await world.server.push(silent.session, bytes));
      world.advance(1_000);
      await save(world, first);
      await catchUp(first);
      world.advance(RETENTION_MS);
      unwrap(await first.pullPage());
      expect(unwrap(await world.server.collectVault(vault.info.vault)).anchors).toBeGreaterThan(0);
      expect(unwrap(await world.server.push(silent.session, bytes)).verdicts).toEqual(verdicts);
      const other = silent.bodyOf([itemOf({ entity: world.newMemory(), hlc: world.stamp(silent.id) })]);
      expect(kindOf(await world.server.push(silent.session, other))).toBe('resync_required');
    });

    test('[SY-E1] [SY-E4] commits that only a dormant device can remember go, and it is told to resync', async () => {
      const world = worldOf('anchors');
      const vault = await world.createVault();
      const { first } = vault;
      const silent = await world.join(first, 'silent');
      await save(world, first);
      await catchUp(first, silent);
      world.advance(1_000);
      await save(world, first);
      await save(world, first);
      await catchUp(first);
      const epoch = first.epoch();
      world.advance(RETENTION_MS);
      // The newest commit is old too, and stays: everybody who is up to date remembers it.
      unwrap(await first.pullPage());
      expect(unwrap(await world.server.collectVault(vault.info.vault)).anchors).toBeGreaterThan(0);
      expect(await floorsOf(vault)).toMatchObject({ anchorFloor: 3 });
      expect(kindOf(await silent.pullPage())).toBe('resync_required');
      const item = itemOf({ entity: world.newMemory(), hlc: world.stamp(silent.id) });
      expect(kindOf(await silent.push([item]))).toBe('resync_required');
      await save(world, first);
      expect(unwrap(await world.server.status(first.session)).epoch).toBe(epoch);
      silent.forgetCursor();
      await catchUp(silent);
      expect(silent.held.size).toBe(4);
    });

    test('[SY-E4] many tombstones go in bounded steps, one round over all vaults, and again changes nothing', async () => {
      const world = worldOf('many');
      const vaults = [await world.createVault(), await world.createVault()];
      for (const { first } of vaults) {
        for (let batch = 0; batch < 3; batch++) {
          const entities = Array.from({ length: 250 }, () => world.newMemory());
          const items = entities.map((entity) =>
            itemOf({ entity, facet: 'gone', hlc: world.stamp(first.id), payload: '' }),
          );
          unwrap(await first.push(items));
        }
        await save(world, first);
        await catchUp(first);
      }
      world.advance(RETENTION_MS);
      for (const { first } of vaults) await catchUp(first);
      expect(unwrap(await world.server.collectAll()).tombstones).toBeGreaterThanOrEqual(1_500);
      for (const vault of vaults)
        expect(await floorsOf(vault)).toEqual({ tombFloor: 750, anchorFloor: 751, tombstones: 0 });
      expect(unwrap(await world.server.collectAll())).toMatchObject({ tombstones: 0, anchors: 0 });
      expect(unwrap(await world.server.collectAll(() => true)).vaults).toBe(0);
    });
  });
};

const ANEW = { cursor: null, limit: 100, empty: false } as const;
