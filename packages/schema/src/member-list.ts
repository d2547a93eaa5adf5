/**
 * The member list: a vault's members and key generations, as a chain of signed entries. The recovery key signs the first entry. Every
 * other entry is signed by the recovery key, or by a device that is a member at that point. Each entry contains the hash of the previous
 * entry. Anyone who knows one hash, or the recovery key, can verify the list up to there. So a server can neither add, replace, drop nor
 * re-order entries. This module is pure: hashing and signature checks are passed in. [SY-S6]
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
  /** The number of the entry that revoked it. */
  readonly revokedAt: number | null;
}

export interface MemberList {
  readonly vault: VaultId;
  readonly kind: VaultKind;
  readonly recovery: RecoveryKeys;
  /** In the order of their entries, including revoked ones. */
  readonly members: readonly Member[];
  /** Ascending by `kg`, without a gap. */
  readonly generations: readonly Generation[];
  /** The generation below which no new registers are accepted. 0 until a generation is declared complete. [TR-4] */
  readonly complete: number;
  /** The hashes of entry 1, 2, … in hex; the last is the head. */
  readonly hashes: readonly string[];
}

/**
 * The hash (SHA-256 in hex) and the signature check (Ed25519, all in hex). A wrong key gives false. Texts that are not hex of the right
 * length throw, so the schema comes first.
 */
export interface MemberChecks {
  hashOf(bytes: Uint8Array): string;
  isSigned(check: {
    readonly signKey: string;
    readonly message: Uint8Array;
    readonly signature: string;
  }): boolean;
}

/**
 * Why an entry is refused. `order`: it does not follow the last entry. `signer`: its signer may not sign. `signature`: the signature is
 * wrong. `fact`: it is signed, but impossible (a device that already exists, or does not exist; a generation out of order).
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

/** Leaves out an absent `since`, so that signatures from before that field stay valid. */
const generationParts = ({ kg, verifier, since }: Generation): readonly string[] => [
  String(kg),
  verifier,
  ...(since === undefined ? [] : [since]),
];

/** The `prev` of the first entry. */
export const NO_MEMBERS_HASH = '0'.repeat(64);

export const headHash = (list: MemberList | null): string => list?.hashes.at(-1) ?? NO_MEMBERS_HASH;

/** Returns the next entry without its signature. */
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

/** Returns the list with one more entry. */
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

/**
 * Returns the key that must sign. The first entry names the recovery key that signs it. So a reader trusts the entry only if the reader
 * knows that key, or the entry's hash, from elsewhere.
 */
const signKeyOf = (list: MemberList | null, { by, fact }: MemberEntry): string | null => {
  if (list === null) return fact.kind === 'found' && by === RECOVERY ? fact.recovery.signKey : null;
  return by === RECOVERY ? list.recovery.signKey : (liveMember(list, by)?.signKey ?? null);
};

/** Generation 0 of a readable vault seals nothing; it carries the salt. */
export const FIRST_KG: Readonly<Record<VaultKind, number>> = { sealed: 1, readable: 0 };

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

/** Ids and signing keys are never reused, not even those of revoked devices. */
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

/** Returns all recipients of a generation's key. */
export const keyRecipients = (
  list: MemberList,
): readonly { readonly recipient: string; readonly boxKey: string }[] => [
  ...liveMembers(list).map(({ id, boxKey }) => ({ recipient: id, boxKey })),
  { recipient: RECOVERY, boxKey: list.recovery.boxKey },
];

/** Returns the keys that the fresh entries require: every generation for an added device, and a new generation for all members. */
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

/**
 * Returns whether a program from before `since` and `complete` can read the entry. It would treat a list with other entries as broken.
 * [TR-4]
 */
export const isReadByAll = ({ fact }: MemberEntry): boolean =>
  fact.kind !== 'complete' && (fact.kind !== 'generation' || fact.generation.since === undefined);
