/**
 * Earlier bodies of a key. All devices share the newest ones: each is in a place, a register of its own, under its original stamp. So
 * all devices that share a body write the same register, and a tombstone erases it like the body itself. Pure functions of registers
 * and revisions. [RL-42, SY-M7]
 */
import { type BodyValue, type Hlc, isNamed, PAST_FACETS, type Register } from '@cairn/schema';

type Past = Extract<Register, { facet: `past.${string}` }>;
export const isPast = isNamed('past.');

type Body = Extract<Register, { facet: 'body' }>;
const isBody = (register: Register): register is Body => register.facet === 'body';

/** Returns a past register as the body that it was before it lost. */
export const asBody = <R extends Register>(
  register: R,
): R | (Omit<R, 'facet' | 'value'> & Pick<Body, 'facet' | 'value'>) =>
  isPast(register) ? { ...register, facet: 'body' } : register;

/** Returns all known bodies of one memory, oldest first. The last one is the present body. Empty without a present body. */
export const knownBodies = (
  registers: readonly Register[],
  revisions: readonly Register[],
): readonly (Body | Past)[] => {
  const present = registers.find(isBody);
  if (present === undefined) return [];
  const places = registers.filter(isPast);
  const since = places.length < PAST_FACETS.length ? '' : leastOf(places).hlc;
  const known = new Map<Hlc, Body | Past>();
  for (const one of [...revisions.filter(isBody), ...places])
    if (one.hlc < present.hlc && one.hlc >= since) known.set(one.hlc, one);
  return [...known.values(), present].sort((a, b) => (a.hlc < b.hlc ? -1 : 1));
};

/** Returns the past registers to publish for one memory: bodies without a place that are not older than the bodies in places. */
export const pastToTell = (
  registers: readonly Register[],
  revisions: readonly Register[],
): readonly Past[] => {
  const places = new Map(registers.filter(isPast).map((one) => [one.facet, one]));
  const standing = new Set([...places.values()].map(({ hlc }) => hlc));
  const telling = new Map<Past['facet'], Past>();
  for (const body of knownBodies(registers, revisions).slice(0, -1).toReversed()) {
    if (standing.has(body.hlc)) continue;
    const facet = placeFor(body.value, places);
    const there = places.get(facet);
    if (there !== undefined && there.hlc > body.hlc) break;
    const told = { ...body, facet };
    places.set(facet, told);
    telling.set(facet, told);
  }
  return [...telling.values()];
};

/**
 * Chooses the place of a body: the one that its count names, else the next free one, else that of the oldest body. Devices with the
 * same knowledge choose the same place.
 */
const placeFor = ({ rewrite = 0 }: BodyValue, places: ReadonlyMap<Past['facet'], Past>): Past['facet'] => {
  const first = rewrite % PAST_FACETS.length;
  const inTurn = [...PAST_FACETS.slice(first), ...PAST_FACETS.slice(0, first)];
  return inTurn.find((facet) => !places.has(facet)) ?? leastOf([...places.values()]).facet;
};

const leastOf = (places: readonly Past[]): Past =>
  places.reduce((least, one) => (one.hlc < least.hlc ? one : least));
