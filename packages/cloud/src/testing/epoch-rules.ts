/** Lost pasts and the collection of what nobody needs, as tests that every store has to pass. */
import type { EntityId } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { SyncStore } from '../ports/sync-store.ts';
import { RETENTION_MS } from '../services/collect.ts';
import {
  itemOf,
  kindOf,
  openersOf,
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

/** Twice, so that the second one acknowledges. */
const catchUp = async (...devices: readonly TestDevice[]): Promise<void> => {
  for (const device of devices) {
    await device.pullAll();
    unwrap(await device.pullPage());
  }
};

export const epochRules = (name: string, store: () => SyncStore): void => {
  const { worldOf, vaultOf, pairOf } = openersOf(store, 'epoch');
  const floorsOf = async ({ vault: id }: TestVault['info']) =>
    unwrap(
      await store().read(async (reads) => {
        const row = await reads.vault(id);
        return row && { anchorFloor: row.anchorFloor, tombstones: row.tombstones };
      }),
    );

  describe(`${name}: a lost past`, () => {
    test('[SY-E1] a pull names the newest commit that the device knows, not only its cursor', async () => {
      const { world, first } = await vaultOf('newest commit');
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
      const { world, first, info, second } = await pairOf('lost epoch');
      const lost = 'cd'.repeat(16);
      const push = (device: TestDevice, epoch: string) =>
        device.pushAs({ epoch, anchor: `7.${'ab'.repeat(16)}`, pushNo: 8 }, [world.newItem(device.id)]);
      const one = await push(first, lost);
      const epoch = one.ok ? '' : (one.error.epoch ?? '');
      expect(one).toMatchObject({ ok: false, error: { kind: 'epoch_changed' } });
      expect([lost, info.epoch]).not.toContain(epoch);
      expect(await push(second, lost)).toMatchObject({ ok: false, error: { kind: 'epoch_changed', epoch } });
      // A device that remembers the epoch before is told the present one, too.
      expect(await second.pullPage()).toMatchObject({ ok: true });
      expect(await push(second, info.epoch)).toMatchObject({ ok: false, error: { epoch } });
      expect(unwrap(await world.server.status(first.session)).epoch).toBe(epoch);
    });

    test('[RL-10] a pull without a cursor names a lost past too, and the epoch is raised once for it', async () => {
      const { world, first, info, second } = await pairOf('begins again');
      const anchor = `7.${'ab'.repeat(16)}`;
      const pull = (device: TestDevice, epoch: string) =>
        world.server.pull(device.session, { cursor: null, limit: 10, empty: false, epoch, anchor });
      const lost = 'cd'.repeat(16);
      const told = await pull(first, lost);
      const epoch = told.ok ? '' : (told.error.epoch ?? '');
      expect(told).toMatchObject({ ok: false, error: { kind: 'epoch_changed' } });
      expect([lost, info.epoch]).not.toContain(epoch);
      // A device that begins again goes on in the epoch that followed, whichever of the earlier ones it knows.
      for (const known of [lost, info.epoch, epoch])
        expect(unwrap(await pull(second, known === epoch ? lost : known)).epoch).toBe(epoch);
      // In the present epoch a commit that is not here was lost.
      const again = await pull(second, epoch);
      expect(again).toMatchObject({ ok: false, error: { kind: 'epoch_changed' } });
      const next = again.ok ? '' : (again.error.epoch ?? '');
      expect(unwrap(await pull(second, epoch)).epoch).toBe(next);
      expect(unwrap(await world.server.status(first.session)).epoch).toBe(next);
    });

    test('[SY-U3] [SY-E1] a hole in push numbers says that a confirmed push was lost: the epoch is raised, once', async () => {
      const { world, first } = await vaultOf('gap');
      const item = world.newItem(first.id);
      const push = () => first.pushAs({ pushNo: 3 }, [item]);
      const [one, two] = [await push(), await push()];
      const epoch = one.ok ? undefined : one.error.epoch;
      expect(one).toMatchObject({ ok: false, error: { kind: 'push_gap' } });
      expect(epoch).not.toBe(first.epoch());
      expect(two).toMatchObject({ ok: false, error: { kind: 'epoch_changed', epoch } });
      expect(world.hints.published[0]).toMatchObject({ hint: { kind: 'epoch', epoch } });
      first.startAgain(epoch ?? '', unwrap(await world.server.pull(first.session, FROM_NOTHING)).anchor);
      expect(unwrap(await first.push([item])).verdicts).toMatchObject([{ verdict: 'ok', seq: 1 }]);
    });
  });

  describe(`${name}: one device and many epochs`, () => {
    test('[TR-58] it begins 30 an hour, by holes or by pasts; then it waits, and others begin theirs', async () => {
      const { world, first, second } = await pairOf('many epochs');
      const lost = `7.${'ab'.repeat(16)}`;
      const raise = async (device: TestDevice) => {
        const { epoch } = unwrap(await world.server.status(first.session));
        return kindOf(await device.pushAs({ epoch, anchor: lost, pushNo: 8 }, [world.newItem(device.id)]));
      };
      for (let n = 0; n < 30; n++) expect(await raise(first)).toBe('epoch_changed');
      const { epoch } = unwrap(await world.server.status(first.session));
      expect(await raise(first)).toBe('rate_limited');
      const asked = { cursor: null, limit: 10, empty: false, epoch, anchor: lost };
      expect(kindOf(await world.server.pull(first.session, asked))).toBe('rate_limited');
      expect(unwrap(await world.server.status(first.session)).epoch).toBe(epoch);
      expect(await raise(second)).toBe('epoch_changed');
      world.advance(3_600_000);
      expect(await raise(first)).toBe('epoch_changed');
    });
  });

  describe(`${name}: collection`, () => {
    test('[TR-2] [SY-E4] a tombstone stays: a device that comes back after a year is told to start over, and is given it', async () => {
      const { world, first, second: silent, info } = await pairOf('kept');
      const kept = await save(world, first);
      const gone = await save(world, first);
      await catchUp(first, silent);
      const epoch = first.epoch();
      await world.forget(first, gone);
      await save(world, first);
      world.advance(2 * RETENTION_MS);
      await catchUp(first);
      expect(unwrap(await world.server.collectVault(info.vault))).toBeGreaterThan(0);
      expect(kindOf(await silent.pullPage())).toBe('resync_required');
      expect(kindOf(await first.pullPage())).toBe('ok');
      const again = unwrap(await world.server.pull(silent.session, FROM_NOTHING));
      // Earlier devices ask for the floor, and must not remove anything by it.
      expect(again).toMatchObject({ tombFloor: 0, epoch });
      expect(again.items.map(({ entity, facet }) => [entity, facet])).toEqual(
        expect.arrayContaining([
          [kept, 'body'],
          [gone, 'gone'],
        ]),
      );
      const body = itemOf({ entity: gone, hlc: world.stamp(first.id) });
      expect(unwrap(await first.push([body])).verdicts).toMatchObject([{ verdict: 'gone' }]);
      expect(await floorsOf(info)).toMatchObject({ tombstones: 1 });
    });

    test('[SY-U3] a push whose answer was lost is answered as it was, though the commit that it names was collected', async () => {
      const { world, first, second: silent, info } = await pairOf('late replay');
      const bytes = silent.bodyOf([world.newItem(silent.id)]);
      const { verdicts } = unwrap(await world.server.push(silent.session, bytes));
      world.advance(1_000);
      await save(world, first);
      await catchUp(first);
      world.advance(RETENTION_MS);
      unwrap(await first.pullPage());
      expect(unwrap(await world.server.collectVault(info.vault))).toBeGreaterThan(0);
      expect(unwrap(await world.server.push(silent.session, bytes)).verdicts).toEqual(verdicts);
      const other = silent.bodyOf([world.newItem(silent.id)]);
      expect(kindOf(await world.server.push(silent.session, other))).toBe('resync_required');
    });

    test('[SY-E1] [SY-E4] commits that only a dormant device can remember go, and it is told to resync', async () => {
      const { world, first, second: silent, info } = await pairOf('anchors');
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
      expect(unwrap(await world.server.collectVault(info.vault))).toBeGreaterThan(0);
      expect(await floorsOf(info)).toMatchObject({ anchorFloor: 3 });
      expect(kindOf(await silent.pullPage())).toBe('resync_required');
      const item = world.newItem(silent.id);
      expect(kindOf(await silent.push([item]))).toBe('resync_required');
      await save(world, first);
      expect(unwrap(await world.server.status(first.session)).epoch).toBe(epoch);
      silent.forgetCursor();
      await catchUp(silent);
      expect(silent.held.size).toBe(4);
    });

    test('[SY-E4] one round goes over all vaults, in bounded steps, and again changes nothing', async () => {
      const world = worldOf('many');
      const vaults = [await world.createVault(), await world.createVault()];
      for (const { first } of vaults) {
        for (let commit = 0; commit < 3; commit++) await world.forget(first, await save(world, first));
        await catchUp(first);
      }
      world.advance(RETENTION_MS);
      for (const { first } of vaults) await catchUp(first);
      expect(unwrap(await world.server.collectAll()).anchors).toBeGreaterThanOrEqual(10);
      for (const { info } of vaults) expect(await floorsOf(info)).toEqual({ anchorFloor: 6, tombstones: 3 });
      expect(unwrap(await world.server.collectAll())).toMatchObject({ anchors: 0 });
      expect(unwrap(await world.server.collectAll(() => true)).vaults).toBe(0);
    });
  });
};

const FROM_NOTHING = { cursor: null, limit: 100, empty: false } as const;
