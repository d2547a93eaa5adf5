/** The tables of the device's file, the readers of their values, and the names of their columns. */
export { columnsByTable, namesOf } from '../column-names.ts';
export { DamagedValue } from './columns.ts';
export * from './tables.ts';
