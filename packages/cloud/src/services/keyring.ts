/**
 * The keyring and the member list. Devices seal and sign them; the server stores and relays them, and opens nothing. [SY-S3, SY-S4,
 * SY-S6]
 */
import { type KeyringResponse, type MembersRequest, ok } from '@cairn/schema';
import type { StoreReads } from '../ports/sync-store.ts';
import type { ServiceDeps } from './deps.ts';
import { createMemberRegister } from './member-list.ts';
import { type Answer, goneVault, lockingVault, reading } from './problem.ts';
import type { Session } from './session.ts';

export const createKeyring = (
  deps: Pick<ServiceDeps, 'store' | 'clock' | 'random' | 'hints' | 'signatures'>,
) => {
  const { store, clock, hints } = deps;
  const register = createMemberRegister(deps);
  const read = async (reads: StoreReads, { vault, device }: Session): Promise<KeyringResponse> => ({
    generations: [...(await reads.generations(vault))],
    keys: [...(await reads.sealedKeys(vault, device))],
    members: [...(await reads.members(vault))],
    serverTime: clock.nowMs(),
  });

  return {
    keyring: (session: Session): Answer<KeyringResponse> =>
      reading<KeyringResponse>(store, async (reads) => {
        const vault = await reads.vault(session.vault);
        return vault === null ? goneVault() : ok(await read(reads, session));
      }),

    /**
     * Revokes a device, adds a generation, or restores entries that the server lost. A revoked device's token and stream end at once.
     * Other devices are told that the keys have changed.
     */
    appendMembers: async (session: Session, request: MembersRequest): Answer<KeyringResponse> => {
      const answer = await lockingVault(store, session.vault, async (tx, vault) => {
        const appended = await register.append(tx, vault, request, clock.nowMs());
        if (!appended.ok) return appended;
        return ok({ ...appended.value, ring: await read(tx, session) });
      });
      if (!answer.ok) return answer;
      const { vault, revoked, ring } = answer.value;
      for (const device of revoked)
        hints.publish(session.vault, { kind: 'revoked' }, { kind: 'only', device });
      const keys = { kind: 'keys', kg: vault.kg } as const;
      hints.publish(session.vault, keys, { kind: 'except', device: session.device });
      return ok(ring);
    },
  };
};
