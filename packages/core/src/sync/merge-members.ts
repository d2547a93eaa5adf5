/**
 * Two pasts of one member list. A restored server's list may go on before a device that had seen more of it comes back; then neither
 * list is the beginning of the other. The device goes on with the server's and signs anew, on top of it, what only its own
 * says: revocations are final in both, nobody who is a member is lost, and no generation that can still be had. A list that
 * goes on by the hand of somebody whom this device knows to be revoked is refused: he and a dishonest server could have
 * written any length of it. [SY-S6]
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

/** Null: the server's list is not one to go on with. `entries` are those of `served`. */
export const mergeMembers = (
  pinned: MemberList,
  served: MemberList,
  entries: readonly MemberEntry[],
): MembersMerge | null => {
  const shared = pinned.hashes.findIndex((hash, at) => served.hashes[at] !== hash);
  if (shared < 1 || !isByMembers(pinned, entries.slice(shared))) return null;
  const revokes = liveMembers(served)
    .filter(({ id }) => isRevoked(pinned, id))
    .map(({ id }): MemberFact => ({ kind: 'revoke', device: id }));
  const adds = liveMembers(pinned)
    .filter(({ id }) => served.members.every(({ device }) => device.id !== id))
    .map((device): MemberFact => ({ kind: 'add', device }));
  const { fresh, lostKgs } = compareGenerations(pinned, served);
  const generations = fresh.map((generation): MemberFact => ({ kind: 'generation', generation }));
  const facts = [...revokes, ...adds, ...generations, ...completed(pinned, served, lostKgs)];
  const live = liveMembers(served).length - revokes.length + adds.length;
  // One more for the generation.
  const length = served.hashes.length + facts.length + 1;
  if (live > LIMITS.devicesPerVaultMax || length > LIMITS.memberEntriesMax) return null;
  const present = fresh.at(-1)?.kg ?? presentKg(served);
  const needsGeneration = served.kind === 'sealed' && (revokes.length > 0 || lostKgs.includes(present));
  return { facts, lostKgs, needsGeneration };
};

/** The later of both, unless the key that it speaks of is lost. [TR-4] */
const completed = (pinned: MemberList, served: MemberList, lostKgs: readonly number[]): MemberFact[] =>
  pinned.complete > served.complete && !lostKgs.includes(pinned.complete)
    ? [{ kind: 'complete', kg: pinned.complete }]
    : [];

const isRevoked = ({ members }: MemberList, id: string): boolean =>
  members.some(({ device, revokedAt }) => device.id === id && revokedAt !== null);

/** Whether each entry is signed by a member as this device knows them, or by one whom such a member has let in. */
const isByMembers = (pinned: MemberList, tail: readonly MemberEntry[]): boolean => {
  const trusted = new Set<string>([RECOVERY, ...liveMembers(pinned).map(({ id }) => id)]);
  for (const { by, fact } of tail) {
    if (!trusted.has(by)) return false;
    if (fact.kind === 'add' && !isRevoked(pinned, fact.device.id)) trusted.add(fact.device.id);
  }
  return true;
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
