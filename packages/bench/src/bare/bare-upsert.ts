/**
 * Baseline for a push: one upsert of arrays per batch, each batch in its own durable transaction. Columns, indexes and database are the
 * server's.
 */
import { randomBytes } from 'node:crypto';
import { hlcOf, memoryId, vaultId } from '@cairn/schema';
import postgres from 'postgres';
import { range } from '../measure.ts';
import { PAYLOAD_BYTES } from '../processes/load-vaults.ts';

const NODE = '00000000000000aa';

const MAKE = 'create table if not exists public.bare (like cairn.registers including all)';
const UPSERT = `
insert into public.bare (vault, entity, facet, seq, hlc, v, kg, payload, dead)
select $1, t.entity, 'body', t.seq, decode(t.hlc, 'hex'), 1, 1, decode(t.payload, 'base64'), false
from unnest($2::text[], $3::bigint[], $4::text[], $5::text[]) as t(entity, seq, hlc, payload)
on conflict (vault, entity, facet) do update set seq = excluded.seq, hlc = excluded.hlc, v = excluded.v,
  kg = excluded.kg, payload = excluded.payload`;

/** Connects to the database at `url`, which a server has migrated. */
export const openBareUpsert = async (url: string) => {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(MAKE);
  const vault = vaultId(Date.now(), randomBytes(10));
  let seq = 0;
  const literal = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;
  return {
    /** Makes new rows. Returns the function that writes them; only that function is timed. */
    prepare(rows: number) {
      const nowMs = Date.now();
      const first = seq;
      seq += rows;
      const params = [
        vault,
        literal(range(rows).map(() => memoryId(nowMs, randomBytes(10)))),
        literal(range(rows).map((at) => first + at + 1)),
        literal(range(rows).map((at) => hlcOf(nowMs, at, NODE))),
        literal(range(rows).map(() => randomBytes(PAYLOAD_BYTES).toString('base64'))),
      ];
      return async (): Promise<void> => {
        await sql.unsafe(UPSERT, params, { prepare: true });
      };
    },
    close: () => sql.end(),
  };
};
