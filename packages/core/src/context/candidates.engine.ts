/**
 * Picks candidates for a session's start, which weighs thousands of memories and shows about forty. Only the texts of
 * those forty are read. The sections are the same as if all texts were read. [CX-8, CX-11]
 */
import { LIMITS } from '@cairn/schema';
import { countTokens } from '../engine/count-tokens.ts';
import { STATE } from '../memory/memory-state.ts';
import type { CandidateQuery, ContextCandidate, MemoryRow, ReadStore } from '../ports/store.ts';
import { type BlockSection, memoryEntry } from './block-section.ts';
import { nextToRead, noteCost } from './next-to-read.ts';
import { type ContextMaterial, contextSections } from './phases.ts';
import { inTurns, rankCandidates, withNewerFirst } from './rank.ts';
import { JUDGED_CHARS, judge, unjudged } from './worth.ts';

export interface Material extends Omit<ContextMaterial, 'ranked'> {
  readonly candidates: readonly ContextCandidate[];
}

/** Number of the most accessed memories that are considered beside the newest. [M-6] */
export const MOST_ACCESSED = 40;
/** The most recently found contradictions that are considered. */
const CONTRADICTIONS_MAX = 200;

/** Returns the candidates, best first. Reads only beginnings of texts that this program has not judged. */
export const readCandidates = async (
  store: ReadStore,
  project: string | null,
  nowMs: number,
): Promise<readonly ContextCandidate[]> => {
  const ofProject = project === null ? [] : await ofKind(store, 'project', project, nowMs);
  const candidates = [...ofProject, ...(await ofKind(store, 'recent', project, nowMs))];
  await judgeTexts(store, unjudged(candidates));
  const contradictions = await store.contradictions(CONTRADICTIONS_MAX);
  return inTurns(withNewerFirst(rankCandidates(candidates), contradictions));
};

/** Judges the global memories before a caller waits for it, a few texts between two pauses. */
export const judgeAhead = async (
  store: ReadStore,
  nowMs: number,
  pause: () => Promise<void>,
): Promise<void> => {
  await pause();
  const left = [...unjudged(await ofKind(store, 'recent', null, nowMs))];
  while (left.length > 0) {
    await judgeTexts(store, left.splice(0, JUDGED_AT_ONCE));
    await pause();
  }
};

/** Takes about 3 ms on a new thread. */
const JUDGED_AT_ONCE = 100;

const ofKind = (
  store: ReadStore,
  kind: CandidateQuery['kind'],
  project: string | null,
  nowMs: number,
): Promise<readonly ContextCandidate[]> =>
  store.contextCandidates({
    ...{ kind, project, livingAt: nowMs },
    ...{ newest: LIMITS.contextCandidatesMax, mostAccessed: MOST_ACCESSED },
  });

const judgeTexts = async (store: ReadStore, candidates: readonly ContextCandidate[]): Promise<void> => {
  if (candidates.length === 0) return;
  const ids = candidates.map(({ id }) => id);
  for (const one of await store.beginningsOf(ids, JUDGED_CHARS)) judge(one);
};

export const chosenSections = async (
  store: ReadStore,
  { candidates, ...material }: Material,
  maxTokens: number,
): Promise<readonly BlockSection[]> => {
  const rows = new Map<string, MemoryRow>();
  let waiting = candidates;
  let next = nextToRead(waiting, { left: maxTokens, read: 0 });
  for (;;) {
    const asked = new Set(next.map(({ id }) => id));
    waiting = waiting.filter(({ id }) => !asked.has(id));
    const found = asked.size === 0 ? [] : await store.memoriesByIds([...asked]);
    for (const row of found.filter(isCurrent)) {
      rows.set(row.id, row);
      noteCost(row, countTokens(memoryEntry(row, '').line));
    }
    const ranked = candidates.flatMap(({ id }) => rows.get(id) ?? []);
    const { sections, left } = contextSections({ ...material, ranked }, { countTokens, maxTokens });
    next = nextToRead(waiting, { left, read: rows.size });
    if (next.length === 0) return sections;
  }
};

/** Whether the memory is still current and not pinned. It may have changed since it was weighed. */
const isCurrent = ({ state, pinned }: MemoryRow): boolean => state === STATE.current && !pinned;
