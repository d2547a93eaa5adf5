/**
 * Two pasts of one member list. A restored server's list may go on before a device that had seen more of it comes back; then neither
 * list is the beginning of the other. The device goes on with the server's and signs again, on top of it, what only its own
 * says: revocations are final in both, and no generation is lost that can still be had. A dishonest server can write any
 * length of a list together with a device that is revoked. So a list that goes on by the hand of a device that is revoked
 * here is refused. An entry signed here by a device that is revoked there brings nobody in, completes nothing, and its keys are
 * followed by a new one. [SY-S6]
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
  /** To be signed after the last entry of the server's list, in this order. */
  readonly facts: readonly MemberFact[];
  /** These numbers stand for other keys in the server's list: what was sealed under ours has to go out again. */
  readonly lostKgs: readonly number[];
  /** After the facts: somebody may have been given the present key who must not have it, or it is one that is lost. */
  readonly needsGeneration: boolean;
}

/** A list that was read, and what was read. */
export interface ReadMembers {
  readonly list: MemberList;
  readonly entries: readonly MemberEntry[];
}

/** Null: the server's list is not one to go on with. */
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
  // One more for the generation.
  const length = served.hashes.length + facts.length + 1;
  if (live > LIMITS.devicesPerVaultMax || length > LIMITS.memberEntriesMax) return null;
  const present = fresh.at(-1)?.kg ?? presentKg(served);
  const isKnownElsewhere = revokes.length > 0 || trusted.length < ours.length;
  const needsGeneration = served.kind === 'sealed' && (isKnownElsewhere || lostKgs.includes(present));
  return { facts, lostKgs, needsGeneration };
};

/** The later of both, unless the key that it speaks of is lost. [TR-4] */
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

/** The entries that are signed by a member as `list` knows them, or by one whom such a member has let in. */
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
