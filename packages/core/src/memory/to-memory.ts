/** A row as everybody outside the engine sees it: times in ISO 8601. */
import { LIMITS, type Memory, namesOf } from '@cairn/schema';
import type { MemoryRow } from '../ports/store.ts';

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

/** Milliseconds that no date can hold come from a broken clock elsewhere; they show as the first or last instant. */
export const isoTime = (ms: number): string =>
  new Date(Math.min(LIMITS.timeMsMax, Math.max(0, ms))).toISOString();

/** A time a person wrote, in milliseconds, or null. Needs a date at least: `2026-01-15`, `2026-01-15T10:00:00Z`. */
export const parseTime = (text: string): number | null => {
  if (
    !/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(
      text.trim(),
    )
  )
    return null;
  const trimmed = text.trim().replace(' ', 'T');
  // Without a zone it is UTC, as everywhere in the interface.
  const ms = Date.parse(
    /^[^T]*T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(trimmed) || !trimmed.includes('T') ? trimmed : `${trimmed}Z`,
  );
  return Number.isNaN(ms) ? null : ms;
};
