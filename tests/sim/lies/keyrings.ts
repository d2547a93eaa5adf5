/** Lies about keys and members. They contain only entries that a member has once signed. */
import { type KeyringResponse, type MemberEntry, ok } from '@cairn/schema';
import {
  anyPastMs,
  anyRefusal,
  hexOf,
  type Lie,
  type RingLie,
  refusal,
  shuffled,
  type Telling,
} from './lie.ts';

/** Returns a list that no member has signed: cut in the middle, reordered, or with other words. */
const forged = (ring: KeyringResponse, { random }: Telling): KeyringResponse => {
  const { members } = ring;
  const at = random.below(members.length);
  const spoiled = (entry: MemberEntry): MemberEntry =>
    random.chance(0.5) ? { ...entry, signature: hexOf(random, 64) } : { ...entry, prev: hexOf(random, 32) };
  return {
    ...ring,
    members: random.pick([
      members.filter((_, index) => index !== at),
      shuffled(members, random),
      members.map((entry, index) => (index === at ? spoiled(entry) : entry)),
      [...members, ...members.slice(at)],
      [],
    ]),
  };
};

/** Returns fewer entries than there are, as a restored server would. */
const shorter = (ring: KeyringResponse, { random }: Telling): KeyringResponse => ({
  ...ring,
  members: ring.members.slice(0, 1 + random.below(ring.members.length)),
});

const keyring: RingLie = (ring, tell) => {
  const { random } = tell;
  const lie = random.below(5);
  if (lie === 0) return ok(forged(ring, tell));
  if (lie === 1) return ok({ ...ring, keys: [] });
  if (lie === 2) return ok({ ...ring, keys: ring.keys.map((key) => ({ ...key, sealed: 'AAAA' })) });
  return ok(shorter(ring, tell));
};

export const RING_LIES: Readonly<Partial<Record<Lie, RingLie>>> = {
  keyring,
  replay: (ring, { random, heard }) => ok(heard.rings.length === 0 ? ring : random.pick(heard.rings)),
  future: (ring, { nowMs }) => ok({ ...ring, serverTime: nowMs + 50 * 365 * 86_400_000 }),
  past: (ring, tell) => ok({ ...ring, serverTime: anyPastMs(tell) }),
  garbage: () => refusal('bad_answer'),
  refuse: (_, tell) => anyRefusal(tell),
};
