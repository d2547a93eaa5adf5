/** Vectors of texts, for search by meaning. */
import { blob, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * F-2: vectors by the text that was embedded and the model that did. A number is used once, and those of the present model are
 * larger than those of every earlier one, so what has none or a smaller one waits to be embedded. Triggers erase what nobody
 * says any more, of all models [ST-4]; what the present model does not use is kept for a while from `unowned_since` on.
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
    /** The owner: `memory`, `passage`. No text of one has the name of a text of the other. */
    kind: text().notNull().default('memory'),
    unownedSince: integer('unowned_since'),
  },
  (table) => [uniqueIndex('vectors_text').on(table.textHash, table.model)],
);
