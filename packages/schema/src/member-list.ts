/**
 * The member list: who belongs to a vault and which generations of its key there are, as a chain of signed entries. The
 * first is signed by the recovery key, every other by a device that is on the list then, or by the recovery key again; each
 * carries the hash of the one before it. So anyone who knows one hash of it, or the recovery key, can check all of it, and a
 * server can neither add nor replace, drop nor re-order anything. Pure: hashing and signatures are handed in. [SY-S6]
 */
import type { DeviceId, VaultId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { err, exhaustive, ok, type Result } from './result.ts';
import {
  type Generation,
  type MemberEntry,
  type MemberFact,
  type NewDevice,
  RECOVERY,
  type RecoveryKeys,
  type VaultKind,
} from './sync-protocol.ts';
import { deviceParts, lengthPrefixed } from './transcript.ts';

export interface Member {
  readonly device: NewDevice;
  readonly addedBy: DeviceId | typeof RECOVERY;
  /** The entry that revoked it. */
  readonly revokedAt: number | null;
}

export interface MemberList {
  readonly vault: VaultId;
  readonly kind: VaultKind;
  readonly recovery: RecoveryKeys;
  /** In the order in which they came, revoked ones included. */
  readonly members: readonly Member[];
  /** Ascending by `kg`, without a gap. */
  readonly generations: readonly Generation[];
  /** Nothing new is accepted under a generation below this one; 0 until one was said to be complete. [TR-4] */
  readonly complete: number;
  /** The hashes of entry 1, 2, …, as hex; the last is the head. */
  readonly hashes: readonly string[];
}

/** SHA-256 as hex, and Ed25519 with keys and signatures in hex; false, never a throw, for a key that is none. */
export interface MemberChecks {
  hashOf(bytes: Uint8Array): string;
  isSigned(check: {
    readonly signKey: string;
    readonly message: Uint8Array;
    readonly signature: string;
  }): boolean;
}

/**
 * `order`: it does not follow the last entry. `signer`: nobody who may sign. `signature`: not theirs. `fact`: signed, but
 * it cannot be (a device that was there before, or is not there; a generation out of turn).
 */
export type MemberFault = 'order' | 'signer' | 'signature' | 'fact';

export type UnsignedEntry = Omit<MemberEntry, 'signature'>;

export const memberTranscript = (vault: VaultId, entry: UnsignedEntry): Uint8Array<ArrayBuffer> =>
  lengthPrefixed([
    'cairn/1/member',
    vault,
    String(entry.n),
    entry.prev,
    entry.by,
    entry.fact.kind,
    ...factParts(entry.fact),
  ]);

const factParts = (fact: MemberFact): readonly string[] => {
  switch (fact.kind) {
    case 'found':
      return [
        fact.vaultKind,
        ...deviceParts(fact.device),
        fact.recovery.boxKey,
        fact.recovery.signKey,
        ...generationParts(fact.generation),
      ];
    case 'add':
      return deviceParts(fact.device);
    case 'revoke':
      return [fact.device];
    case 'generation':
      return generationParts(fact.generation);
    case 'complete':
      return [String(fact.kg)];
    default:
      return exhaustive(fact);
  }
};

/** An absent `since` adds no byte, so what was signed before there was one stays as it is. */
const generationParts = ({ kg, verifier, since }: Generation): readonly string[] => [
  String(kg),
  verifier,
  ...(since === undefined ? [] : [since]),
];

/** Before the first entry. */
export const NO_MEMBERS_HASH = '0'.repeat(64);

export const headHash = (list: MemberList | null): string => list?.hashes.at(-1) ?? NO_MEMBERS_HASH;

/** The entry that comes next, but for its signature. */
export const nextEntry = (
  list: MemberList | null,
  fact: MemberFact,
  by: MemberEntry['by'],
): UnsignedEntry => ({
  n: (list?.hashes.length ?? 0) + 1,
  prev: headHash(list),
  fact,
  by,
});

export const readMembers = (
  vault: VaultId,
  entries: readonly MemberEntry[],
  checks: MemberChecks,
): Result<MemberList, MemberFault> => {
  let list: MemberList | null = null;
  for (const entry of entries) {
    const longer: Result<MemberList, MemberFault> = extendMembers(vault, list, entry, checks);
    if (!longer.ok) return longer;
    list = longer.value;
  }
  return list === null ? err('order') : ok(list);
};

/** The list with one entry more. */
export const extendMembers = (
  vault: VaultId,
  list: MemberList | null,
  entry: MemberEntry,
  checks: MemberChecks,
): Result<MemberList, MemberFault> => {
  const { n, prev } = nextEntry(list, entry.fact, entry.by);
  if (entry.n !== n || entry.prev !== prev || n > LIMITS.memberEntriesMax) return err('order');
  const signKey = signKeyOf(list, entry);
  if (signKey === null) return err('signer');
  const message = memberTranscript(vault, entry);
  if (!checks.isSigned({ signKey, message, signature: entry.signature })) return err('signature');
  const hash = checks.hashOf(lengthPrefixed([message, entry.signature]));
  const longer = list === null ? founded(vault, entry.fact) : applied(list, entry);
  return longer === null ? err('fact') : ok({ ...longer, hashes: [...longer.hashes, hash] });
};

/** The words sign the first entry by the key that it names itself: who trusts it has seen that key or its hash elsewhere. */
const signKeyOf = (list: MemberList | null, { by, fact }: MemberEntry): string | null => {
  if (list === null) return fact.kind === 'found' && by === RECOVERY ? fact.recovery.signKey : null;
  return by === RECOVERY ? list.recovery.signKey : (liveMember(list, by)?.signKey ?? null);
};

const FIRST_KG: Readonly<Record<VaultKind, number>> = { sealed: 1, readable: 0 };

const founded = (vault: VaultId, fact: MemberFact): MemberList | null =>
  fact.kind === 'found' && fact.generation.kg === FIRST_KG[fact.vaultKind]
    ? {
        vault,
        kind: fact.vaultKind,
        recovery: fact.recovery,
        members: [{ device: fact.device, addedBy: RECOVERY, revokedAt: null }],
        generations: [fact.generation],
        complete: 0,
        hashes: [],
      }
    : null;

const applied = (list: MemberList, { n, fact, by }: MemberEntry): MemberList | null => {
  switch (fact.kind) {
    case 'found':
      return null;
    case 'add':
      return isFree(list, fact.device)
        ? { ...list, members: [...list.members, { device: fact.device, addedBy: by, revokedAt: null }] }
        : null;
    case 'revoke':
      return liveMember(list, fact.device) === null ? null : withRevoked(list, fact.device, n);
    case 'generation':
      return list.kind === 'sealed' && fact.generation.kg === presentKg(list) + 1
        ? { ...list, generations: [...list.generations, fact.generation] }
        : null;
    case 'complete':
      return fact.kg >= list.complete && list.generations.some(({ kg }) => kg === fact.kg)
        ? { ...list, complete: fact.kg }
        : null;
    default:
      return exhaustive(fact);
  }
};

/** An id that was used, also by a device that is gone, never comes back; nor does a key that signs. */
const isFree = (list: MemberList, device: NewDevice): boolean =>
  list.members.every((one) => one.device.id !== device.id && one.device.signKey !== device.signKey) &&
  liveMembers(list).length < LIMITS.devicesPerVaultMax;

const withRevoked = (list: MemberList, id: DeviceId, n: number): MemberList => ({
  ...list,
  members: list.members.map((one) => (one.device.id === id ? { ...one, revokedAt: n } : one)),
});

export const presentKg = (list: MemberList): number => list.generations.at(-1)?.kg ?? 0;

export const liveMembers = (list: MemberList): readonly NewDevice[] =>
  list.members.flatMap((one) => (one.revokedAt === null ? [one.device] : []));

export const liveMember = (list: MemberList, id: DeviceId): NewDevice | null =>
  liveMembers(list).find((one) => one.id === id) ?? null;

/** Everybody to whom a generation's key is sealed, and nobody else. */
export const keyRecipients = (
  list: MemberList,
): readonly { readonly recipient: string; readonly boxKey: string }[] => [
  ...liveMembers(list).map(({ id, boxKey }) => ({ recipient: id, boxKey })),
  { recipient: RECOVERY, boxKey: list.recovery.boxKey },
];

/** The keys that entries call for: every generation for a device that they add, and a generation that they begin for everybody. */
export const neededKeys = (
  list: MemberList,
  fresh: readonly MemberEntry[],
): readonly { readonly kg: number; readonly recipient: string }[] => {
  const added = new Set<string>(fresh.flatMap(({ fact }) => (fact.kind === 'add' ? [fact.device.id] : [])));
  const begun = new Set(
    fresh.flatMap(({ fact }) => (fact.kind === 'generation' ? [fact.generation.kg] : [])),
  );
  return keyRecipients(list).flatMap(({ recipient }) =>
    list.generations.flatMap(({ kg }) => (begun.has(kg) || added.has(recipient) ? [{ kg, recipient }] : [])),
  );
};

/** Whether a program from before `since` and `complete` can read the entry; it would take the list for a broken one. [TR-4] */
export const isReadByAll = ({ fact }: MemberEntry): boolean =>
  fact.kind !== 'complete' && (fact.kind !== 'generation' || fact.generation.since === undefined);
