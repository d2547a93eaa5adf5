/**
 * Merges two histories of one member list. A restored server's list may be extended before a device returns that had
 * seen more of the old list. Then neither list is a prefix of the other. The device takes the server's list, and signs
 * on top of it what only its own list holds. Revocations of both lists stay, and no available generation is lost.
 *
 * A dishonest server and a revoked device can together write a list of any length. So the server's list is refused if a
 * device that is revoked in this device's list extended it. Entries of this device's list that were signed by a device
 * revoked in the server's list admit no device and complete nothing. A new generation replaces their keys. [SY-S6]
 */
import {
  type Generation,
  LIMITS,
  liveMembers,
  type MemberEntry,
  type MemberFact,
  type MemberList,
  presentKg,
  RECOVERY,
} from '@cairn/schema';

export interface MembersMerge {
  /** Facts to sign after the last entry of the server's list, in this order. */
  readonly facts: readonly MemberFact[];
  /** Generations with other keys in the server's list. Values under this device's keys are sent again. */
  readonly lostKgs: readonly number[];
  /** Whether a new generation must follow: a revoked device may have the present key, or it is lost. */
  readonly needsGeneration: boolean;
}

/** A parsed list and its entries. */
export interface ReadMembers {
  readonly list: MemberList;
  readonly entries: readonly MemberEntry[];
}

/** Merges the lists. Null when the server's list must not be extended. */
export const mergeMembers = (own: ReadMembers, shown: ReadMembers): MembersMerge | null => {
  const [pinned, served] = [own.list, shown.list];
  const shared = pinned.hashes.findIndex((hash, at) => served.hashes[at] !== hash);
  if (shared < 1) return null;
  const theirs = shown.entries.slice(shared);
  if (byMembers(pinned, theirs).length < theirs.length) return null;
  const ours = own.entries.slice(shared);
  const trusted = byMembers(served, ours);
  const revokes = liveMembers(served)
    .filter(({ id }) => isRevoked(pinned, id))
    .map(({ id }): MemberFact => ({ kind: 'revoke', device: id }));
  const adds = liveMembers(pinned)
    .filter(({ id }) => trusted.some(({ fact }) => fact.kind === 'add' && fact.device.id === id))
    .filter(({ id }) => served.members.every(({ device }) => device.id !== id))
    .map((device): MemberFact => ({ kind: 'add', device }));
  const { fresh, lostKgs } = compareGenerations(pinned, served);
  const generations = fresh.map((generation): MemberFact => ({ kind: 'generation', generation }));
  const facts = [...revokes, ...adds, ...generations, ...completed(trusted, served, lostKgs)];
  const live = liveMembers(served).length - revokes.length + adds.length;
  // One more entry for the new generation.
  const length = served.hashes.length + facts.length + 1;
  if (live > LIMITS.devicesPerVaultMax || length > LIMITS.memberEntriesMax) return null;
  const present = fresh.at(-1)?.kg ?? presentKg(served);
  const isKnownElsewhere = revokes.length > 0 || trusted.length < ours.length;
  const needsGeneration = served.kind === 'sealed' && (isKnownElsewhere || lostKgs.includes(present));
  return { facts, lostKgs, needsGeneration };
};

/** Returns the later `complete` fact of both lists, unless its key is lost. [TR-4] */
const completed = (
  trusted: readonly MemberEntry[],
  served: MemberList,
  lostKgs: readonly number[],
): MemberFact[] => {
  const kg = Math.max(0, ...trusted.map(({ fact }) => (fact.kind === 'complete' ? fact.kg : 0)));
  return kg > served.complete && !lostKgs.includes(kg) ? [{ kind: 'complete', kg }] : [];
};

const isRevoked = ({ members }: MemberList, id: string): boolean =>
  members.some(({ device, revokedAt }) => device.id === id && revokedAt !== null);

/** Returns the entries that are signed by a member in `list`, or by a device that such a member has admitted. */
const byMembers = (list: MemberList, tail: readonly MemberEntry[]): readonly MemberEntry[] => {
  const trusted = new Set<string>([RECOVERY, ...liveMembers(list).map(({ id }) => id)]);
  return tail.filter(({ by, fact }) => {
    if (!trusted.has(by)) return false;
    if (fact.kind === 'add' && !isRevoked(list, fact.device.id)) trusted.add(fact.device.id);
    return true;
  });
};

const compareGenerations = (pinned: MemberList, served: MemberList) => {
  const verifiers = new Map(served.generations.map(({ kg, verifier }) => [kg, verifier]));
  const isKnown = ({ kg }: Generation): boolean => verifiers.has(kg);
  return {
    fresh: pinned.generations.filter((one) => !isKnown(one)),
    lostKgs: pinned.generations
      .filter((one) => isKnown(one) && verifiers.get(one.kg) !== one.verifier)
      .map(({ kg }) => kg),
  };
};
