/** Lists the tables of the schema `cairn` from the database itself, so that no new table is missing in a backup. */
import * as statements from './admin-statements.ts';
import type { SqlRow, SqlSession } from './database.ts';
import { flag, text } from './rows.ts';

const toTable = (row: SqlRow): TableInfo => ({
  name: text(row, 'name'),
  quoted: text(row, 'quoted'),
  columns: text(row, 'columns'),
  isByVault: flag(row, 'by_vault'),
  refersTo: text(row, 'refers')
    .split(' ')
    .filter((name) => name !== ''),
});

/** Referenced tables come first. */
export const readTables = async (session: SqlSession): Promise<readonly TableInfo[]> =>
  orderTables((await session.query(statements.TABLES)).map(toTable));

export interface TableInfo {
  readonly name: string;
  readonly quoted: string;
  readonly columns: string;
  /** Whether it has a column `vault`. */
  readonly isByVault: boolean;
  readonly refersTo: readonly string[];
}

const orderTables = (tables: readonly TableInfo[]): readonly TableInfo[] => {
  const placed = new Set<string>();
  const ordered: TableInfo[] = [];
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name, refersTo }) =>
        !placed.has(name) && refersTo.every((other) => other === name || placed.has(other)),
    );
    if (next.length === 0) throw new Error('tables refer to each other in a circle');
    for (const table of next) placed.add(table.name);
    ordered.push(...next);
  }
  return ordered;
};
