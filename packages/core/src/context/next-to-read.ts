/** The memories of which the texts are read next, when some were and there is room left. */
import type { ContextCandidate, MemoryRow } from '../ports/store.ts';
import { ENTRY_TOKENS_MIN } from './phases.ts';

export interface Told {
  /** Tokens that are not used. */
  readonly left: number;
  /** Whether any candidate is told. The first that is new is, with room for it or not. */
  readonly isAnyTold: boolean;
  /** How many were read. */
  readonly read: number;
}

/** Text of ASCII has a token for so many characters at the least, blanks included; any other text has more. */
const TOKEN_CHARS_MAX = 9;
const READ_MIN = 32;

/** More than are read for the largest block. */
const COSTS_MAX = 10_000;
/** What was read once and does not fit need not be read again to find that out. By id and the hash of its content. */
const costs = new Map<string, number>();
const nameOf = ({ id, contentHash }: Pick<MemoryRow, 'id' | 'contentHash'>): string => id + contentHash;

/** `tokens`: of its whole entry. */
export const noteCost = (row: MemoryRow, tokens: number): void => {
  if (costs.size >= COSTS_MAX) costs.clear();
  costs.set(nameOf(row), tokens);
};

const tokensAtLeast = (one: ContextCandidate): number =>
  costs.get(nameOf(one)) ?? ENTRY_TOKENS_MIN - 1 + Math.floor(one.chars / TOKEN_CHARS_MAX);

/**
 * Those of the `waiting`, best first, that may fit into what is left, until that would be used up; and whatever says the same
 * words as one of them, which costs nothing and is counted as told. None: nothing else fits.
 */
export const nextToRead = (
  waiting: readonly ContextCandidate[],
  { left, isAnyTold, read }: Told,
): readonly ContextCandidate[] => {
  if (left < ENTRY_TOKENS_MIN && isAnyTold) return [];
  const atLeast = Math.max(READ_MIN, read);
  const hashes = new Set<string>();
  let tokens = 0;
  for (const one of waiting) {
    const cost = tokensAtLeast(one);
    if (cost > left && isAnyTold) continue;
    if (tokens >= left && hashes.size >= atLeast) break;
    hashes.add(one.contentHash);
    tokens += cost;
  }
  return waiting.filter(({ contentHash }) => hashes.has(contentHash));
};
