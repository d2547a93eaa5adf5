/** The tables of the server's database, and the names of their columns. */
export { columnsByTable, namesOf } from '../column-names.ts';
export * from './tables.ts';
