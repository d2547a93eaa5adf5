/** The document that `npm run bench -- NAME --json` prints. */
export type { BenchDocument, Machine, Row } from './report.ts';
