/** Checks the server's keys and members against what this device knows. [SY-S3, SY-S4, SY-S6] */
import {
  err,
  type Hlc,
  type KeyringResponse,
  liveMember,
  type MemberEntry,
  type MemberList,
  ok,
  presentKg,
  type Result,
} from '@cairn/schema';
import type { Crypto } from '../../crypto/create-crypto.ts';
import type { VaultSecrets } from '../../ports/keyring.ts';
import type { MetaValues } from '../../ports/meta-values.ts';
import { mergeMembers } from '../../sync/merge-members.ts';
import { type MemberCrypto, signMerge } from './plan-members.ts';

export interface KeyringRefusal {
  readonly kind: 'wrong_key' | 'keys_missing' | 'members_forged';
  readonly message: string;
}

export interface CheckedKeyring {
  readonly secrets: VaultSecrets;
  readonly list: MemberList;
  /** Entries that this device has seen or signed, and that the restored server lacks. */
  readonly lost: readonly MemberEntry[];
  /** Keys were lost with the server's past. Everything below this generation is sent again; noted first. */
  readonly resealFrom: number | null;
  /** What this device signed again on the server's list, by the devices' names. Null when there is nothing. */
  readonly mended: MendedMembers | null;
}

export type MendedMembers = Omit<MetaValues['membersMended'], 'at'>;

const WRONG: KeyringRefusal = {
  kind: 'wrong_key',
  message:
    'The keys on this device do not match its vault, so nothing was written. Run `cairn leave` (memories stay), then join with a new invitation.',
};

const MISSING: KeyringRefusal = {
  kind: 'keys_missing',
  message:
    'The vault has a newer key that was not given to this device. It was probably revoked; ask for a new invitation.',
};

const REVOKED: KeyringRefusal = {
  kind: 'keys_missing',
  message:
    'Another device of the vault has revoked this one. Run `cairn leave` (memories stay), then join with a new invitation.',
};

const UNSIGNED: KeyringRefusal = {
  kind: 'members_forged',
  message:
    'The server shows a list of devices that the devices of this vault did not sign, so sync has stopped and no key was shared. All memories are safe on this device. Ask the person who runs the server. If you do not trust the server, run `cairn leave` (memories stay) and make a vault elsewhere.',
};

const FORKED: KeyringRefusal = {
  kind: 'members_forged',
  message:
    'The server shows a different history of the device list, signed by a device that was revoked here. Sync has stopped and no key was shared. All memories are safe on this device. Ask the person who runs the server. If you trust the server, run `cairn leave` (memories stay) and join again.',
};

/**
 * Returns the secrets with the newest member list and the key of every generation that is sealed to this device.
 * Refuses these:
 * - a list that is not signed, or that continues the last known list in a way that no member would
 * - a key that does not fit a member's signed verifier, or is sealed for another vault, kind or salt
 * - a vault whose present generation has no key for this device
 * `since`: when a generation begins that a mended list requires.
 */
export const checkKeyring = (
  secrets: VaultSecrets,
  answer: KeyringResponse,
  crypto: MemberCrypto,
  since: Hlc,
): Result<CheckedKeyring, KeyringRefusal> => {
  const agreed = agreeOnMembers(secrets, answer.members, crypto, since);
  if (!agreed.ok) return agreed;
  const { list, members, lost, resealFrom } = agreed.value;
  const own = liveMember(list, secrets.device.id);
  // A former identity whose revocation the server lacks may return it. [RL-48]
  if (own === null && (lost.length === 0 || agreed.value.isMended)) return err(REVOKED);
  if (own !== null && (own.boxKey !== secrets.boxKey || own.signKey !== secrets.signKey)) return err(WRONG);
  const keys = openKeys({ ...secrets, keys: agreed.value.keys }, answer, list, crypto);
  if (keys === null) return err(WRONG);
  const kg = presentKg(list);
  // A device that mends a list gives the key of every generation to others.
  const needed = agreed.value.isMended ? list.generations.map((one) => one.kg) : [kg];
  if (!needed.every((one) => keys.has(one))) return err(MISSING);
  const sorted = [...keys].map(([of, key]) => ({ kg: of, key })).sort((a, b) => a.kg - b.kg);
  const mended = agreed.value.isMended ? toldOf(list, lost) : null;
  return ok({ secrets: { ...secrets, kg, keys: sorted, members }, list, lost, resealFrom, mended });
};

const toldOf = (list: MemberList, signed: readonly MemberEntry[]): MendedMembers => {
  const nameOf = (id: string): string =>
    list.members.find(({ device }) => device.id === id)?.device.name ?? id;
  return {
    added: signed.flatMap(({ fact }) => (fact.kind === 'add' ? [fact.device.name] : [])),
    revoked: signed.flatMap(({ fact }) => (fact.kind === 'revoke' ? [nameOf(fact.device)] : [])),
    generations: signed.filter(({ fact }) => fact.kind === 'generation').length,
  };
};

type Agreement = Omit<CheckedKeyring, 'secrets' | 'mended'> &
  Pick<VaultSecrets, 'members' | 'keys'> & { readonly isMended: boolean };

/** Returns the longer list when one continues the other. Otherwise merges both, if that is safe. */
const agreeOnMembers = (
  secrets: VaultSecrets,
  served: readonly MemberEntry[],
  crypto: MemberCrypto,
  since: Hlc,
): Result<Agreement, KeyringRefusal> => {
  const { vault, keys, members: pinned } = secrets;
  const own = crypto.members.read(vault, pinned);
  if (!own.ok) return err(WRONG);
  const shown = crypto.members.read(vault, served);
  if (!shown.ok) return err(UNSIGNED);
  const shared = Math.min(pinned.length, served.length);
  // One hash covers every entry before it. Another one shows another past.
  if (own.value.hashes[shared - 1] !== shown.value.hashes[shared - 1])
    return mendFork(secrets, own.value, { list: shown.value, members: served }, crypto, since);
  const kept = { keys, resealFrom: null, isMended: false };
  // A restored server lacks entries.
  return served.length < pinned.length
    ? ok({ ...kept, list: own.value, members: pinned, lost: pinned.slice(served.length) })
    : ok({ ...kept, list: shown.value, members: served, lost: [] });
};

const mendFork = (
  secrets: VaultSecrets,
  own: MemberList,
  shown: { readonly list: MemberList; readonly members: readonly MemberEntry[] },
  crypto: MemberCrypto,
  since: Hlc,
): Result<Agreement, KeyringRefusal> => {
  const merge = mergeMembers(
    { list: own, entries: secrets.members },
    { list: shown.list, entries: shown.members },
  );
  if (merge === null) return err(FORKED);
  if (liveMember(shown.list, secrets.device.id)?.signKey !== secrets.signKey) return err(REVOKED);
  const keys = secrets.keys.filter(({ kg }) => !merge.lostKgs.includes(kg));
  const { list, entries, made } = signMerge(crypto, { ...secrets, keys }, shown.list, merge, since);
  return ok({
    list,
    members: [...shown.members, ...entries],
    lost: entries,
    isMended: entries.length > 0,
    keys: made === null ? keys : [...keys, made],
    resealFrom: merge.lostKgs.length === 0 ? null : presentKg(list),
  });
};

/** Returns the keys by generation. Null when a member did not make one of them. */
const openKeys = (
  secrets: VaultSecrets,
  answer: KeyringResponse,
  list: MemberList,
  { generations }: Pick<Crypto, 'generations'>,
): ReadonlyMap<number, string> | null => {
  const { vault, kind, salt } = secrets;
  const verifiers = new Map(list.generations.map(({ kg, verifier }) => [kg, verifier]));
  const keys = new Map(secrets.keys.map(({ kg, key }) => [kg, key]));
  for (const sealed of answer.keys) {
    if (keys.has(sealed.kg) || !verifiers.has(sealed.kg)) continue;
    const opened = generations.open(sealed, secrets);
    if (!opened.ok) return null;
    const made = opened.value;
    if (made.vault !== vault || made.kind !== kind || made.salt !== salt) return null;
    keys.set(sealed.kg, made.key);
  }
  for (const [kg, verifier] of verifiers) {
    const key = keys.get(kg);
    if (key !== undefined && !generations.holds({ vault, kind, salt, kg, key }, verifier)) return null;
  }
  return keys;
};
