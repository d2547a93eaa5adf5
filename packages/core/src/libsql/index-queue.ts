/**
 * Rows of `memories` that are not in the full-text index yet. Their row numbers are stored as ranges in `unindexed`. The
 * index's triggers skip these rows, so many rows can be indexed together after all are written. After a kill the ranges
 * show which rows are left. [F-6]
 */
import * as tables from '@cairn/schema/local-tables';
import { memories } from './column-names.ts';
import { columnsOf, countOf } from './columns.ts';
import type { Sql } from './database.ts';

const unindexed = tables.namesOf(tables.unindexed);

const LAST_ROW = `SELECT coalesce(max(${memories.rid}), 0) FROM memories`;
/** Cuts the ranges at the last row. New rows reuse the numbers of waiting rows that were deleted at the end. */
const CUT_RANGES = [
  `DELETE FROM unindexed WHERE ${unindexed.firstRid} > ?1`,
  `UPDATE unindexed SET ${unindexed.lastRid} = ?1 WHERE ${unindexed.lastRid} > ?1`,
] as const;
const ADD_RANGE = `INSERT INTO unindexed (${unindexed.firstRid}, ${unindexed.lastRid}) VALUES (?1, ?2)`;
const REMOVE_RANGE = `DELETE FROM unindexed WHERE ${unindexed.firstRid} = ?1`;
const EXTEND_RANGE = `UPDATE unindexed SET ${unindexed.lastRid} = ?2 WHERE ${unindexed.lastRid} = ?1 - 1`;
const FIRST_RANGE = `SELECT ${unindexed.firstRid}, ${unindexed.lastRid} FROM unindexed ORDER BY ${unindexed.firstRid} LIMIT 1`;
const CLEAR_RANGES = 'DELETE FROM unindexed';
const COUNT = `SELECT coalesce(sum(${unindexed.lastRid} - ${unindexed.firstRid} + 1), 0) FROM unindexed`;

const INDEX_ROWS = `INSERT INTO memory_fts (rowid, body, previous, next, grams, scope)
  SELECT rid, body, previous, next, grams, scope FROM memory_search WHERE rid BETWEEN ?1 AND ?2 ORDER BY rid`;
const REBUILD = "INSERT INTO memory_fts (memory_fts) VALUES ('rebuild')";

/**
 * Runs `write` while the triggers skip its new rows. `write` inserts at most `rowsMax` rows with rising numbers. They are
 * indexed `now`, in one statement, or `later`, by `indexMore`.
 */
export const addWithoutIndex = async (
  sql: Sql,
  rowsMax: number,
  write: () => Promise<unknown>,
  index: 'now' | 'later',
): Promise<void> => {
  const before = await countOf(sql, LAST_ROW);
  const first = before + 1;
  for (const statement of CUT_RANGES) await sql.post(statement, [before]);
  await sql.post(ADD_RANGE, [first, before + rowsMax]);
  await write();
  await sql.post(REMOVE_RANGE, [first]);
  const last = await countOf(sql, LAST_ROW);
  if (last === before) return;
  if (index === 'now') await sql.post(INDEX_ROWS, [first, last]);
  else if ((await sql.run(EXTEND_RANGE, [first, last])) === 0) await sql.post(ADD_RANGE, [first, last]);
};

/** Indexes the oldest numbers first. In a bootstrap those are the newest memories. [SY-P4] */
export const indexMore = async (sql: Sql, atMost: number): Promise<{ readonly more: boolean }> => {
  const [row] = await sql.all(FIRST_RANGE);
  if (row === undefined) return { more: false };
  const columns = columnsOf(row);
  const first = columns.integer();
  const last = columns.integer();
  const to = Math.min(last, first + atMost - 1);
  await sql.post(REMOVE_RANGE, [first]);
  await sql.post(INDEX_ROWS, [first, to]);
  if (to < last) await sql.post(ADD_RANGE, [to + 1, last]);
  return { more: to < last || (await sql.all(FIRST_RANGE)).length > 0 };
};

export const countUnindexed = (sql: Sql): Promise<number> => countOf(sql, COUNT);

/** Rebuilds the whole index from the rows, so no rows wait afterwards. Run it in a transaction. [F-6] */
export const rebuildIndex = async (sql: Sql): Promise<void> => {
  await sql.post(REBUILD);
  await sql.post(CLEAR_RANGES);
};
