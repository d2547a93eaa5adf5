/** Which memories are worth their tokens most, and in which order they are told. [M-6, CX-8] */
import type { ContextRow, MemoryRow } from '../ports/store.ts';
import { worthOf } from './worth.ts';

/** Best first. Being injected is no access. */
export const rankForContext = (rows: readonly ContextRow[]): readonly MemoryRow[] => {
  const worth = worthOf(rows);
  return rows
    .map(({ memory }, at) => ({ memory, worth: worth[at] ?? 0 }))
    .sort((a, b) => b.worth - a.worth || newestFirst(a.memory, b.memory))
    .map(({ memory }) => memory);
};

/** Two of every three are the project's, so that neither keeps the other out. */
const PROJECT_TURNS = 2;

export const inTurns = (ranked: readonly MemoryRow[]): readonly MemoryRow[] => {
  const ofProject = ranked.filter(({ project }) => project !== null);
  const others = ranked.filter(({ project }) => project === null);
  const turns = Math.max(Math.ceil(ofProject.length / PROJECT_TURNS), others.length);
  return Array.from({ length: turns }, (_, turn) => [
    ...ofProject.slice(turn * PROJECT_TURNS, (turn + 1) * PROJECT_TURNS),
    ...others.slice(turn, turn + 1),
  ]).flat();
};

/** Oldest first: a new one stands at the end, and no other moves. */
export const inTime = (rows: readonly MemoryRow[]): readonly MemoryRow[] =>
  [...rows].sort((a, b) => newestFirst(b, a));

const newestFirst = (a: MemoryRow, b: MemoryRow): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
