/** Vectors of texts, for search by meaning. */
import { blob, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * F-2: vectors by the embedded text and the model. A number is used once. Numbers of the present model are larger than those of all
 * earlier ones, so rows without one, or with a smaller one, wait to be embedded. Triggers erase vectors of deleted texts, of all models
 * [ST-4]. Vectors that the present model does not use are kept for a while from `unowned_since` on.
 */
export const vectors = sqliteTable(
  'vectors',
  {
    vid: integer().primaryKey({ autoIncrement: true }),
    model: text().notNull(),
    textHash: text('text_hash').notNull(),
    /** One bit per dimension, its sign; little endian. */
    bits: blob().notNull(),
    /** libSQL's F8_BLOB. */
    vector: blob().notNull(),
    /** The owner: `memory`, `passage`. Their texts never have the same hash. */
    kind: text().notNull().default('memory'),
    unownedSince: integer('unowned_since'),
  },
  (table) => [uniqueIndex('vectors_text').on(table.textHash, table.model)],
);
