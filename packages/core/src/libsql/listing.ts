/** Lists for people, for the context block and for export. */
import type { ListQuery, MemoryRow, Scope } from '../ports/store.ts';
import { columnsOf } from './columns.ts';
import type { Sql } from './database.ts';
import { MEMORY_JSON, readMemories } from './memories-table.ts';
import { IN_PROJECTS, IN_REST, scopeArguments, VISIBLE, type Visibility, visibilityOf } from './scope.ts';

const WANTED = '(:key IS NULL OR m.key = :key) AND (:pinned IS NULL OR m.pinned = :pinned)';
const rows = (where: string): string =>
  `SELECT ${MEMORY_JSON}) FROM memories AS m WHERE ${where} ORDER BY m.created_at DESC, m.id DESC LIMIT :limit`;
const total = (where: string): string => `SELECT count(*) FROM memories AS m WHERE ${where}`;

interface ListStatements {
  readonly rows: string;
  readonly total: string;
}
const statements = (where: string): ListStatements => ({ rows: rows(where), total: total(where) });
const listStatements = (visibility: Visibility) => ({
  everywhere: statements(`${VISIBLE[visibility]} AND ${WANTED} AND ${IN_REST}`),
  projects: statements(`${VISIBLE[visibility]} AND ${WANTED} AND ${IN_PROJECTS} AND ${IN_REST}`),
});
const LIST = {
  current: listStatements('current'),
  as_of: listStatements('as_of'),
  all: listStatements('all'),
} as const;

export const listMemories = async (
  sql: Sql,
  query: ListQuery,
): Promise<{ readonly rows: readonly MemoryRow[]; readonly total: number }> => {
  const visibility = query.all === true ? 'all' : visibilityOf(query);
  const named = namedProjects(query);
  const statement = LIST[visibility][named === 'projects' ? 'projects' : 'everywhere'];
  const args = {
    ...scopeArguments(query, visibility, named),
    key: query.key ?? null,
    pinned: query.pinned === undefined ? null : query.pinned ? 1 : 0,
  };
  const found = readMemories(await sql.all(statement.rows, { ...args, limit: query.limit }));
  // A page that is not full is all there is.
  if (found.length < query.limit) return { rows: found, total: found.length };
  const [counted] = await sql.all(statement.total, args);
  return { rows: found, total: counted === undefined ? 0 : columnsOf(counted).integer() };
};

const namedProjects = (scope: Scope): 'projects' | 'no projects' =>
  scope.projects === undefined ? 'no projects' : 'projects';

const forContext = (where: string): string => `SELECT ${MEMORY_JSON}) FROM memories AS m
    LEFT JOIN access AS a ON a.entity = m.id
  WHERE m.state = 0 AND m.trust IN ('high', 'normal') AND ${where}
  ORDER BY m.created_at DESC, coalesce(a.n, 0) DESC, m.id DESC LIMIT ?1`;
const PINNED = forContext('m.pinned = 1 AND (m.project IS NULL OR m.project = ?2)');
const RECENT = forContext('m.pinned = 0 AND m.project IS NULL');
const OF_PROJECT = forContext('m.pinned = 0 AND m.project = ?2');

/** CX-1 */
export const listForContext = async (
  sql: Sql,
  kind: 'pinned' | 'recent' | 'project',
  project: string | null,
  limit: number,
): Promise<readonly MemoryRow[]> => {
  if (kind === 'recent') return readMemories(await sql.all(RECENT, [limit]));
  return readMemories(await sql.all(kind === 'pinned' ? PINNED : OF_PROJECT, [limit, project]));
};
