/** The memories that a prompt is about: few, and none below a floor, because a wrong one costs more than none. [CX-1] */

import { type CairnError, isEntityId, LIMITS, ok, type Result, type SearchHit } from '@cairn/schema';
import type { ReadDeps } from '../engine/read/read-deps.ts';
import { search } from '../search/search.engine.ts';
import { type BlockSection, memoryEntry } from './block-section.ts';

const HITS_MAX = 8;
/** The least score of a hit: about a quarter of what a memory that holds every telling word of the prompt would get. */
const SCORE_MIN = 0.25;

export const relevantSection = async (
  deps: ReadDeps,
  prompt: string,
  project: string | null,
): Promise<Result<BlockSection, CairnError>> => {
  const found = await search(deps, { query: clipped(prompt), project, limit: HITS_MAX, in: ['memories'] });
  if (!found.ok) return found;
  const hits = found.value.results.filter(isWorthIt).filter((hit) => isInReach(hit, project));
  const rows = await deps.store.memoriesByIds(hits.map(({ id }) => id).filter(isEntityId));
  const scores = new Map(hits.map(({ id, score }) => [id, score]));
  const entries = rows.map((row) =>
    memoryEntry(row, `relevant to the prompt, score ${(scores.get(row.id) ?? 0).toFixed(2)}`),
  );
  return ok({ name: 'relevant', title: 'Relevant', entries, said: 0, tokensMax: Number.POSITIVE_INFINITY });
};

/** A prompt may be longer than a question. */
const clipped = (prompt: string): string => [...prompt].slice(0, LIMITS.queryCharsMax).join('');

/** CX-5: what is not trusted is found by asking for it only. */
const isWorthIt = ({ score, trust }: SearchHit): boolean =>
  score >= SCORE_MIN && (trust === 'high' || trust === 'normal');

/** A session without a project is given nothing of any project. */
const isInReach = (hit: SearchHit, project: string | null): boolean =>
  hit.project === null || hit.project === project;
