/** Converts a row to the public form, with times in ISO 8601. */
import { DAY_MS, LIMITS, type Memory, namesOf } from '@cairn/schema';
import type { MemoryRow } from '../ports/memory-row.ts';

export const rowToMemory = (row: MemoryRow): Memory => ({
  id: row.id,
  content: row.content,
  tags: [...row.tags],
  ...namesOf((name) => row[name]),
  source: row.source,
  pinned: row.pinned,
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
  supersededBy: row.supersededBy,
  trust: row.trust,
  device: { id: row.deviceId, name: row.deviceName },
  ...(row.seen === null
    ? {}
    : { seen: { count: row.seen.n, first: isoTime(row.seen.first), last: isoTime(row.seen.last) } }),
});

/** Returns the time in ISO 8601. A broken clock may send a time outside of the range of dates, which is clamped. */
export const isoTime = (ms: number): string =>
  new Date(Math.min(LIMITS.timeMsMax, Math.max(0, ms))).toISOString();

export const timeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Parses a time that a person wrote, to milliseconds or null. The date is required: `2026-01-15`, `2026-01-15T10:00:00Z`. */
export const parseTime = (text: string): number | null => {
  const trimmed = text.trim().replace(' ', 'T');
  const [, date = ''] = TIME.exec(trimmed) ?? [];
  // JavaScript takes 31 February for 3 March.
  const day = Date.parse(date);
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) return null;
  // A time without a zone is UTC, as everywhere in the interface.
  const ms = Date.parse(
    /^[^T]*T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(trimmed) || !trimmed.includes('T') ? trimmed : `${trimmed}Z`,
  );
  return Number.isNaN(ms) ? null : ms;
};

/** Parses a time like `parseTime`. A date without a time is the last moment of that day, so the day counts whole. */
export const parseLastMoment = (text: string): number | null => {
  const at = parseTime(text);
  return at !== null && /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? at + DAY_MS - 1 : at;
};

/**
 * Returns when the memory got its words. A memory without a key is never reworded, but tags, pins and an import change `updatedAt`. A
 * key's value is replaced in place. An imported value is as old as its record, and not as the import.
 */
export const learnedAt = (row: Pick<MemoryRow, 'key' | 'source' | 'createdAt' | 'updatedAt'>): number =>
  row.key === null || row.source === 'import' ? row.createdAt : row.updatedAt;
