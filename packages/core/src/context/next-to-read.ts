/** Chooses the memories whose texts are read next, after a first round left room. */
import type { ContextCandidate, MemoryRow } from '../ports/store.ts';
import { ENTRY_TOKENS_MIN } from './phases.ts';

export interface Told {
  /** Tokens that are free. */
  readonly left: number;
  /** Number of candidates that were read. */
  readonly read: number;
}

/** Most characters of ASCII text per token, blanks included. Other text has more tokens. */
const TOKEN_CHARS_MAX = 9;
const READ_MIN = 32;

/** More than are read for the largest block. */
const COSTS_MAX = 10_000;
/** Token costs of entries that were read, by id and content hash. An entry that does not fit need not be read again. */
const costs = new Map<string, number>();
const nameOf = ({ id, contentHash }: Pick<MemoryRow, 'id' | 'contentHash'>): string => id + contentHash;

/** Stores the tokens of a memory's whole entry. */
export const noteCost = (row: MemoryRow, tokens: number): void => {
  if (costs.size >= COSTS_MAX) costs.clear();
  costs.set(nameOf(row), tokens);
};

const tokensAtLeast = (one: ContextCandidate): number =>
  costs.get(nameOf(one)) ?? ENTRY_TOKENS_MIN - 1 + Math.floor(one.chars / TOKEN_CHARS_MAX);

/**
 * Returns those of `waiting` that may fit into the free tokens, best first, until these would be used up. Adds
 * duplicates of their texts, which cost nothing and are counted as shown. Empty when nothing else fits.
 */
export const nextToRead = (
  waiting: readonly ContextCandidate[],
  { left, read }: Told,
): readonly ContextCandidate[] => {
  // The best ones are read whatever they cost, because one of them is shown if none fits.
  const isFirst = read === 0;
  if (left < ENTRY_TOKENS_MIN && !isFirst) return [];
  const atLeast = Math.max(READ_MIN, read);
  const hashes = new Set<string>();
  let tokens = 0;
  for (const one of waiting) {
    const cost = tokensAtLeast(one);
    if (cost > left && !isFirst) continue;
    if (tokens >= left && hashes.size >= atLeast) break;
    hashes.add(one.contentHash);
    tokens += cost;
  }
  return waiting.filter(({ contentHash }) => hashes.has(contentHash));
};
