/** The tables of the device's file, and how their values are read. */
export { DamagedValue } from './columns.ts';
export * from './tables.ts';
