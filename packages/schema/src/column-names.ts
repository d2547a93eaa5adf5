/**
 * The names of a table's columns for hand-written SQL. If a column is renamed or removed, the compiler reports every statement that
 * names it.
 */
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm';

type Names<T extends Table> = { readonly [Column in keyof T['_']['columns']]: string };

/** Returns the names in SQL, prefixed with the alias if one is given. */
export function namesOf<T extends Table>(table: T, alias?: string): Names<T>;
export function namesOf(table: Table, alias?: string): Readonly<Record<string, string>> {
  const prefix = alias === undefined ? '' : `${alias}.`;
  const columns = Object.entries(getTableColumns(table));
  return Object.fromEntries(columns.map(([key, { name }]) => [key, `${prefix}${name}`]));
}

/** Returns the columns of all tables among these exports, with their names in SQL. */
export const columnsByTable = (
  exported: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const tables = Object.values(exported).filter((value) => is(value, Table));
  return new Map(tables.map((table) => [getTableName(table), new Set(Object.values(namesOf(table)))]));
};
