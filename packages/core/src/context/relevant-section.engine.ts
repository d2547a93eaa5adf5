/** The memories that a prompt is about: few, and none below a floor, because a wrong one costs more than none. [CX-1] */

import { type CairnError, isEntityId, LIMITS, ok, type Result, type SearchHit } from '@cairn/schema';
import type { ReadDeps } from '../engine/read/read-deps.ts';
import { search } from '../search/search.engine.ts';
import type { Meaning } from '../vectors/fusion.ts';
import { type BlockEntry, type BlockSection, memoryEntry } from './block-section.ts';

const ASKED = 8;
/** More than that are rarely about the prompt, and each costs the reader. */
const HITS_MAX = 3;
/** The least score of a hit, and its least share of the best one's. Measured: docs/retrieval.md. */
const SCORE_MIN = 0.26;
const SHARE_MIN = 0.7;

export const relevantSection = async (
  deps: ReadDeps,
  prompt: string,
  project: string | null,
  meaning?: Meaning,
): Promise<Result<BlockSection, CairnError>> => {
  if (ONE_WORD.test(prompt)) return ok(sectionOf([]));
  const asked = { query: clipped(prompt), project, limit: ASKED, in: ['memories' as const] };
  const found = await search(deps, asked, meaning);
  if (!found.ok) return found;
  const near = found.value.results
    .filter(isTrusted)
    .filter(isRanked)
    .filter((hit) => isInReach(hit, project));
  const least = Math.max(SCORE_MIN, SHARE_MIN * (near[0]?.score ?? 0));
  const hits = near.filter(({ score }) => score >= least).slice(0, HITS_MAX);
  const rows = await deps.store.memoriesByIds(hits.map(({ id }) => id).filter(isEntityId));
  const scores = new Map(hits.map(({ id, score }) => [id, score]));
  const entries = rows.map((row) =>
    memoryEntry(row, `relevant to the prompt, score ${(scores.get(row.id) ?? 0).toFixed(2)}`),
  );
  return ok(sectionOf(entries));
};

const sectionOf = (entries: readonly BlockEntry[]): BlockSection => ({
  ...{ name: 'relevant', title: 'Relevant', entries, said: 0, tokensMax: Number.POSITIVE_INFINITY },
});

/** "continue" and "ok" are about what was said before, and no question. */
const ONE_WORD = /^[^\p{L}\p{N}]*[a-z]+[^\p{L}\p{N}]*$/iu;

/** A prompt may be longer than a question. */
const clipped = (prompt: string): string => [...prompt].slice(0, LIMITS.queryCharsMax).join('');

/** CX-5: what is not trusted is found by asking for it only. */
const isTrusted = ({ trust }: SearchHit): boolean => trust === 'high' || trust === 'normal';

/** By words or by meaning: a substring of a prompt is found in anything. */
const isRanked = ({ textScore, vectorScore }: SearchHit): boolean =>
  textScore !== null || vectorScore !== null;

/** A session without a project is given nothing of any project. */
const isInReach = (hit: SearchHit, project: string | null): boolean =>
  hit.project === null || hit.project === project;
