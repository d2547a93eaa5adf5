/**
 * Chooses the memories of the static prompt. Ranks them by accesses in doubling steps, so a single search changes
 * nothing. Writes them in the order of their names, so rank decides only which are included. [CX-2, M-6]
 */
import { LIMITS } from '@cairn/schema';
import { isoTime, learnedAt } from '../memory/to-memory.ts';
import type { ContextRow, MemoryRow } from '../ports/store.ts';
import { quoteForContext, quoteName } from './fence.ts';
import { newestFirst } from './rank.ts';

export interface KnownCandidates {
  /** Memories of the session's project and global ones. */
  readonly pinned: readonly ContextRow[];
  /** Memories of `tacit/personality` and below. */
  readonly personality: readonly ContextRow[];
  /** Memories of the rest of `tacit`. */
  readonly tacit: readonly ContextRow[];
  /** All other memories, one list for each scope. They fill the remaining places. */
  readonly others: readonly (readonly ContextRow[])[];
}

export interface KnownFact {
  readonly id: string;
  readonly line: string;
}

/** Returns the best first, so a caller with little room drops from the end. `inOrder` sorts the rest. */
export const chooseKnown = (candidates: KnownCandidates): readonly MemoryRow[] => {
  const chosen = new Map<string, MemoryRow>();
  const hasPlace = createStylePlaces();
  const take = (rows: readonly MemoryRow[], atMost: number): void => {
    let taken = 0;
    for (const row of rows) {
      if (taken >= atMost || chosen.size >= LIMITS.promptKnownMax) return;
      if (chosen.has(row.id) || isDirective(row) || !hasPlace(row)) continue;
      chosen.set(row.id, row);
      taken++;
    }
  };
  take(ranked(candidates.pinned), LIMITS.promptPinnedMax);
  // The newest memories get a few places of their own. Otherwise they would never be shown beside fifty that were
  // accessed.
  take(candidates.tacit.map(({ memory }) => memory).sort(newestFirst), LIMITS.promptNewestMax);
  take(ranked(candidates.personality), LIMITS.promptPersonalityMax);
  take(ranked(candidates.tacit), LIMITS.promptKnownMax);
  for (const rows of candidates.others)
    take(
      ranked(rows).filter((row) => !isUnder(row, TACIT)),
      LIMITS.promptKnownMax,
    );
  return [...chosen.values()];
};

/** Joins the known memories of two files in turns, so neither crowds out the other. The limits hold for both together. */
export const joinKnown = (
  first: readonly MemoryRow[],
  second: readonly MemoryRow[],
): readonly MemoryRow[] => {
  const all = second
    .flatMap((row, at) => [...first.slice(at, at + 1), row])
    .concat(first.slice(second.length))
    .filter(createStylePlaces());
  const beyond = new Set(all.filter(({ pinned }) => pinned).slice(LIMITS.promptPinnedMax));
  return [...all.filter((row) => !beyond.has(row)), ...beyond].slice(0, LIMITS.promptKnownMax);
};

/** Returns a function that gives places to memories. A few styles get one, and each name of a style only once. */
const createStylePlaces = (): ((row: MemoryRow) => boolean) => {
  const styles = new Set<string>();
  return (row) => {
    if (!isUnder(row, PERSONALITY)) return true;
    const style = `${row.namespace}/${row.key}`;
    if (styles.size >= LIMITS.promptPersonalityMax || styles.has(style)) return false;
    styles.add(style);
    return true;
  };
};

/**
 * Drops a memory that is in the list only because it has slightly more accesses than others of its step. Otherwise one
 * more access of any of them would change the prompt. `rows` holds the `atMost` newest and as many most accessed
 * memories.
 */
export const withoutBorderline = (rows: readonly ContextRow[], atMost: number): readonly ContextRow[] => {
  const byAge = [...rows].sort((a, b) => newestFirst(a.memory, b.memory));
  const last = [...rows].sort((a, b) => b.accesses - a.accesses)[atMost - 1];
  if (rows.length <= atMost || last === undefined || last.accesses === 0) return rows;
  return byAge.filter((row, at) => at < atMost || step(row) > step(last));
};

/** Returns the step of a number of accesses: 0, 1–2, 3–6, 7–14, … */
const step = ({ accesses }: ContextRow): number => Math.floor(Math.log2(1 + accesses));

const ranked = (rows: readonly ContextRow[]): readonly MemoryRow[] =>
  [...rows].sort((a, b) => step(b) - step(a) || newestFirst(a.memory, b.memory)).map(({ memory }) => memory);

const TACIT = 'tacit';
const PERSONALITY = 'tacit/personality';
const pathOf = ({ namespace, key }: MemoryRow): string =>
  [namespace, key].filter((part) => part !== null).join('/');
const isUnder = (row: MemoryRow, root: string): boolean =>
  pathOf(row) === root || pathOf(row).startsWith(`${root}/`);

/** Whether the memory is the directive, which has a section of its own. */
export const isDirective = (row: MemoryRow): boolean => pathOf(row) === `${PERSONALITY}/directive`;

/** Sorts memories with a name by name, then the rest by age. An access moves nothing. */
export const inOrder = (rows: readonly MemoryRow[]): readonly MemoryRow[] =>
  [...rows].sort(
    (a, b) =>
      Number(a.key === null) - Number(b.key === null) ||
      compare(pathOf(a), pathOf(b)) ||
      a.createdAt - b.createdAt ||
      compare(a.id, b.id),
  );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Formats the fact under its name, then its source. [CX-5] */
export const knownFact = (row: MemoryRow): KnownFact => {
  const path = quoteName(pathOf(row).replace(/^tacit\//, ''));
  const source = row.agent === null ? row.source : `${row.source} ${quoteName(row.agent)}`;
  const name = path === '' ? '' : `${path}: `;
  const line = `- ${name}${quoteForContext(row.content)} [${source}, ${isoTime(learnedAt(row)).slice(0, 10)}]`;
  return { id: row.id, line };
};
