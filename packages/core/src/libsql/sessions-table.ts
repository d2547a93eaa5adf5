/** Rows of `sessions` and `session_files`: local, never sent [SY-D4]. Messages are in `session-messages-table`. */
import { LIMITS, SESSION_STATES, type SessionState } from '@cairn/schema';
import type { SessionFileRow, SessionQuery, SessionRow } from '../ports/session-store.ts';
import { type Columns, columnsOf, jsonColumns } from './columns.ts';
import type { Sql, SqlArgument } from './database.ts';
import { insertInto, insertRows, replacing } from './upsert.ts';

const SESSION_COLUMNS = [
  'id',
  'name',
  'scope',
  'scope_id',
  'project',
  'agent',
  'state',
  'last_sequence',
  'messages',
  'max_tokens',
  'tokens',
  'unsummarised',
  'unsummarised_tokens',
  'earlier',
  'summary',
  'summary_model',
  'summary_epoch',
  'summary_from',
  'summary_upto',
  'compacted_upto',
  'compactions',
  'compacted_at',
  'flushed_at_compaction',
  'extracted_upto',
  'extracted_at',
  'reviewed_at',
  'active_task',
  'created_at',
  'updated_at',
] as const;
const SESSION_JSON = `json_array(${SESSION_COLUMNS.map((column) => `s.${column}`).join(', ')})`;

const SESSION_BY_ID = `SELECT ${SESSION_JSON} FROM sessions AS s WHERE s.id = ?1`;
/** Each is open when its argument is null; `:anyProject` is 1 for any. */
const IN_QUERY = `(:name IS NULL OR s.name = :name) AND (:scope IS NULL OR s.scope = :scope)
  AND (:anyProject = 1 OR s.project IS :project) AND (:state IS NULL OR s.state = :state)`;
/** Always there, so that the index of times leads to the page. */
const AFTER = '(s.updated_at < :placeAt OR (s.updated_at = :placeAt AND s.id > :placeId))';
const SESSIONS = `SELECT ${SESSION_JSON} FROM sessions AS s
  WHERE ${IN_QUERY} AND s.updated_at <= :placeAt AND ${AFTER}
  ORDER BY s.updated_at DESC, s.id LIMIT :limit`;
const SESSIONS_COUNT = `SELECT count(*) FROM sessions AS s WHERE ${IN_QUERY}`;
const STALE = `SELECT ${SESSION_JSON} FROM sessions AS s
  WHERE s.extracted_upto < s.last_sequence AND s.updated_at < ?1 ORDER BY s.updated_at, s.id LIMIT ?2`;
const UPSERT_SESSION = insertInto('sessions', SESSION_COLUMNS, replacing(['id'], SESSION_COLUMNS));

const FILE_COLUMNS = ['session', 'path', 'at'] as const;
const FILES =
  'SELECT session, path, at FROM session_files WHERE session = ?1 ORDER BY at DESC, path LIMIT ?2';
const UPSERT_FILE = insertInto('session_files', FILE_COLUMNS, replacing(['session', 'path'], FILE_COLUMNS));
const PRUNE_FILES = `DELETE FROM session_files WHERE session = ?1 AND path NOT IN (
  SELECT path FROM session_files WHERE session = ?1 ORDER BY at DESC, path LIMIT ${LIMITS.sessionFilesKept})`;

const ERASE = [
  'DELETE FROM session_messages WHERE session IN (SELECT value FROM json_each(?1))',
  'DELETE FROM session_files WHERE session IN (SELECT value FROM json_each(?1))',
  'DELETE FROM sessions WHERE id IN (SELECT value FROM json_each(?1))',
] as const;

const STATES: ReadonlySet<SessionState> = new Set(SESSION_STATES);

const readSession = (columns: Columns): SessionRow => ({
  id: columns.text(),
  name: columns.text(),
  scope: columns.text(),
  scopeId: columns.text(),
  project: columns.textOrNull(),
  agent: columns.textOrNull(),
  state: columns.oneOf(STATES),
  lastSequence: columns.integer(),
  messages: columns.integer(),
  maxTokens: columns.integerOrNull(),
  tokens: columns.integer(),
  unsummarised: columns.integer(),
  unsummarisedTokens: columns.integer(),
  earlier: columns.textOrNull(),
  summary: columns.textOrNull(),
  summaryModel: columns.textOrNull(),
  summaryEpoch: columns.integer(),
  summaryFrom: columns.integer(),
  summaryUpto: columns.integer(),
  compactedUpto: columns.integer(),
  compactions: columns.integer(),
  compactedAt: columns.integerOrNull(),
  flushedAtCompaction: columns.integer(),
  extractedUpto: columns.integer(),
  extractedAt: columns.integerOrNull(),
  reviewedAt: columns.integerOrNull(),
  activeTask: columns.textOrNull(),
  createdAt: columns.integer(),
  updatedAt: columns.integer(),
});

const writeSession = (row: SessionRow): readonly SqlArgument[] => [
  row.id,
  row.name,
  row.scope,
  row.scopeId,
  row.project,
  row.agent,
  row.state,
  row.lastSequence,
  row.messages,
  row.maxTokens,
  row.tokens,
  row.unsummarised,
  row.unsummarisedTokens,
  row.earlier,
  row.summary,
  row.summaryModel,
  row.summaryEpoch,
  row.summaryFrom,
  row.summaryUpto,
  row.compactedUpto,
  row.compactions,
  row.compactedAt,
  row.flushedAtCompaction,
  row.extractedUpto,
  row.extractedAt,
  row.reviewedAt,
  row.activeTask,
  row.createdAt,
  row.updatedAt,
];

export const sessionById = async (sql: Sql, id: string): Promise<SessionRow | null> => {
  const [row] = await sql.all(SESSION_BY_ID, [id]);
  return row === undefined ? null : readSession(jsonColumns(row));
};

export const sessionsOf = async (
  sql: Sql,
  { limit, name, scope, project, state, after }: SessionQuery,
): Promise<{ readonly rows: readonly SessionRow[]; readonly total: number }> => {
  const query = {
    name: name ?? null,
    scope: scope ?? null,
    anyProject: project === undefined ? 1 : 0,
    project: project ?? null,
    state: state ?? null,
  };
  const place = { placeAt: after?.updatedAt ?? Number.MAX_SAFE_INTEGER, placeId: after?.id ?? '' };
  const rows = await sql.all(SESSIONS, { ...query, ...place, limit });
  const [count] = await sql.all(SESSIONS_COUNT, query);
  return {
    rows: rows.map((row) => readSession(jsonColumns(row))),
    total: count === undefined ? 0 : columnsOf(count).integer(),
  };
};

export const staleSessions = async (
  sql: Sql,
  idleSinceMs: number,
  limit: number,
): Promise<readonly SessionRow[]> =>
  (await sql.all(STALE, [idleSinceMs, limit])).map((row) => readSession(jsonColumns(row)));

export const upsertSessions = (sql: Sql, rows: readonly SessionRow[]): Promise<void> =>
  insertRows(sql, UPSERT_SESSION, rows.map(writeSession));

export const sessionFiles = async (
  sql: Sql,
  session: string,
  limit: number,
): Promise<readonly SessionFileRow[]> =>
  (await sql.all(FILES, [session, limit])).map((row) => {
    const columns = columnsOf(row);
    return { session: columns.text(), path: columns.text(), at: columns.integer() };
  });

export const upsertSessionFiles = async (sql: Sql, rows: readonly SessionFileRow[]): Promise<void> => {
  await insertRows(
    sql,
    UPSERT_FILE,
    rows.map(({ session, path, at }) => [session, path, at]),
  );
  for (const session of new Set(rows.map((row) => row.session))) await sql.run(PRUNE_FILES, [session]);
};

/** With their messages and files; of ids that are no sessions' nothing. [ST-4] */
export const eraseSessions = async (sql: Sql, ids: readonly string[]): Promise<void> => {
  const list = JSON.stringify(ids);
  for (const statement of ERASE) await sql.run(statement, [list]);
};
