/** Figures of a day, contexts that agents were given, and calls of models. They stay on the device and contain no text. [SY-D4] */
import { index, primaryKey, integer as rowNumber, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { integer, oneOf, text } from './columns.ts';

/** OP-4: one row a day (`2026-11-22`, UTC). `saves`, `searches`: histograms of their durations. */
export const dayFigures = sqliteTable('day_figures', {
  day: text().primaryKey(),
  bytes: integer().notNull(),
  memories: integer().notNull(),
  passages: integer().notNull(),
  saves: text().notNull(),
  searches: text().notNull(),
});

/** CX-7: the first and the last context of a day. `project`: empty for the global one. */
export const givenContexts = sqliteTable(
  'given_contexts',
  {
    id: rowNumber().primaryKey(),
    project: text().notNull(),
    day: text().notNull(),
    slot: oneOf(['first', 'last'])().notNull(),
    at: integer().notNull(),
    tokens: integer().notNull(),
    tokensMax: integer('tokens_max').notNull(),
  },
  (table) => [
    uniqueIndex('given_contexts_slot').on(table.project, table.day, table.slot),
    index('given_contexts_at').on(table.at),
  ],
);

/** The parts of a context. `entity`: a memory or a summary. `stamp`: the time of its wording, in milliseconds. */
export const givenParts = sqliteTable(
  'given_parts',
  {
    context: integer().notNull(),
    place: integer().notNull(),
    entity: text().notNull(),
    kind: oneOf(['memory', 'summary'])().notNull(),
    section: text().notNull(),
    tokens: integer().notNull(),
    stamp: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.context, table.place] }),
    index('given_parts_entity').on(table.entity),
  ],
);

/** SU-6: calls of models. Old ones are deleted. */
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
