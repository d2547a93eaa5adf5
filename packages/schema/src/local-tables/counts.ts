/**
 * How many memories there are of each sort, kept by triggers as they come, change and go: to count a hundred thousand rows
 * whenever somebody looks takes longer than to look. [ST-5]
 */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * `facts`: JSON of what counts, `[state, project, source, device_id, device_name, agent, pinned, keyed]`, the last two 0 or 1.
 * `newest`: the highest `rid` that there was of it.
 */
export const memoryCounts = sqliteTable('memory_counts', {
  facts: text().primaryKey(),
  n: integer().notNull(),
  newest: integer().notNull(),
});

/** The tags of current memories. */
export const tagCounts = sqliteTable('tag_counts', { tag: text().primaryKey(), n: integer().notNull() });
