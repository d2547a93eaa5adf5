/** Which tables the schema `cairn` has, asked of the database itself, so that no new one is ever left out of a backup. */
import * as statements from './admin-statements.ts';
import type { SqlRow, SqlSession } from './database.ts';
import { flag, text } from './rows.ts';
import { orderTables, type TableInfo } from './table-order.ts';

const toTable = (row: SqlRow): TableInfo => ({
  name: text(row, 'name'),
  quoted: text(row, 'quoted'),
  columns: text(row, 'columns'),
  isByVault: flag(row, 'by_vault'),
  refersTo: text(row, 'refers')
    .split(' ')
    .filter((name) => name !== ''),
});

/** Referred ones first. */
export const readTables = async (session: SqlSession): Promise<readonly TableInfo[]> =>
  orderTables((await session.query(statements.TABLES)).map(toTable));
