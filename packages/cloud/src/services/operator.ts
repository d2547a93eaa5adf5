/** Makes the operator's actions on a vault, with the same locks and rules as requests of devices. No action reads or changes memories. */
import { type DeviceId, ok, type VaultId } from '@cairn/schema';
import type { Registration } from '../ports/sync-store.ts';
import type { ServiceDeps } from './deps.ts';
import { raiseEpoch } from './epochs.ts';
import { shutOut } from './member-list.ts';
import { type Answer, lockingVault, problem, transacting } from './problem.ts';

export const createOperator = (deps: Pick<ServiceDeps, 'store' | 'clock' | 'random' | 'hints'>) => {
  const { store, clock, random, hints } = deps;

  const locked = <T>(id: VaultId, work: Parameters<typeof lockingVault<T>>[2]): Answer<T> =>
    lockingVault(store, id, work, () =>
      problem('not_found', `There is no vault ${id}. \`cairn-server admin vaults\` lists them.`),
    );

  return {
    /** Sets who may register. Null: as configured at the start. All processes of this database apply it from their next request. [SY-A4] */
    setRegistration: (registration: Registration | null): Answer<null> =>
      transacting<null>(store, async (tx) => {
        await tx.lockServer();
        await tx.updateServer({ registration });
        return ok(null);
      }),

    /** Sets the quota. Null: the server's default. A vault above its quota loses nothing, but can add no living registers. [SY-A5] */
    setQuota: (id: VaultId, registersMax: number | null): Answer<null> =>
      locked<null>(id, async (tx) => {
        await tx.setRegistersMax(id, registersMax);
        return ok(null);
      }),

    /** Starts a new epoch. Each device then pulls everything and pushes the registers that the server lacks. [SY-E1, SY-E2] */
    newEpoch: async (id: VaultId): Answer<string> => {
      const answer = await locked(id, async (tx, vault) =>
        ok(await raiseEpoch(tx, vault, random, clock.nowMs())),
      );
      if (answer.ok) hints.publish(id, { kind: 'epoch', epoch: answer.value }, { kind: 'all' });
      return answer;
    },

    /**
     * Ends a device's access: its token and stream end at once, and the server stores no new keys for it. The device stays on the member list, and
     * the vault's key stays. Only a device of the vault can sign a revocation and make a new key. [SY-A3, SY-S6]
     */
    revoke: async (
      id: VaultId,
      device: DeviceId,
    ): Answer<{ readonly revoked: DeviceId; readonly serverTime: number }> => {
      const answer = await locked(id, async (tx, vault) => {
        if ((await tx.device(vault.id, device)) === null)
          return problem('not_found', 'No device of this vault has this id.');
        await shutOut(tx, vault, device, clock.nowMs());
        return ok({ revoked: device, serverTime: clock.nowMs() });
      });
      if (answer.ok) hints.publish(id, { kind: 'revoked' }, { kind: 'only', device });
      return answer;
    },

    /** Removes expired invitations and challenges. */
    pruneExpired: (): Answer<null> =>
      transacting<null>(store, async (tx) => {
        const nowMs = clock.nowMs();
        await tx.erasePairings({ expiredBefore: nowMs });
        await tx.eraseChallenges(nowMs);
        return ok(null);
      }),
  };
};

export type Operator = ReturnType<typeof createOperator>;
