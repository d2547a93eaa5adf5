/** Admits a device through the real exchange with a member, without a network. [SY-A1] */
import {
  beginningAt,
  type CheckedKeyring,
  checkKeyring,
  planAdmission,
  signerOf,
  type VaultSecrets,
} from '@cairn/core';
import type { DeviceId, Result, VaultInfo, VaultKind } from '@cairn/schema';
import type { DeviceWorld } from './device.ts';

type Session = Parameters<DeviceWorld['server']['process']['keyring']>[0];
export type PairingWorld = DeviceWorld & { readonly kind: VaultKind };

export const must = <T>(result: Result<T, unknown>, what: string): T => {
  if (!result.ok) throw new Error(`${what}: ${JSON.stringify(result.error)}`);
  return result.value;
};

export interface Admitted {
  readonly info: VaultInfo;
  readonly secrets: VaultSecrets;
}

/**
 * Compares a member's keyring with the server's. Returns null when the server does not know the member, or lacks entries that the member
 * has seen. The member then has to heal that first.
 */
export const currentKeyring = async (
  { crypto, server, liar }: Pick<PairingWorld, 'crypto' | 'server' | 'liar'>,
  known: VaultSecrets,
): Promise<(CheckedKeyring & { readonly session: Session }) | null> => {
  const session = await server.process.authenticate(known.token);
  if (!session.ok) return null;
  const ring = must(await server.process.keyring(session.value), 'keyring');
  const checked = checkKeyring(known, ring, crypto, beginningAt(ring.serverTime));
  if (!checked.ok && checked.error.kind === 'keys_missing') return null;
  // A lying server may have shown the member another history, which the member has to heal or a person to judge.
  if (!checked.ok && liar.deceived.size > 0) return null;
  const value = must(checked, 'check');
  return value.lost.length > 0 ? null : { ...value, session: session.value };
};

/** Admits a device. `known` are the secrets of a member that can admit others at this moment. */
export const admit = async (
  { crypto, server, liar, vault, kind }: PairingWorld,
  known: VaultSecrets,
  identity: { readonly id: DeviceId; readonly name: string },
): Promise<Admitted> => {
  const keys = crypto.makeDeviceKeys();
  const token = crypto.makeToken();
  const shown = crypto.newDevice(identity.id, identity.name, keys, token);
  const pairing = crypto.pairing(crypto.makePairingCode());
  const current = await currentKeyring({ crypto, server, liar }, known);
  if (current === null) throw new Error('the inviter cannot let anybody in');
  const { session, secrets: inviter } = current;
  must(await server.process.invite(session, pairing.id), 'invite');
  const claim = { device: shown, mac: pairing.claimMac(shown) };
  must(await server.process.claim(pairing.id, claim), 'claim');
  const waiting = must(await server.process.pairingState(session, pairing.id), 'look').claim;
  if (waiting === null || !pairing.isClaimOf(waiting.device, waiting.mac))
    throw new Error('the claim is not good');
  const { entry, entryHash, keys: sealed } = planAdmission(crypto, inviter, signerOf(inviter), shown);
  const mac = pairing.approveMac(shown, { vault, kind }, sealed, entryHash);
  const approval = { kind: 'approve', device: identity.id, keys: sealed, entry, mac } as const;
  must(await server.process.answerClaim(session, pairing.id, approval), 'approve');
  const answer = must(await server.process.claim(pairing.id, claim), 'claim again');
  if (
    answer.state !== 'approved' ||
    !pairing.isApprovalOf(shown, { vault, kind }, answer.keys, entryHash, answer.mac)
  )
    throw new Error('the approval is not good');
  const opened = answer.keys.map((key) => must(crypto.generations.open(key, keys), 'open'));
  return {
    info: answer.info,
    secrets: {
      ...keys,
      vault,
      kind,
      device: identity,
      token,
      salt: inviter.salt,
      kg: Math.max(...opened.map(({ kg }) => kg)),
      keys: opened.map(({ kg, key }) => ({ kg, key })),
      members: answer.members,
    },
  };
};
