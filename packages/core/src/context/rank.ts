/** Ranks memories by worth for their tokens, and orders them for display. [M-6, CX-8] */
import { isAsked } from '../memory/asked.ts';
import type { ContextCandidate, ContextRow, MemoryRow } from '../ports/store.ts';
import { judge, worthOf } from './worth.ts';

/** Returns the best first. Memories whose texts were not judged yet come last. Showing a memory is not an access. */
export const rankCandidates = (candidates: readonly ContextCandidate[]): readonly ContextCandidate[] => {
  const worth = worthOf(candidates);
  return candidates
    .map((candidate, at) => ({ candidate, worth: worth[at] ?? 0 }))
    .sort((a, b) => b.worth - a.worth || newestFirst(a.candidate, b.candidate))
    .map(({ candidate }) => candidate);
};

export const rankForContext = (rows: readonly ContextRow[]): readonly MemoryRow[] => {
  for (const { memory } of rows) judge({ contentHash: memory.contentHash, text: memory.content });
  const memories = new Map(rows.map(({ memory }) => [memory.id, memory]));
  return rankCandidates(rows.map(candidateOf)).flatMap(({ id }) => memories.get(id) ?? []);
};

const candidateOf = ({ memory, accesses }: ContextRow): ContextCandidate => ({
  ...{ id: memory.id, project: memory.project, contentHash: memory.contentHash },
  ...{ createdAt: memory.createdAt, chars: [...memory.content].length },
  ...{ isNamed: memory.key !== null, isOfUser: memory.source === 'user' },
  ...{ isAsked: isAsked(memory), accesses },
});

/**
 * Puts the newer memory of each contradicting pair before the older one. So a block with room for both gives not only the older one, which may be what
 * was so before. `pairs`: ids in any order. [CX-11]
 */
export const withNewerFirst = <T extends Dated>(
  ranked: readonly T[],
  pairs: readonly (readonly [T['id'], T['id']])[],
): readonly T[] => {
  const known = new Map(ranked.map((one) => [one.id, one]));
  const newerOf = new Map<T['id'], T[]>();
  for (const [first, second] of pairs) {
    const [a, b] = [known.get(first), known.get(second)];
    if (a === undefined || b === undefined) continue;
    const [newer, older] = newestFirst(a, b) < 0 ? [a, b] : [b, a];
    newerOf.set(older.id, [...(newerOf.get(older.id) ?? []), newer]);
  }
  if (newerOf.size === 0) return ranked;
  const placed = new Set<T>();
  // Each step goes to something newer, so it ends.
  const place = (one: T): void => {
    if (placed.has(one)) return;
    for (const newer of newerOf.get(one.id) ?? []) place(newer);
    placed.add(one);
  };
  for (const one of ranked) place(one);
  return [...placed];
};

/** Number of project memories per global one, so neither crowds out the other. */
const PROJECT_TURNS = 2;

export const inTurns = <T extends Pick<MemoryRow, 'project'>>(ranked: readonly T[]): readonly T[] => {
  const ofProject = ranked.filter(({ project }) => project !== null);
  const others = ranked.filter(({ project }) => project === null);
  const turns = Math.max(Math.ceil(ofProject.length / PROJECT_TURNS), others.length);
  return Array.from({ length: turns }, (_, turn) => [
    ...ofProject.slice(turn * PROJECT_TURNS, (turn + 1) * PROJECT_TURNS),
    ...others.slice(turn, turn + 1),
  ]).flat();
};

/** Sorts oldest first. A new memory comes last and moves no other. */
export const inTime = (rows: readonly MemoryRow[]): readonly MemoryRow[] =>
  [...rows].sort((a, b) => newestFirst(b, a));

export const newestFirst = (a: Dated, b: Dated): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);

type Dated = Pick<MemoryRow, 'id' | 'createdAt'>;
