// Starts a Postgres, says where its data are, and never stops: the test kills it.

import postgres from 'postgres';
import { startPostgres } from '../postgres.ts';

const handle = await startPostgres();
if (handle === null) throw new Error('no Postgres');
const sql = postgres(handle.url(), { max: 1 });
const [row] = await sql`show data_directory`;
await sql.end();
console.log(JSON.stringify({ data: row?.data_directory }));
setInterval(() => {}, 1_000);
