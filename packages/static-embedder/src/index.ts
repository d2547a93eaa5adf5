/**
 * Turns texts of eight languages into vectors by a table of token vectors. It uses no network and runs no model, and takes microseconds
 * per text.
 */
export { embedText } from './embed.ts';
export { type Candidate, rerank } from './rerank.ts';
export { readTable, type Table } from './table.ts';
