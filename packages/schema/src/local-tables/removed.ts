/** The memories set aside when other devices forgot much at once. [TR-3] */
import { sqliteTable } from 'drizzle-orm/sqlite-core';
import type { EntityId } from '../ids.ts';
import { bodyValue } from '../register.ts';
import { integer, json, text } from './columns.ts';

/** TR-3: what many forgets of other devices took at once, kept aside for 30 days. `body`: the facet's value as JSON. */
export const removed = sqliteTable('removed', {
  entity: text().primaryKey().$type<EntityId>(),
  body: json(bodyValue)().notNull(),
  /** The node of the device that sealed the tombstone, as stamps name it. */
  node: text().notNull(),
  at: integer().notNull(),
});
