/** Searches for pages of an answer, so that no page repeats or leaves out a result. [MC-2] */
import type { Answer } from '@cairn/core';
import { LIMITS, ok, type PassageHit, type SearchInput, type SearchResult } from '@cairn/schema';

/** Up to this many results, a search has one order. Beyond it, the order changes with the limit, as more candidates are compared. */
const ONE_ORDER_MAX = 20;

/** Finds the first `wanted` results of one list: those of a short search, then the others of the longest. */
export const searchForPages = async (
  search: (input: SearchInput) => Answer<SearchResult>,
  input: SearchInput,
  wanted: number,
): Answer<SearchResult> => {
  const near = await search({ ...input, limit: Math.min(wanted, ONE_ORDER_MAX) });
  if (!near.ok || wanted <= ONE_ORDER_MAX) return near;
  const { results, passages } = near.value;
  if (results.length + passages.length === 0) return near;
  // Nobody may see most of these, so they do not count as used.
  const far = await search({ ...input, limit: LIMITS.searchLimitMax, preview: true });
  if (!far.ok) return far;
  const behind = others(passages, far.value.passages, placeOf).map(withoutAbove);
  return ok({
    ...near.value,
    results: [...results, ...others(results, far.value.results, ({ id }) => id)].slice(0, wanted),
    passages: [...passages, ...behind].slice(0, wanted),
  });
};

const others = <T>(near: readonly T[], far: readonly T[], nameOf: (one: T) => string): readonly T[] => {
  const known = new Set(near.map(nameOf));
  return far.filter((one) => !known.has(nameOf(one)));
};

/** A list may have two passages of one message. */
const placeOf = ({ source, ordinal, start }: PassageHit): string => `${source.id} ${ordinal} ${start}`;

/** A page shows passages above the memories first, so those of a later page stay behind the earlier ones. */
const withoutAbove = ({ above: _, ...hit }: PassageHit): PassageHit => hit;
