/** The contexts that agents were given, day by day: which are worth a row, and how two days differ. [CX-7] */
import type { ContextChange } from '@cairn/schema';
import type { GivenContext, GivenPart } from '../ports/day-store.ts';

export type Given = Pick<GivenContext, 'project' | 'at' | 'tokens' | 'tokensMax' | 'parts'>;

/** Returns the row to write: the first or the last of its day. Null when the project was given the same before. */
export const planGiven = (last: GivenContext | null, given: Given): GivenContext | null => {
  if (last !== null && isSame(last, given)) return null;
  const day = new Date(given.at).toISOString().slice(0, 10);
  return { ...given, day, slot: last?.day === day ? 'last' : 'first' };
};

const isSame = (a: Pick<Given, 'tokensMax' | 'parts'>, b: Given): boolean =>
  a.tokensMax === b.tokensMax &&
  a.parts.length === b.parts.length &&
  a.parts.every((part, at) => {
    const other = b.parts[at];
    return other !== undefined && nameOf(part) === nameOf(other) && isAsItWas(part, other);
  });

/** A rewording has a later stamp. Earlier programs gave some memories a later one than the present program does. */
const isAsItWas = (before: GivenPart, after: GivenPart): boolean =>
  before.section === after.section && before.tokens === after.tokens && before.stamp >= after.stamp;

const nameOf = ({ kind, id }: GivenPart): string => `${kind} ${id}`;

/** What became of each memory: `gone`, or the memory that replaced it. A memory without an entry is unchanged. */
export interface Fates {
  readonly gone: ReadonlySet<string>;
  readonly replacedBy: ReadonlyMap<string, string>;
}

/** Returns the added, removed or reworded parts in the order of the later context. Removed parts come last. */
export const compareGiven = (
  before: readonly GivenPart[],
  after: readonly GivenPart[],
  fates: Fates,
): readonly ContextChange[] => {
  const left = new Map(before.map((part) => [nameOf(part), part]));
  const kept = new Set(after.map(nameOf));
  const changes: ContextChange[] = [];
  for (const part of after) {
    const known = left.get(nameOf(part)) ?? predecessorOf(part, left, kept, fates);
    if (known === undefined) changes.push(changeOf('came', part, null, null));
    else {
      left.delete(nameOf(known));
      if (known.id !== part.id || !isAsItWas(known, part))
        changes.push(changeOf('changed', part, known, whyChanged(known, part)));
    }
  }
  for (const part of left.values())
    changes.push(changeOf('went', part, part, fates.gone.has(part.id) ? 'forgotten' : 'left_out'));
  return changes;
};

/** Returns the memory that this one replaced, or the earlier summary of its section. */
const predecessorOf = (
  part: GivenPart,
  left: ReadonlyMap<string, GivenPart>,
  kept: ReadonlySet<string>,
  { replacedBy }: Fates,
): GivenPart | undefined => {
  const candidates = [...left.values()].filter((one) => one.kind === part.kind && !kept.has(nameOf(one)));
  return part.kind === 'memory'
    ? candidates.find(({ id }) => replacedBy.get(id) === part.id)
    : candidates.find(({ section }) => section === part.section);
};

const whyChanged = (before: GivenPart, after: GivenPart): ContextChange['why'] => {
  if (before.id !== after.id) return 'replaced';
  return before.stamp < after.stamp ? 'reworded' : before.section !== after.section ? 'moved' : 'resized';
};

const changeOf = (
  change: ContextChange['change'],
  part: GivenPart,
  before: GivenPart | null,
  why: ContextChange['why'],
): ContextChange => ({
  change,
  kind: part.kind,
  id: part.id,
  section: part.section,
  tokens: part.tokens,
  before: before === null ? null : { id: before.id, section: before.section, tokens: before.tokens },
  why,
});
