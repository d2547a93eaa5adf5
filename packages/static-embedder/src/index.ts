/** Turns texts of eight languages into vectors by a table of token vectors: no network, no model that runs, microseconds a text. */
export { embedText } from './embed.ts';
export { readTable, type Table } from './table.ts';
