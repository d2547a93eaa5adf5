/** The memories set aside when other devices forgot much at once. [TR-3] */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** TR-3: what many forgets of other devices took at once, kept aside for 30 days. `body`: the facet's value as JSON. */
export const removed = sqliteTable('removed', {
  entity: text().primaryKey(),
  body: text().notNull(),
  /** The node of the device that sealed the tombstone, as stamps name it. */
  node: text().notNull(),
  at: integer().notNull(),
});
