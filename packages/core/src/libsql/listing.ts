/** Queries for lists of memories: a page, the total, and the times. */
import type { ListOrder } from '@cairn/schema';
import type { ListQuery, ReadStore } from '../ports/store.ts';
import { m } from './column-names.ts';
import { countOf, jsonColumns, readPageOf } from './columns.ts';
import type { Sql } from './database.ts';
import { MEMORY_JSON, readMemoryRow } from './memories-table.ts';
import {
  IN_PROJECTS,
  IN_REST,
  LIVING,
  scopeArguments,
  VISIBLE,
  type Visibility,
  visibilityOf,
} from './scope.ts';
import { CURRENT } from './statistics.ts';

const QUARTER_MS = 900_000;

const WANTED = `(:key IS NULL OR ${m.key} = :key) AND (:session IS NULL OR ${m.session} = :session)`;
/** Always part of the statement, so SQLite uses the index of dates to find the page. */
const AFTER = `(${m.createdAt}, ${m.id}) < (:placeAt, :placeId)`;
const MEMORIES = 'memories AS m';
/** Joins from the ids to the rows, because SQLite would otherwise walk all dates of a large store. */
const OF_IDS = `(SELECT DISTINCT value AS id FROM json_each(:ids)) AS wanted CROSS JOIN memories AS m ON ${m.id} = wanted.id`;
/** Uses only the index of ids. */
const OF_PART = `(SELECT id FROM memories WHERE instr(id, :part) IN (1, 3) OR substr(id, -length(:part)) = :part) AS wanted
  CROSS JOIN memories AS m ON ${m.id} = wanted.id`;
/** Names the index, because SQLite would otherwise walk the index of dates. */
const OF_SESSION = 'memories AS m INDEXED BY memories_session';
const OF_KEYS = 'memories AS m INDEXED BY memories_key';
const ORDERS: Readonly<Record<ListOrder, string>> = {
  newest: `${AFTER} ORDER BY ${m.createdAt} DESC, ${m.id} DESC`,
  oldest: `${AFTER} AND (${m.createdAt}, ${m.id}) > (:behindAt, :behindId) ORDER BY ${m.createdAt}, ${m.id}`,
  changed: `${AFTER} AND (${m.updatedAt}, ${m.id}) < (:behindAt, :behindId) ORDER BY ${m.updatedAt} DESC, ${m.id} DESC`,
};
/** A key always has a namespace. */
const CATEGORY_ORDER = `(:placeNamespace IS NULL OR ${m.namespace} > :placeNamespace
    OR (${m.namespace} = :placeNamespace AND (${m.updatedAt}, ${m.id}) < (:placeAt, :placeId)))
  ORDER BY ${m.namespace}, ${m.updatedAt} DESC, ${m.id} DESC`;
const BY_CATEGORY = { newest: CATEGORY_ORDER, oldest: CATEGORY_ORDER, changed: CATEGORY_ORDER };
const rows = (source: string, where: string, order: string): string =>
  `SELECT ${MEMORY_JSON}) FROM ${source} WHERE ${where} AND ${order} LIMIT :limit OFFSET :offset`;
const QUARTER = `${m.createdAt} / ${QUARTER_MS}`;
/**
 * Returns the quarter of an hour of each row, in one value. Counting in the program takes a third of the time of grouping in
 * SQL, or of reading each row.
 */
const quarters = (source: string, where: string): string =>
  `(SELECT json_group_array(${QUARTER}) FROM ${source} WHERE ${where})`;
/**
 * Takes the stored count of current memories [ST-5] and subtracts the expired keys, which the query counts. Counting all
 * rows takes many times as long.
 */
const TOTAL = `SELECT ${CURRENT}
  - (SELECT count(*) FROM memories AS m INDEXED BY memories_key WHERE ${m.key} IS NOT NULL AND ${m.state} = 0 AND NOT ${LIVING})`;
/** The times of current memories, read from the index of dates alone, and the times of expired ones to subtract. */
const TIMES = `SELECT ${quarters(MEMORIES, `${m.state} = 0`)},
  ${quarters(OF_KEYS, `${m.key} IS NOT NULL AND ${m.state} = 0 AND NOT ${LIVING}`)}`;

const statements = (source: string, where: string, orders = ORDERS) => ({
  rows: {
    newest: rows(source, where, orders.newest),
    oldest: rows(source, where, orders.oldest),
    changed: rows(source, where, orders.changed),
  },
  total: `SELECT count(*) FROM ${source} WHERE ${where}`,
  times: `SELECT ${quarters(source, where)}, '[]'`,
});
const scoped = (source: string, where: string, orders = ORDERS) => ({
  everywhere: statements(source, where, orders),
  projects: statements(source, `${where} AND ${IN_PROJECTS}`, orders),
});
const listStatements = (visibility: Visibility) => {
  const where = `${VISIBLE[visibility]} AND ${WANTED} AND ${IN_REST}`;
  return {
    all: scoped(MEMORIES, where),
    ids: scoped(OF_IDS, where),
    part: scoped(OF_PART, where),
    session: scoped(OF_SESSION, `${m.session} = :session AND ${where}`),
    category: scoped(OF_KEYS, `${m.key} IS NOT NULL AND ${where}`, BY_CATEGORY),
  };
};
const LIST = {
  current: listStatements('current'),
  as_of: listStatements('as_of'),
  all: listStatements('all'),
} as const;

export const listQueries = (sql: Sql): Pick<ReadStore, 'list' | 'memoryTimes'> => ({
  async list(query) {
    const { statement, args } = chosen(query);
    const { limit, offset = 0, order = 'newest', after, behind, byCategory } = query;
    const ask = (asked: number) =>
      sql.all(statement.rows[order], { ...args, ...placeOf(query), limit: asked, offset });
    const rows = await readPageOf(limit, ask, readMemoryRow);
    // A first page that is not full is the whole list.
    const isFirst =
      offset === 0 &&
      (byCategory === undefined ? (after ?? behind) === undefined : byCategory.after === null);
    if (isFirst && rows.length < limit) return { rows, total: rows.length };
    const total = isUnfiltered(query)
      ? await countOf(sql, TOTAL, { livingAt: args.livingAt })
      : await countOf(sql, statement.total, args);
    return { rows, total };
  },
  async memoryTimes(query) {
    const { statement, args } = chosen(query);
    const rows = isUnfiltered(query)
      ? await sql.all(TIMES, { livingAt: args.livingAt })
      : await sql.all(statement.times, args);
    const counts = new Map<number, number>();
    for (const row of rows)
      [1, -1].forEach((by, at) => {
        const made = jsonColumns([row[at]]);
        for (let left = made.count; left > 0; left--) {
          const quarter = made.integer();
          counts.set(quarter, (counts.get(quarter) ?? 0) + by);
        }
      });
    return [...counts].filter(([, count]) => count > 0).sort(([a], [b]) => b - a);
  },
});

const chosen = (query: ListQuery) => {
  const visibility = query.all === true ? 'all' : visibilityOf(query);
  const named = query.projects === undefined ? 'everywhere' : 'projects';
  const by = waysOf(query);
  const args = {
    ...scopeArguments(query, visibility, named),
    ...(by === 'ids' ? { ids: JSON.stringify(query.ids) } : {}),
    ...(by === 'part' ? { part: query.part ?? '' } : {}),
    key: query.key ?? null,
    session: query.session ?? null,
  };
  return { statement: LIST[visibility][by][named], args };
};

const waysOf = ({ byCategory, ids, part, session }: ListQuery) => {
  if (byCategory !== undefined) return 'category';
  if (part !== undefined) return 'part';
  if (ids !== undefined) return 'ids';
  return session === undefined ? 'all' : 'session';
};

const placeOf = ({ after, behind, byCategory, order = 'newest' }: ListQuery) =>
  byCategory === undefined
    ? {
        placeAt: after?.createdAt ?? Number.MAX_SAFE_INTEGER,
        placeId: after?.id ?? '',
        ...(order === 'newest'
          ? {}
          : { behindAt: behind?.at ?? BEGINNING[order], behindId: behind?.id ?? '' }),
      }
    : {
        placeNamespace: byCategory.after?.namespace ?? null,
        placeAt: byCategory.after?.updatedAt ?? 0,
        placeId: byCategory.after?.id ?? '',
      };
const BEGINNING = { oldest: Number.MIN_SAFE_INTEGER, changed: Number.MAX_SAFE_INTEGER };

/** True when a list has only the default filters. */
const isUnfiltered = ({
  limit: _limit,
  offset: _offset,
  after: _after,
  behind: _behind,
  livingAt: _livingAt,
  order: _order,
  ...filters
}: ListQuery): boolean => Object.values(filters).every((value) => value === undefined);
