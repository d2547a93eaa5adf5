/** The tables of the device's file, how their values are read, and the names of their columns. */
export { columnsByTable, namesOf } from '../column-names.ts';
export { DamagedValue } from './columns.ts';
export * from './tables.ts';
