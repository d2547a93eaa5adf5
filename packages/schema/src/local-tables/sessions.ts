/**
 * The tables of sessions, their messages, and the files that they read. They stay on the device [SY-D4]. Times are milliseconds since
 * 1970.
 */
import { sql } from 'drizzle-orm';
import { index, primaryKey, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { SESSION_STATES } from '../choices.ts';
import { SESSION_ROLES } from '../sessions.ts';
import { integer, oneOf, text } from './columns.ts';

/**
 * SE-1. `id` is the id of its `sources` row, under which its messages are found. `state`: `working`, `completed`. Sequences are -1 if
 * there is none. `last_sequence`: the last message. `summary` covers the messages after `summary_from` up to `summary_upto`, and
 * `earlier` all before them [SE-2, SE-3]. Messages up to `compacted_upto` are compacted [SE-2]. Knowledge was extracted up to
 * `extracted_upto`.
 */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    scope: text().notNull(),
    scopeId: text('scope_id').notNull(),
    project: text(),
    agent: text(),
    state: oneOf(SESSION_STATES)().notNull().default('working'),
    lastSequence: integer('last_sequence').notNull().default(-1),
    messages: integer().notNull().default(0),
    /** The size of its agent's context in tokens; null: the default. */
    maxTokens: integer('max_tokens'),
    /** The tokens of messages that are not compacted. */
    tokens: integer().notNull().default(0),
    /** The number of messages that the summary does not cover, and their tokens. [SE-3] */
    unsummarised: integer().notNull().default(0),
    unsummarisedTokens: integer('unsummarised_tokens').notNull().default(0),
    earlier: text(),
    summary: text(),
    /** The model that worded `summary`, or `caller`; null if it consists of the messages' own sentences. */
    summaryModel: text('summary_model'),
    summaryEpoch: integer('summary_epoch').notNull().default(0),
    summaryFrom: integer('summary_from').notNull().default(-1),
    summaryUpto: integer('summary_upto').notNull().default(-1),
    compactedUpto: integer('compacted_upto').notNull().default(-1),
    compactions: integer().notNull().default(0),
    compactedAt: integer('compacted_at'),
    /** The count of compactions at the last flush of memories; -1 before the first. [SE-2] */
    flushedAtCompaction: integer('flushed_at_compaction').notNull().default(-1),
    extractedUpto: integer('extracted_upto').notNull().default(-1),
    extractedAt: integer('extracted_at'),
    /** when a finished session was reviewed; null before. */
    reviewedAt: integer('reviewed_at'),
    activeTask: text('active_task'),
    /** The message in which the task was found; null if somebody set it, or there is none. [SE-5] */
    taskFrom: integer('task_from'),
    /** JSON: fields of a caller's own. */
    metadata: text(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('sessions_name').on(table.name, table.scope, table.scopeId),
    index('sessions_updated').on(table.updatedAt),
    index('sessions_unextracted').on(table.updatedAt).where(sql`extracted_upto < last_sequence`),
  ],
);

/** SE-1. `role`: `system`, `user`, `assistant`, `tool`. Texts are masked like a transcript's [G-1]. */
export const sessionMessages = sqliteTable(
  'session_messages',
  {
    session: text().notNull(),
    sequence: integer().notNull(),
    role: oneOf(SESSION_ROLES)().notNull(),
    content: text().notNull(),
    /** JSON: the assistant's calls, and the tools' answers; null without. */
    toolCalls: text('tool_calls'),
    toolResults: text('tool_results'),
    tokens: integer().notNull(),
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.session, table.sequence] })],
);

/** SE-2: files that a session read. After a compaction it is given the newest again. */
export const sessionFiles = sqliteTable(
  'session_files',
  {
    session: text().notNull(),
    path: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.session, table.path] })],
);
