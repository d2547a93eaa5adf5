/** Baseline for a push of one item: the cheapest durable transaction, with one transaction in flight per connection. */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { range } from '../measure.ts';
import { PAYLOAD_BYTES } from '../processes/load-vaults.ts';

const MAKE = 'create table if not exists public.bare_rows (id bigint primary key, payload bytea not null)';
const INSERT = 'insert into public.bare_rows (id, payload) values ($1, $2)';
export const openBareInsert = async (url: string, connections: number) => {
  const sql = postgres(url, { max: connections, onnotice: () => {} });
  await sql.unsafe(MAKE);
  await Promise.all(range(connections).map(() => sql.unsafe('select 1')));
  let id = 0;
  return {
    /** Commits one row. At most `connections` inserts run at once. */
    insert: async (): Promise<void> => {
      id += 1;
      const row = [id, randomBytes(PAYLOAD_BYTES)];
      await sql.begin((tx) => tx.unsafe(INSERT, row, { prepare: true }));
    },
    close: () => sql.end(),
  };
};
