/**
 * Uses of memories on this device: the agents that were given them, and the branches on which they were learned. No text, and it never
 * leaves the device. [SY-D4]
 */
import { index, primaryKey, integer as rowNumber, sqliteTable } from 'drizzle-orm/sqlite-core';
import { integer, text } from './columns.ts';

/**
 * M-14: how often an agent was given a memory, and how often an answer used its words. Times in milliseconds. `agent`: empty for one
 * without a name.
 */
export const uses = sqliteTable(
  'uses',
  {
    entity: text().notNull(),
    agent: text().notNull(),
    given: rowNumber().notNull(),
    firstAt: rowNumber('first_at').notNull(),
    lastAt: rowNumber('last_at').notNull(),
    used: rowNumber().notNull().default(0),
    usedAt: rowNumber('used_at'),
  },
  (table) => [primaryKey({ columns: [table.entity, table.agent] }), index('uses_first').on(table.firstAt)],
);

/** M-15: the checked-out git branch when a message was said (`subject`: the session's name) or a memory was saved (its id). */
export const branches = sqliteTable(
  'branches',
  {
    subject: text().notNull(),
    at: integer().notNull(),
    branch: text().notNull(),
    project: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.at] }),
    index('branches_branch').on(table.project, table.branch),
  ],
);
