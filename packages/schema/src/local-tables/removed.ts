/** Copies of forgotten memories that are kept for a while. [TR-3, M-16] */
import { sqliteTable } from 'drizzle-orm/sqlite-core';
import type { EntityId } from '../ids.ts';
import { bodyValue } from '../register.ts';
import { integer, json, text } from './columns.ts';

/**
 * Copies for 30 days: of memories forgotten here, and of those that other devices forgot in large numbers. `body`: the facet's value as
 * JSON.
 */
export const removed = sqliteTable('removed', {
  entity: text().primaryKey().$type<EntityId>(),
  body: json(bodyValue)().notNull(),
  /** The node of the device that sealed the tombstone, as in stamps; or `here`, which is no node, for this device's trash. */
  node: text().notNull(),
  at: integer().notNull(),
});
