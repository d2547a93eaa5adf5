/** Tags by which extraction marks the words that a person asked to be remembered, and their corrections. */
import type { MemoryRow } from '../ports/memory-row.ts';

export const ASKED_TAGS: readonly string[] = ['remembered', 'preference'];

export const isAsked = ({ source, tags }: Pick<MemoryRow, 'source' | 'tags'>): boolean =>
  source === 'auto' && tags.some((tag) => ASKED_TAGS.includes(tag));
