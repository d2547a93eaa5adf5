/** The rules of accounts, as tests for every store. A stand-in for the identity provider tells which account a session belongs to. */
import { err, LIMITS, ok, type VaultId } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { AccountId, AccountSessions } from '../ports/account-sessions.ts';
import type { SyncStore } from '../ports/sync-store.ts';
import { createWorld, kindOf, SETUP_TOKEN, unwrap } from './sync-world.ts';

/** Returns a token that has the form of a session, so the server does not take it for a setup token. It contains the account. */
const sessionOf = (account: string): string =>
  `eyJhbGciOiJFUzI1NiJ9.eyJz${Buffer.from(account).toString('base64url')}.c2ln`;

const accountIds = (seed: string): { readonly ada: AccountId; readonly ben: AccountId } => {
  const id = (last: string) =>
    `${Buffer.from(seed.padEnd(4, '-')).toString('hex').slice(0, 8)}-0000-4000-8000-00000000000${last}` as AccountId;
  return { ada: id('a'), ben: id('b') };
};

const createTestSessions = (accounts: readonly AccountId[]): AccountSessions => ({
  accountOf: async (token) => {
    const account = accounts.find((one) => sessionOf(one) === token);
    return account === undefined ? err({ kind: 'refused', detail: 'Not a session of these.' }) : ok(account);
  },
});

export const accountRules = (name: string, store: () => SyncStore): void => {
  const worldOf = (seed: string) => {
    const accounts = accountIds(seed);
    const sessions = createTestSessions(Object.values(accounts));
    const world = createWorld(store(), `accounts/${seed}`, { sessions, registration: 'closed' });
    const open = (account: AccountId) => world.createVault('sealed', sessionOf(account));
    return { world, ...accounts, open };
  };
  const vaultOf = async (id: VaultId) => unwrap(await store().read((reads) => reads.vault(id)));

  describe(`${name}: accounts`, () => {
    test('[SY-A4] a session opens the account, or finds it, though registration is closed', async () => {
      const { world, ada, ben, open } = worldOf('open');
      const [one, two, other] = [await open(ada), await open(ada), await open(ben)];
      for (const [made, account] of [
        [one, ada],
        [two, ada],
        [other, ben],
      ] as const)
        expect(await vaultOf(made.info.vault)).toMatchObject({ account });
      const item = world.newItem(one.first.id);
      unwrap(await one.first.push([item]));
      expect(await one.first.pullAll()).toMatchObject([item]);
      expect(await two.first.pullAll()).toEqual([]);
      expect(await other.first.pullAll()).toEqual([]);
    });

    test('[SY-A4] a creation that is repeated is found again by the same account alone', async () => {
      const { world, ada, ben, open } = worldOf('repeat');
      const { request, info } = await open(ada);
      expect(unwrap(await world.server.createVault(sessionOf(ada), request))).toEqual(info);
      expect(kindOf(await world.server.createVault(sessionOf(ben), request))).toBe('conflict');
      expect(kindOf(await world.server.createVault(SETUP_TOKEN, request))).toBe('conflict');
    });

    test('[SY-A4] a token that is no session, or of nobody here, opens nothing', async () => {
      const { world, ada } = worldOf('wrong');
      await world.server.createVault(sessionOf(ada), world.vaultRequest().request);
      const { request } = world.vaultRequest();
      expect(kindOf(await world.server.createVault(sessionOf('somebody'), request))).toBe('session_refused');
      for (const token of [null, 'x', 'eyJ.x.y', ada]) {
        const refused = await world.server.createVault(token, request);
        expect(refused).toMatchObject({
          error: { kind: 'registration_closed', detail: expect.stringContaining('--supabase-token') },
        });
      }
      expect(await vaultOf(request.vault)).toBeNull();
    });

    test('[SY-A4] a server without a project takes no session, and says so', async () => {
      const world = createWorld(store(), 'accounts/none', { registration: 'open' });
      const { ada } = accountIds('none');
      const answer = await world.server.createVault(sessionOf(ada), world.vaultRequest().request);
      expect(answer).toMatchObject({
        error: { kind: 'session_refused', detail: expect.stringContaining('setup token') },
      });
    });

    test('[SY-A5] an account has so many vaults and no more', async () => {
      const { world, ada, ben, open } = worldOf('many');
      for (let count = 0; count < LIMITS.vaultsPerAccountMax; count += 1) await open(ada);
      const { request } = world.vaultRequest();
      expect(kindOf(await world.server.createVault(sessionOf(ada), request))).toBe('quota_exceeded');
      expect(kindOf(await world.server.createVault(sessionOf(ben), request))).toBe('ok');
    });
  });
};
