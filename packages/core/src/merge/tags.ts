/**
 * Tags as a set that devices change while apart: what was added here and there is there, and what was taken away stays away unless
 * somebody who knew added it again. Every device counts the changes of each tag in a register of its own; the largest number of
 * all devices says whether a tag is there. A pure function of the registers. [RL-6]
 */

import { hlcNode, isDeviceId, LIMITS, nodeOf, type Register, type TaggedValue } from '@cairn/schema';
import { tagAsTyped } from '../memory/normalise-key.ts';

type Tagged = Extract<Register, { facet: `tagged.${string}` }>;
export const isTagged = (register: Register): register is Tagged => register.facet.startsWith('tagged.');

/** `base`: tags that stand outside of any count. `sinceHlc`: when an older program wrote them, else null. */
interface Counted {
  readonly changes: ReadonlyMap<string, { readonly n: number; readonly hlc: string }>;
  readonly base: readonly string[];
  readonly sinceHlc: string | null;
}

/** `registers`: of one memory. `carried`: by its body. */
export const tagsOf = (registers: readonly Register[], carried: readonly string[]): readonly string[] => {
  const whole = registers.find((register) => register.facet === 'tags');
  if (!registers.some(isTagged)) return asTyped(whole?.value.tags ?? carried);
  const counted = countIn(registers, carried);
  const named = [...new Set([...counted.base, ...[...counted.changes.keys()].sort()])];
  return named.filter((tag) => isThere(counted, tag)).slice(0, LIMITS.tagsMax);
};

/** Each in the form in which a person could have given it, once. [TR-59] */
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

/** A device writes the tags for older programs before its own counts. */
const isOf = ({ facet }: Tagged, { hlc }: Register): boolean => {
  const device = facet.slice('tagged.'.length);
  return isDeviceId(device) && nodeOf(device) === hlcNode(hlc);
};

/** An older program's tags take nothing away that is counted, because it may not have known of it. */
const isThere = ({ changes, base, sinceHlc }: Counted, tag: string): boolean => {
  const known = changes.get(tag);
  if (known === undefined) return base.includes(tag);
  if (known.n % 2 === 1) return true;
  return sinceHlc !== null && known.hlc < sinceHlc && base.includes(tag);
};

/** The counts that make `wanted` of what is there now; everything that is known goes with them. */
export const countTags = (
  registers: readonly Register[],
  first: readonly string[],
  wanted: readonly string[],
): TaggedValue => {
  const counted = countIn(registers, first);
  const shown = tagsOf(registers, first);
  const names = new Set([...counted.changes.keys(), ...counted.base, ...asTyped(first), ...wanted]);
  const tags = [...names].sort().flatMap((tag): [string, number][] => {
    // One that was not shown for want of room is not taken away by an editor that did not see it.
    const isWanted = wanted.includes(tag) || (!shown.includes(tag) && isThere(counted, tag));
    const n = counted.changes.get(tag)?.n ?? 0;
    if (n === 0) return isWanted ? [[tag, 1]] : [[tag, 2]];
    return [[tag, (n % 2 === 1) === isWanted ? n : n + 1]];
  });
  return { tags: withinLimit(tags) };
};

const withinLimit = (tags: readonly [string, number][]): [string, number][] =>
  [...tags]
    .sort((a, b) => (b[1] % 2) - (a[1] % 2) || (a[0] < b[0] ? -1 : 1))
    .slice(0, LIMITS.tagsEverMax)
    .map(([tag, n]) => [tag, Math.min(n, LIMITS.tagChangesMax)]);
