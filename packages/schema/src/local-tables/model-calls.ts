/** The calls of models. It never leaves the device. */
import { index, integer as rowNumber, sqliteTable } from 'drizzle-orm/sqlite-core';
import { integer, text } from './columns.ts';

/** SU-6: calls to models. Old ones are pruned. */
export const modelCalls = sqliteTable(
  'model_calls',
  {
    id: rowNumber().primaryKey(),
    at: integer().notNull(),
    /** `summary`, `compaction`, `narrative`, … */
    purpose: text().notNull(),
    model: text().notNull(),
    promptTokens: integer('prompt_tokens').notNull(),
    completionTokens: integer('completion_tokens').notNull(),
    ms: integer().notNull(),
    /** `ok`, or what went wrong. */
    outcome: text().notNull(),
  },
  (table) => [index('model_calls_at').on(table.at)],
);
