/** Signs entries of the member list, and the requests that carry them, for the devices of a test. [SY-S6] */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  type ApproveRequest,
  type CreateVaultRequest,
  type DeviceId,
  extendMembers,
  type ForkRequest,
  type Hlc,
  keyRecipients,
  type MemberEntry,
  type MemberFact,
  type MemberList,
  type MembersRequest,
  memberTranscript,
  type NewDevice,
  nextEntry,
  presentKg,
  RECOVERY,
  type RecoverRequest,
  type Result,
  readMembers,
  recoverTranscript,
  type SealedKey,
  type VaultId,
} from '@cairn/schema';
import { ed25519 } from '../adapters/ed25519.ts';
import { sha256Hex } from '../services/hashing.ts';
import type { Session } from '../services/session.ts';
import type { SyncServer } from '../sync-server.ts';

/** Returns the value of a result. Throws if the result is an error. */
export const unwrap = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw new Error(`expected a value, got ${JSON.stringify(result.error)}`);
  return result.value;
};

/** Makes an Ed25519 key pair. `publicHex`: the 32 bytes of the public key. */
export const newSigningKey = (): { readonly key: KeyObject; readonly publicHex: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return { key: privateKey, publicHex: der.subarray(der.length - 32).toString('hex') };
};

export const signWith = (key: KeyObject, message: Uint8Array): string =>
  sign(null, message, key).toString('hex');

export const sealedTo = (recipient: string, kg: number): SealedKey => ({
  kg,
  recipient,
  sealed: Buffer.from(`key ${kg} for ${recipient}`).toString('base64url'),
});

/** The part of a test's device that is needed to sign. */
interface SigningDevice {
  readonly id: DeviceId;
  readonly session: Session;
  readonly signing: KeyObject;
}

export interface Signer {
  readonly by: DeviceId | typeof RECOVERY;
  readonly key: KeyObject;
}

export const signEntry = (
  vault: VaultId,
  list: MemberList | null,
  { by, key }: Signer,
  fact: MemberFact,
): MemberEntry => {
  const entry = nextEntry(list, fact, by);
  return { ...entry, signature: signWith(key, memberTranscript(vault, entry)) };
};

const checks = { hashOf: sha256Hex, isSigned: ed25519.isValid };

export const listOf = (vault: VaultId, entries: readonly MemberEntry[]): MemberList =>
  unwrap(readMembers(vault, entries, checks));

const keysFor = (recipient: string, list: MemberList): SealedKey[] =>
  list.generations.map(({ kg }) => sealedTo(recipient, kg));

/** Returns the request with a first entry that fits its fields. */
export const signFounding = (
  request: Omit<CreateVaultRequest, 'entry'>,
  key: KeyObject,
): CreateVaultRequest => {
  const { vault, kind, device, generation, recovery } = request;
  const fact = { kind: 'found', vaultKind: kind, device, generation, recovery } as const;
  return { ...request, entry: signEntry(vault, null, { by: RECOVERY, key }, fact) };
};

/** Returns functions that make signed requests. Each one extends the member list that `server` has at that moment. */
export const createSigning = (server: SyncServer) => {
  const present = async (device: SigningDevice): Promise<MemberList> => {
    const { members } = unwrap(await server.keyring(device.session));
    return listOf(device.session.vault, members);
  };
  const signerOf = (device: SigningDevice): Signer => ({ by: device.id, key: device.signing });
  const entry = async (
    by: SigningDevice,
    fact: MemberFact,
    signer: Signer = signerOf(by),
  ): Promise<MemberEntry> => signEntry(by.session.vault, await present(by), signer, fact);

  return {
    present,
    entry,
    /** Returns the inviter's approval of a claim. */
    approval: async (inviter: SigningDevice, device: NewDevice, mac: string): Promise<ApproveRequest> => ({
      kind: 'approve',
      device: device.id,
      keys: keysFor(device.id, await present(inviter)),
      entry: await entry(inviter, { kind: 'add', device }),
      mac,
    }),
    forkRequest: async (by: SigningDevice, device: NewDevice): Promise<ForkRequest> => ({
      device,
      keys: keysFor(device.id, await present(by)),
      entry: await entry(by, { kind: 'add', device }),
    }),
    /** Returns the last request of `cairn recover`. */
    recovery: async (
      { first, recoveryKey }: { readonly first: SigningDevice; readonly recoveryKey: KeyObject },
      challenge: string,
      device: NewDevice,
    ): Promise<Extract<RecoverRequest, { step: 'answer' }>> => {
      const list = await present(first);
      const signer = { by: RECOVERY, key: recoveryKey } as const;
      return {
        step: 'answer',
        signKey: list.recovery.signKey,
        challenge,
        device,
        entry: await entry(first, { kind: 'add', device }, signer),
        keys: keysFor(device.id, list),
        signature: signWith(recoveryKey, recoverTranscript(challenge, device)),
      };
    },
    revocation: async (by: SigningDevice, device: DeviceId): Promise<MembersRequest> => ({
      entries: [await entry(by, { kind: 'revoke', device })],
      keys: [],
    }),
    /** Returns a revocation as devices make it, together with a new key for the remaining members. */
    revocationWithGeneration: async (by: SigningDevice, device: DeviceId): Promise<MembersRequest> => {
      const before = await present(by);
      const vault = by.session.vault;
      const revocation = signEntry(vault, before, signerOf(by), { kind: 'revoke', device });
      const list = unwrap(extendMembers(vault, before, revocation, checks));
      const generation = { kg: presentKg(list) + 1, verifier: 'dmVy' };
      const next = signEntry(vault, list, signerOf(by), { kind: 'generation', generation });
      const keys = keyRecipients(list).map(({ recipient }) => sealedTo(recipient, generation.kg));
      return { entries: [revocation, next], keys };
    },
    generation: async (by: SigningDevice, verifier = 'dmVy', since?: Hlc): Promise<MembersRequest> => {
      const list = await present(by);
      const kg = presentKg(list) + 1;
      const generation = { kg, verifier, ...(since === undefined ? {} : { since }) };
      return {
        entries: [await entry(by, { kind: 'generation', generation })],
        keys: keyRecipients(list).map(({ recipient }) => sealedTo(recipient, kg)),
      };
    },
  };
};
