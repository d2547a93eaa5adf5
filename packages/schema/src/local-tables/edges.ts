/** Which memory says that it took whose place, as all devices' `from` registers together tell. [RL-1] */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** `kept`: a person said that the two stand beside each other. [RL-3] */
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
