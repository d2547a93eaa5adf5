/**
 * Plans entries of the member list, for example to admit a device, to revoke one, or to begin a generation. A plan
 * includes the keys that its entries require. Keys are sealed to members of the signed list only. [SY-S6, SY-A3]
 */
import {
  type DeviceId,
  deviceParts,
  type Hlc,
  keyRecipients,
  liveMember,
  type MemberEntry,
  type MemberFact,
  type MemberList,
  type MembersRequest,
  type NewDevice,
  neededKeys,
  presentKg,
  type SealedKey,
  type VaultId,
} from '@cairn/schema';
import type { Crypto } from '../../crypto/create-crypto.ts';
import type { GenerationSecret } from '../../crypto/generation.ts';
import type { MemberSigner } from '../../crypto/members.ts';
import type { DeviceSecrets, VaultSecrets } from '../../ports/keyring.ts';
import { notBefore } from '../../sync/generation-bounds.ts';
import type { MembersMerge } from '../../sync/merge-members.ts';

/** A holder of the vault's keys: a device, or the recovery words after they opened the keys. */
export type KeyHolder = Pick<VaultSecrets, 'vault' | 'kind' | 'salt' | 'keys' | 'members'>;

export type MemberCrypto = Pick<Crypto, 'generations' | 'members'>;

export type Admission = ReturnType<typeof planAdmission>;

/**
 * Plans the admission of a device. When the device asks again because it received no answer, returns the same entry
 * with its keys sealed again. `keys`: of all generations, sealed to the device. [SY-A1]
 */
export const planAdmission = (
  crypto: MemberCrypto,
  holder: KeyHolder,
  signer: MemberSigner,
  device: NewDevice,
) => {
  const before = readOwn(crypto, holder);
  const at = holder.members.findIndex(({ fact }) => fact.kind === 'add' && isSameDevice(fact.device, device));
  const known = liveMember(before, device.id) === null ? undefined : holder.members[at];
  const { entry, list } =
    known === undefined
      ? crypto.members.sign(holder.vault, before, { kind: 'add', device }, signer)
      : { entry: known, list: before };
  const keys = sealKeys(crypto, holder, neededKeys(list, [entry]), list);
  if (keys === null) throw new Error('a key of the vault is missing');
  return { entry, entryHash: list.hashes[entry.n - 1] ?? '', keys };
};

/** Whether the device may be admitted: it was not revoked, and no other device has its id or its key. */
export const isAdmissible = (crypto: MemberCrypto, holder: KeyHolder, device: NewDevice): boolean =>
  readOwn(crypto, holder).members.every(
    (one) =>
      (one.device.id !== device.id && one.device.signKey !== device.signKey) ||
      (one.revokedAt === null && isSameDevice(one.device, device)),
  );

const isSameDevice = (a: NewDevice, b: NewDevice): boolean =>
  JSON.stringify(deviceParts(a)) === JSON.stringify(deviceParts(b));

export interface Succession {
  readonly request: MembersRequest;
  /** The secrets to save after the server accepted the request. */
  readonly secrets: VaultSecrets;
}

/**
 * Revokes a device, if one is given, and begins a generation. `revoke` is ignored for a device that is not a live
 * member. `since`: the start of the new generation. A readable vault keeps one generation forever.
 */
export const planSuccession = (
  crypto: MemberCrypto,
  secrets: VaultSecrets,
  { revoke, since }: { readonly revoke: DeviceId | null; readonly since: Hlc },
): Succession => {
  const signing = signingOn(crypto, secrets, readOwn(crypto, secrets));
  if (revoke !== null && liveMember(signing.list(), revoke) !== null)
    signing.say({ kind: 'revoke', device: revoke });
  const list = signing.list();
  if (list.kind === 'readable') return successionOf(secrets, signing.entries);
  const secret = signing.begin(since);
  const { kg, key } = secret;
  const sealed = crypto.generations.sealFor(secret, keyRecipients(list));
  return successionOf({ ...secrets, kg, keys: [...secrets.keys, { kg, key }] }, signing.entries, sealed);
};

/** Plans to send entries, and to keep these secrets with them. */
const successionOf = (
  secrets: VaultSecrets,
  entries: readonly MemberEntry[],
  keys: SealedKey[] = [],
): Succession => ({
  request: { entries: [...entries], keys },
  secrets: { ...secrets, members: [...secrets.members, ...entries] },
});

/** Signs facts on top of a list, one after the other. */
const signingOn = (crypto: MemberCrypto, secrets: VaultSecrets, onto: MemberList) => {
  const { vault, kind, salt } = secrets;
  const entries: MemberEntry[] = [];
  let list = onto;
  const say = (fact: MemberFact): void => {
    const signed = crypto.members.sign(vault, list, fact, signerOf(secrets));
    entries.push(signed.entry);
    list = signed.list;
  };
  /** Begins the next generation. */
  const begin = (since: Hlc): GenerationSecret => {
    const secret = crypto.generations.make({ vault, kind, salt, kg: presentKg(list) + 1 });
    const verifier = crypto.generations.makeVerifier(secret);
    const generation = { kg: secret.kg, verifier, since: notBefore(list, since) };
    say({ kind: 'generation', generation });
    return secret;
  };
  return { entries, list: () => list, say, begin };
};

/** Signs that everything is sealed under the present generation. Earlier ones are not accepted after that. [TR-4] */
export const planCompletion = (crypto: MemberCrypto, secrets: VaultSecrets): Succession => {
  const signing = signingOn(crypto, secrets, readOwn(crypto, secrets));
  signing.say({ kind: 'complete', kg: secrets.kg });
  return successionOf(secrets, signing.entries);
};

/** Signs that this device leaves. No generation begins, because the device has the key anyway. */
export const planFarewell = (crypto: MemberCrypto, secrets: VaultSecrets): MembersRequest => {
  const signing = signingOn(crypto, secrets, readOwn(crypto, secrets));
  signing.say({ kind: 'revoke', device: secrets.device.id });
  return { entries: signing.entries, keys: [] };
};

/** Signs that former identities of this device leave. The resulting secrets have no `lost` ones. [RL-43] */
export const planPartings = (
  crypto: MemberCrypto,
  secrets: VaultSecrets,
  lost: readonly DeviceSecrets[],
): Succession => {
  const entries: MemberEntry[] = [];
  for (const one of lost) {
    const members = [...secrets.members, ...entries];
    if (liveMember(readOwn(crypto, { ...secrets, members }), one.device.id) === null) continue;
    entries.push(...planFarewell(crypto, { ...secrets, ...one, members }).entries);
  }
  return successionOf({ ...secrets, lost: undefined }, entries);
};

/** Plans the return of lost entries to a restored server. Null when this device lacks a key for it. */
export const planReturn = (
  crypto: MemberCrypto,
  secrets: VaultSecrets,
  lost: readonly MemberEntry[],
): MembersRequest | null => {
  const list = readOwn(crypto, secrets);
  const keys = sealKeys(crypto, secrets, neededKeys(list, lost), list);
  return keys === null ? null : { entries: [...lost], keys };
};

/**
 * Signs the facts of this device's list that the server's lacks. The server's must have this device. Returns the
 * server's list with the new entries, and the key of the generation that the merge required. [SY-S6]
 */
export const signMerge = (
  crypto: MemberCrypto,
  secrets: VaultSecrets,
  served: MemberList,
  { facts, needsGeneration }: MembersMerge,
  since: Hlc,
) => {
  const signing = signingOn(crypto, secrets, served);
  for (const fact of facts) signing.say(fact);
  const made = needsGeneration ? signing.begin(since) : null;
  const { entries, list } = signing;
  return { list: list(), entries, made: made === null ? null : { kg: made.kg, key: made.key } };
};

export const signerOf = ({ device, signSecret }: VaultSecrets): MemberSigner => ({
  by: device.id,
  signSecret,
});

const readOwn = (
  { members }: MemberCrypto,
  holder: { vault: VaultId; members: readonly MemberEntry[] },
): MemberList => {
  const read = members.read(holder.vault, holder.members);
  if (!read.ok) throw new Error(`the member list of this device is broken: ${read.error}`);
  return read.value;
};

const sealKeys = (
  { generations }: MemberCrypto,
  { vault, kind, salt, keys }: KeyHolder,
  needed: readonly { readonly kg: number; readonly recipient: string }[],
  list: MemberList,
): SealedKey[] | null => {
  const boxKeys = new Map(keyRecipients(list).map(({ recipient, boxKey }) => [recipient, boxKey]));
  const sealed: SealedKey[] = [];
  for (const { kg, recipient } of needed) {
    const known = keys.find((one) => one.kg === kg);
    const boxKey = boxKeys.get(recipient);
    if (known === undefined || boxKey === undefined) return null;
    sealed.push(...generations.sealFor({ vault, kind, salt, kg, key: known.key }, [{ recipient, boxKey }]));
  }
  return sealed;
};
