/**
 * The number of memories of each kind. Triggers maintain it, because counting a hundred thousand rows for each query takes too long.
 * [ST-5]
 */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * `facts`: the kind as JSON, `[state, project, source, device_id, device_name, agent, pinned, keyed]`, the last two 0 or 1. `newest`:
 * the highest `rid` that the kind ever had.
 */
export const memoryCounts = sqliteTable('memory_counts', {
  facts: text().primaryKey(),
  n: integer().notNull(),
  newest: integer().notNull(),
});

/** The tags of current memories. */
export const tagCounts = sqliteTable('tag_counts', { tag: text().primaryKey(), n: integer().notNull() });
