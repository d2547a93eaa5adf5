/** Which memory replaced which, by all devices' `from` registers together. [RL-1] */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** `kept`: a person decided that both stay. [RL-3] */
export const edges = sqliteTable(
  'edges',
  {
    original: text().notNull(),
    successor: text().notNull(),
    kept: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.original, table.successor] }),
    index('edges_successor').on(table.successor),
  ],
);
