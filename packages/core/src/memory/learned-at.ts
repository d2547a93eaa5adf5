import type { MemoryRow } from '../ports/memory-row.ts';

/**
 * Returns when the memory got its words. A memory without a key is never reworded, but tags, pins and an import change `updatedAt`. A
 * key's value is replaced in place. An imported value is as old as its record, and not as the import.
 */
export const learnedAt = (row: Pick<MemoryRow, 'key' | 'source' | 'createdAt' | 'updatedAt'>): number =>
  row.key === null || row.source === 'import' ? row.createdAt : row.updatedAt;
