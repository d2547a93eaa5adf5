/** Statements of the operator's tools. Names of tables and columns come from the catalog, which quotes them. */
import { v } from './names.ts';

export const DATABASE_BYTES = 'select pg_database_size(current_database()) as bytes';

export const ONE_SNAPSHOT = 'set transaction isolation level repeatable read, read only';

/** Forbids nested loops. Without statistics the planner would compare whole tables by nested loops, in quadratic time. */
export const WHOLE_TABLES = 'set local enable_nestloop = off';

/** Lists all tables with their columns. Leaves out partitions and generated columns. */
export const TABLES = `
select c.relname as name, quote_ident(c.relname) as quoted,
  (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
  exists (select 1 from pg_attribute a
    where a.attrelid = c.oid and a.attname = 'vault' and not a.attisdropped) as by_vault,
  coalesce((select string_agg(f.relname, ' ') from pg_constraint k join pg_class f on f.oid = k.confrelid
    where k.conrelid = c.oid and k.contype = 'f'), '') as refers
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
order by c.relname`;

/** Opens a cursor over the rows of a table, as JSON. `where`: a column that must equal `$1`; null for all rows. */
export const openCursor = (quotedTable: string, where: string | null): string =>
  `declare backup_rows no scroll cursor for select row_to_json(t)::text as row from cairn.${quotedTable} t${
    where === null ? '' : ` where ${where} = $1`
  }`;
export const FETCH = 'fetch 200 from backup_rows';
export const CLOSE_CURSOR = 'close backup_rows';

export const isFilled = (quotedTable: string): string =>
  `select exists (select 1 from cairn.${quotedTable}) as present`;
export const truncate = (quotedTables: readonly string[]): string =>
  `truncate ${quotedTables.map((table) => `cairn.${table}`).join(', ')}`;
/** Inserts rows. `$1`: a JSON array of rows as text, because client libraries encode JSON parameters differently. */
export const insertRows = (quotedTable: string, columns: string): string =>
  `insert into cairn.${quotedTable} (${columns})
   select ${columns} from json_populate_recordset(null::cairn.${quotedTable}, ($1::text)::json)`;
/** Locks a vault. A deletion locks it first, as pushes do. */
export const LOCK_VAULT = 'select id from cairn.vaults where id = $1 for update';
export const deleteOfVault = (quotedTable: string): string =>
  `delete from cairn.${quotedTable} where vault = $1`;

export const NEW_EPOCHS = `
with given as (
  select * from unnest($1::text[], $2::text[], $3::text[]) as t(id, epoch, anchor)
), raised as (
  update cairn.vaults v set epoch = decode(given.epoch, 'hex'), anchor = decode(given.anchor, 'hex')
  from given where ${v.id} = given.id
  returning ${v.id}, ${v.epoch}, ${v.head}, ${v.anchor}
)
insert into cairn.anchors (vault, epoch, seq, anchor, created_at) select id, epoch, head, anchor, $4 from raised`;
