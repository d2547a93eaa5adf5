/** Actions of an operator while the server runs, as tests for every store. */
import { describe, expect, test } from 'vitest';
import type { SyncStore } from '../ports/sync-store.ts';
import { createAdminDoor } from '../services/admin-door.ts';
import { createOperator } from '../services/operator.ts';
import { createWorld, kindOf, START_MS, unwrap } from './sync-world.ts';

export const operatorRules = (name: string, store: () => SyncStore): void => {
  const worldOf = (seed: string) => {
    const world = createWorld(store(), `${name}/operator/${seed}`, { registration: 'closed' });
    return { world, operator: createOperator({ ...world, store: store(), clock: world }) };
  };
  const openVault = async (seed: string) => {
    const one = worldOf(seed);
    unwrap(await one.operator.setRegistration('open'));
    const vault = await one.world.createVault();
    unwrap(await one.operator.setRegistration(null));
    return { ...one, ...vault };
  };

  describe(`${name}: operator`, () => {
    test('[SY-A4] registration is opened and closed at run time, over what the server was started with', async () => {
      const { world, operator } = await openVault('registration');
      const create = async () => kindOf(await world.server.createVault(null, world.vaultRequest().request));
      expect(await create()).toBe('registration_closed');
      unwrap(await operator.setRegistration('open'));
      expect(await create()).toBe('ok');
      unwrap(await operator.setRegistration('closed'));
      expect(await create()).toBe('registration_closed');
      const started = createWorld(store(), `${name}/operator/started-open`, { registration: 'open' });
      const late = async () => kindOf(await started.server.createVault(null, started.vaultRequest().request));
      expect(await late()).toBe('registration_closed');
      unwrap(await operator.setRegistration(null));
      expect(await late()).toBe('ok');
      expect(await create()).toBe('registration_closed');
    });

    test('[SY-A5] a vault has a quota of its own, at the limit and one past it, until it is taken back', async () => {
      const { world, operator, first, info } = await openVault('quota');
      const item = () => world.newItem(first.id);
      unwrap(await operator.setQuota(info.vault, 2));
      unwrap(await first.push([item(), item()]));
      expect(kindOf(await first.push([item()]))).toBe('quota_exceeded');
      unwrap(await operator.setQuota(info.vault, null));
      unwrap(await first.push([item()]));
      expect(kindOf(await operator.setQuota(world.vaultRequest().request.vault, 1))).toBe('not_found');
    });

    test('[SY-E1] an operator begins a new epoch, and its devices are told and asked to pull from nothing', async () => {
      const { world, operator, first, info } = await openVault('epoch');
      const item = world.newItem(first.id);
      unwrap(await first.push([item]));
      unwrap(await first.pullPage());
      const epoch = unwrap(await operator.newEpoch(info.vault));
      expect(epoch).not.toBe(info.epoch);
      expect(world.hints.published.at(-1)).toEqual({
        vault: info.vault,
        hint: { kind: 'epoch', epoch },
        audience: { kind: 'all' },
      });
      expect(await first.pullPage()).toMatchObject({ ok: false, error: { kind: 'epoch_changed', epoch } });
      expect(await first.push([item])).toMatchObject({ ok: false, error: { kind: 'epoch_changed', epoch } });
      const again = unwrap(await world.server.status(first.session));
      expect(again).toMatchObject({ epoch, head: 1 });
    });

    test('[SY-A3] an operator revokes a device: it is refused at once, and its keys are gone', async () => {
      const { world, operator, first, info } = await openVault('revoke');
      const second = await world.join(first);
      unwrap(await operator.revoke(info.vault, second.id));
      expect(kindOf(await world.server.authenticate(second.token))).toBe('device_revoked');
      expect(unwrap(await world.server.authenticate(first.token))).toEqual(first.session);
      expect(kindOf(await operator.revoke(info.vault, world.newIdentity('x').device.id))).toBe('not_found');
      expect(world.hints.published.at(-1)?.hint).toEqual({ kind: 'revoked' });
    });

    test('[RL-34] an operator who signed out while the clock was ahead can sign in again', async () => {
      let nowMs = START_MS;
      const door = createAdminDoor('a token', { store: store(), clock: { nowMs: () => nowMs } });
      const enter = async () => unwrap(await door.enter('a token')) ?? '';
      const areIn = async (...cookies: string[]) =>
        Promise.all(cookies.map(async (cookie) => unwrap(await door.isIn(cookie))));
      const early = await enter();
      nowMs += 365 * 86_400_000;
      const ahead = await enter();
      unwrap(await door.leave(ahead));
      nowMs -= 365 * 86_400_000;
      expect(await areIn(early, ahead)).toEqual([false, false]);
      const later = await enter();
      expect(await areIn(later, early, ahead)).toEqual([true, false, false]);
      unwrap(await door.leave(later));
      expect(await areIn(later, await enter())).toEqual([false, true]);
    });
  });
};
