/** Memories that are kept aside for a while after they were forgotten. [TR-3, M-16] */
import { sqliteTable } from 'drizzle-orm/sqlite-core';
import type { EntityId } from '../ids.ts';
import { bodyValue } from '../register.ts';
import { integer, json, text } from './columns.ts';

/** Copies of forgotten memories, for 30 days: of what was forgotten here, and of what many forgets of others took at once. `body`: the facet's value as JSON. */
export const removed = sqliteTable('removed', {
  entity: text().primaryKey().$type<EntityId>(),
  body: json(bodyValue)().notNull(),
  /** The node of the device that sealed the tombstone, as stamps name it; `here`, which is no node, in the trash of this device. */
  node: text().notNull(),
  at: integer().notNull(),
});
