// Stores of the four programs that Cairn grew out of, with the tables that their documents define. [IM-12]

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export const SEED_PROGRAMS = ['ctx0', 'navi', 'nebo', 'oxydra'] as const;
type Seed = (typeof SEED_PROGRAMS)[number];

const database = (path: string, ...statements: readonly string[]): string => {
  const made = new DatabaseSync(path);
  for (const statement of statements) made.exec(statement);
  made.close();
  return path;
};

/** Makes the stores in this folder and returns the path of each. */
export const seedStores = (home: string): Readonly<Record<Seed, string>> => ({
  ctx0: database(
    join(home, 'memory.db'),
    "CREATE TABLE memories (id TEXT PRIMARY KEY, content TEXT NOT NULL, tags TEXT NOT NULL DEFAULT '[]', source TEXT NOT NULL DEFAULT 'agent', project TEXT, pinned INTEGER NOT NULL DEFAULT 0, superseded_by TEXT, summarized INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL)",
    "CREATE TABLE memory_summaries (id TEXT PRIMARY KEY, type TEXT NOT NULL, summary TEXT NOT NULL, entry_count INTEGER NOT NULL, entry_ids TEXT NOT NULL DEFAULT '[]', period_start TEXT NOT NULL, period_end TEXT NOT NULL, created_at TEXT NOT NULL)",
    `INSERT INTO memories VALUES ('m_a1', 'Deploys with kamal', '["deploy","tools"]', 'agent', 'shop', 1, NULL, 1, '2026-01-05T09:00:00Z'), ('m_a2', 'Deploys with capistrano', '[]', 'user', 'shop', 0, 'm_a1', 1, '2025-12-01T09:00:00Z')`,
    "INSERT INTO memory_summaries VALUES ('ms_1', 'incremental', 'It deploys.', 1, '[]', '2026-01-05', '2026-01-05', '2026-01-05')",
  ),
  navi: database(
    join(home, 'navi.db'),
    'CREATE TABLE memory_facts (id INTEGER PRIMARY KEY, category TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, updated_at TEXT, UNIQUE (category, key))',
    'CREATE TABLE memory_summary (id INTEGER PRIMARY KEY, content TEXT)',
    "INSERT INTO memory_facts VALUES (1, 'preferences', 'Editor', 'Uses helix', '2026-01-06T10:00:00Z')",
    "INSERT INTO memory_summary VALUES (1, 'Somebody who uses helix.')",
  ),
  nebo: database(
    join(home, 'nebo.db'),
    "CREATE TABLE memories (id INTEGER PRIMARY KEY AUTOINCREMENT, namespace TEXT NOT NULL DEFAULT 'default', key TEXT NOT NULL, value TEXT NOT NULL, tags TEXT, metadata TEXT, created_at DATETIME, updated_at DATETIME, accessed_at DATETIME, access_count INTEGER DEFAULT 0, user_id TEXT NOT NULL DEFAULT '')",
    "CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT, scope TEXT DEFAULT 'global', scope_id TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)",
    'CREATE TABLE session_messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL, content TEXT, tool_calls TEXT, tool_results TEXT, token_estimate INTEGER DEFAULT 0, is_compacted INTEGER DEFAULT 0, created_at INTEGER NOT NULL)',
    `INSERT INTO memories VALUES (7, 'tacit/preferences', 'indentation', 'Prefers four spaces', '["style"]', '{}', '2026-01-01 08:00:00', '2026-01-07 08:00:00', NULL, 3, '')`,
    "INSERT INTO sessions VALUES ('s1', 'the-move', 'global', NULL, 1767603600, 1767603600)",
    "INSERT INTO session_messages VALUES (1, 's1', 'user', 'Where did the okapi go?', NULL, NULL, 6, 0, 1767603600), (2, 's1', 'assistant', 'Into the new barn.', NULL, NULL, 4, 0, 1767603660), (3, 's1', 'tool', 'ok', NULL, NULL, 1, 0, 1767603670)",
  ),
  oxydra: database(
    join(home, 'oxydra.db'),
    'CREATE TABLE sessions (session_id TEXT PRIMARY KEY, agent_identity TEXT, created_at TIMESTAMP, updated_at TIMESTAMP)',
    'CREATE TABLE conversation_events (session_id TEXT NOT NULL, sequence INTEGER NOT NULL, payload_json TEXT NOT NULL, created_at TIMESTAMP, PRIMARY KEY (session_id, sequence))',
    'CREATE TABLE schedules (schedule_id TEXT PRIMARY KEY, user_id TEXT NOT NULL, goal TEXT NOT NULL)',
    "INSERT INTO sessions VALUES ('run-1', 'main', '2026-01-08 07:00:00', '2026-01-08 07:00:00')",
    `INSERT INTO conversation_events VALUES ('run-1', 1, '{"role":"user","content":"How tall is the lighthouse?"}', '2026-01-08 07:00:00'), ('run-1', 2, '{"role":"assistant","content":"Forty metres."}', '2026-01-08 07:00:05'), ('memory:anna', 1, '{"note_id":"note-9","content":"The lighthouse is painted in May"}', '2026-01-08 08:00:00')`,
    "INSERT INTO schedules VALUES ('sc1', 'anna', 'Look')",
  ),
});
