/**
 * Tags as a set (CRDT) that devices change while offline. Tags that any device added are kept. A removed tag stays away unless a
 * device that knew of the removal adds it again. Every device counts its changes of each tag in its own register. The largest count
 * of all devices decides whether the tag is set: odd is set, even is removed. A pure function of the registers. [RL-6]
 */
import { hlcNode, isDeviceId, isNamed, LIMITS, nodeOf, type Register, type TaggedValue } from '@cairn/schema';
import { tagAsTyped } from '../memory/normalise-key.ts';

export const isTagged = isNamed('tagged.');

/** `base`: tags without a count. `sinceHlc`: the stamp at which an older program wrote them, else null. */
interface Counted {
  readonly changes: ReadonlyMap<string, { readonly n: number; readonly hlc: string }>;
  readonly base: readonly string[];
  readonly sinceHlc: string | null;
}

/** Returns the tags of a memory. `registers`: all of that memory. `carried`: the tags in its body. */
export const tagsOf = (registers: readonly Register[], carried: readonly string[]): readonly string[] => {
  const whole = registers.find((register) => register.facet === 'tags');
  if (!registers.some(isTagged)) return asTyped(whole?.value.tags ?? carried);
  const counted = countIn(registers, carried);
  const named = [...new Set([...counted.base, ...[...counted.changes.keys()].sort()])];
  return named.filter((tag) => isThere(counted, tag)).slice(0, LIMITS.tagsMax);
};

/** Normalises and deduplicates tags, as if a person had typed them. [TR-59] */
const asTyped = (raw: readonly string[]): readonly string[] => [
  ...new Set(raw.map(tagAsTyped).filter((tag) => tag !== null)),
];

const countIn = (registers: readonly Register[], carried: readonly string[]): Counted => {
  const first = asTyped(carried);
  const changes = new Map<string, { n: number; hlc: string }>();
  for (const { value, hlc } of registers.filter(isTagged))
    for (const [raw, n] of value.tags) {
      const tag = tagAsTyped(raw);
      if (tag === null) continue;
      const known = changes.get(tag);
      if (known === undefined || n > known.n || (n === known.n && hlc > known.hlc))
        changes.set(tag, { n, hlc });
    }
  const whole = registers.find((register) => register.facet === 'tags');
  if (whole === undefined) return { changes, base: first, sinceHlc: null };
  const isCopy = registers.some((one) => isTagged(one) && one.hlc > whole.hlc && isOf(one, whole));
  return isCopy
    ? { changes, base: first, sinceHlc: null }
    : { changes, base: asTyped(whole.value.tags), sinceHlc: whole.hlc };
};

/** Whether one device wrote the counts and the plain tags, which it writes first, for older programs. */
const isOf = ({ facet }: Register, { hlc }: Register): boolean => {
  const device = facet.slice('tagged.'.length);
  return isDeviceId(device) && nodeOf(device) === hlcNode(hlc);
};

/** Whether a tag is set. An older program's plain tags remove no counted tag, because that program may not have known it. */
const isThere = ({ changes, base, sinceHlc }: Counted, tag: string): boolean => {
  const known = changes.get(tag);
  if (known === undefined) return base.includes(tag);
  if (known.n % 2 === 1) return true;
  return sinceHlc !== null && known.hlc < sinceHlc && base.includes(tag);
};

/** Returns the counts that change the present tags to `wanted`, together with all other known counts. */
export const countTags = (
  registers: readonly Register[],
  first: readonly string[],
  wanted: readonly string[],
): TaggedValue => {
  const counted = countIn(registers, first);
  const shown = tagsOf(registers, first);
  const carried = [...counted.base, ...asTyped(first)];
  const names = new Set([...counted.changes.keys(), ...carried, ...wanted]);
  const tags = [...names].sort().flatMap((tag): [string, number][] => {
    // A tag above the limit was not shown, so a list without it does not remove it.
    const isWanted = wanted.includes(tag) || (!shown.includes(tag) && isThere(counted, tag));
    const n = counted.changes.get(tag)?.n ?? 0;
    if (n === 0) return isWanted ? [[tag, 1]] : [[tag, 2]];
    return [[tag, (n % 2 === 1) === isWanted ? n : n + 1]];
  });
  return { tags: withinLimit(tags, new Set([...carried, ...setTags(registers)])) };
};

/** Returns the tags that some register sets. Other registers may have removed them. */
const setTags = (registers: readonly Register[]): readonly string[] =>
  asTyped(
    registers
      .filter(isTagged)
      .flatMap(({ value }) => value.tags.flatMap(([tag, n]) => (n % 2 === 1 ? [tag] : []))),
  );

/** Drops counts above the limit. Last those of set tags, before them those of removed tags that would be set without a count. */
const withinLimit = (tags: readonly [string, number][], returning: ReadonlySet<string>): [string, number][] =>
  [...tags]
    .sort(
      (a, b) =>
        (b[1] % 2) - (a[1] % 2) ||
        Number(returning.has(b[0])) - Number(returning.has(a[0])) ||
        (a[0] < b[0] ? -1 : 1),
    )
    .slice(0, LIMITS.tagsEverMax)
    .map(([tag, n]) => [tag, Math.min(n, LIMITS.tagChangesMax)]);
