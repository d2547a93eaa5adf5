/** The few memories above a minimum score that fit a prompt: a wrong memory costs more than none. [CX-1] */

import { isEntityId, LIMITS, ok, type SearchHit, type SearchInput } from '@cairn/schema';
import type { Answer, ReadDeps } from '../engine/deps.ts';
import { cleanText } from '../memory/clean-text.ts';
import { isTrusted } from '../memory/memory-state.ts';
import { search } from '../search/search.engine.ts';
import { type BlockEntry, type BlockSection, memoryEntry } from './block-section.ts';
import { withNewer } from './newer.engine.ts';
import { factOf } from './repeats.ts';

const ASKED = 8;
/** More hits are rarely relevant, and each costs the reader tokens. */
const HITS_MAX = 3;
/** The lowest score of a hit, and its lowest share of the best hit's score. Measured: docs/retrieval.md. */
const SCORE_MIN = 0.26;
const SHARE_MIN = 0.75;

/** Returns the search for a prompt's memories; null when the prompt asks for none. */
export const promptSearch = (prompt: string, project: string | null): SearchInput | null => {
  // A prompt may be longer than a question.
  const query = [...prompt].slice(0, LIMITS.queryCharsMax).join('');
  if (ONE_WORD.test(prompt) || isWordless(query)) return null;
  return { query, project, limit: ASKED, in: ['memories'] };
};

/** `results`: the hits of `promptSearch`. Without them, words alone find the memories. */
export const relevantSection = async (
  deps: ReadDeps,
  prompt: string,
  project: string | null,
  results?: readonly SearchHit[],
): Answer<BlockSection> => {
  const asked = promptSearch(prompt, project);
  if (asked === null) return ok(sectionOf([]));
  const found = results === undefined ? await search(deps, asked) : ok({ results });
  if (!found.ok) return found;
  const near = found.value.results
    .filter(isTrusted)
    .filter(isRanked)
    // A session without a project gets no project's memories.
    .filter((hit) => hit.project === null || hit.project === project);
  const least = Math.max(SCORE_MIN, SHARE_MIN * (near[0]?.score ?? 0));
  const facts = new Set<string>();
  const hits = near
    .filter((hit) => hit.score >= least && !facts.has(factOf(hit)) && facts.add(factOf(hit)))
    .slice(0, HITS_MAX);
  const rows = await deps.store.memoriesByIds(near.map(({ id }) => id).filter(isEntityId));
  const chosen = rows.filter(({ id }) => hits.some((hit) => hit.id === id));
  const given = hits.length === 0 ? [] : await withNewer(deps, chosen, rows);
  const scores = new Map(hits.map(({ id, score }) => [id, score]));
  const entries = given.slice(0, HITS_MAX).map((row) => memoryEntry(row, whyGiven(scores.get(row.id))));
  return ok(sectionOf(entries));
};

const whyGiven = (score: number | undefined): string =>
  score === undefined
    ? 'newer than what is relevant to the prompt, and says otherwise'
    : `relevant to the prompt, score ${score.toFixed(2)}`;

const sectionOf = (entries: readonly BlockEntry[]): BlockSection => ({
  ...{ name: 'relevant', title: 'Relevant', entries, said: 0, tokensMax: Number.POSITIVE_INFINITY },
});

/** A prompt such as "continue" or "ok" refers to what was said before and is no question. */
const ONE_WORD = /^[^\p{L}\p{N}]*[a-z]+[^\p{L}\p{N}]*$/iu;

/** Whether nothing of a prompt is left to search for. It may be a picture only, or a block that Cairn made. */
const isWordless = (query: string): boolean => {
  const cleaned = cleanText(query.toWellFormed());
  return cleaned.ok && cleaned.value === '';
};

/** Whether words or meaning ranked the hit. Otherwise it is a substring match, and a prompt's substrings occur anywhere. */
const isRanked = ({ textScore, vectorScore }: SearchHit): boolean =>
  textScore !== null || vectorScore !== null;
