/** Vectors of texts, for search by meaning. */
import { blob, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * F-2: vectors by the embedded text and the model. A `vid` is never reused. Each `vid` of the present model is larger than all of earlier
 * models. A memory or passage without a `vid`, or with a smaller one, waits to be embedded. Triggers erase the vectors of deleted texts,
 * of all models [ST-4]. A vector that no memory or passage refers to is kept for a while from `unowned_since` on.
 */
export const vectors = sqliteTable(
  'vectors',
  {
    vid: integer().primaryKey({ autoIncrement: true }),
    model: text().notNull(),
    textHash: text('text_hash').notNull(),
    /** The sign of each dimension as one bit, little endian. */
    bits: blob().notNull(),
    /** The vector in libSQL's format F8_BLOB. */
    vector: blob().notNull(),
    /** The kind of the owner: `memory` or `passage`. Texts of two kinds never have the same hash. */
    kind: text().notNull().default('memory'),
    unownedSince: integer('unowned_since'),
  },
  (table) => [uniqueIndex('vectors_text').on(table.textHash, table.model)],
);
