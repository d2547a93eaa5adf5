/**
 * Every statement of the store, by name; the codecs beside it (`rows.ts`) read their columns. Bytes go in and out as hex,
 * so that no client library has to know `bytea`.
 */
export const bytes = (column: string): string => `encode(${column}, 'hex')`;

export const vaultColumns = `id, account, kind, ${bytes('epoch')} as epoch, head, ${bytes('anchor')} as anchor, kg, registers,
  tombstones, anchor_floor, registers_max, ${bytes('recovery_box_key')} as recovery_box_key,
  ${bytes('recovery_sign_key')} as recovery_sign_key,
  created_at`;

export const deviceColumns = `vault, id, name, ${bytes('box_key')} as box_key, ${bytes('sign_key')} as sign_key,
  ${bytes('token_hash')} as token_hash, created_at, last_seen_at, acked, revoked_at`;

export const HEADS = `
select id, head, ${bytes('epoch')} as epoch, kg,
  (select string_agg(d.id, ' ') from cairn.devices d where d.vault = v.id and d.revoked_at is not null) as revoked
from cairn.vaults v where id = any($1::text[])`;

/** One look into the index per hash. */
export const DEVICES_BY_TOKENS = `
select d.* from unnest($1::text[]) as t(hash)
cross join lateral (select ${deviceColumns} from cairn.devices where token_hash = decode(t.hash, 'hex') offset 0) d`;
/** Only where it says something new: a row that is written is a commit on disk. `$5`: `LIMITS.lastSeenMsMax`. */
export const TOUCH_DEVICE = `
update cairn.devices set acked = greatest(acked, $3), last_seen_at = $4
where vault = $1 and id = $2 and (acked < $3 or last_seen_at is null or last_seen_at <= $4::bigint - $5::bigint)`;

export const ANCHOR_KNOWN = `
select exists (select 1 from cairn.anchors
  where vault = $1 and epoch = decode($2, 'hex') and seq = $3 and anchor = decode($4, 'hex')) as known`;
/** Asked only when an epoch is not the present one. */
export const EPOCH_KNOWN = `
select exists (select 1 from cairn.anchors where vault = $1 and epoch = decode($2, 'hex')) as known`;
export const INSERT_ANCHOR = `
insert into cairn.anchors (vault, epoch, seq, anchor, created_at)
values ($1, decode($2, 'hex'), $3, decode($4, 'hex'), $5)`;
/** SY-E4: `$3` oldest commits are looked at, so the work is bounded whatever the vault holds. */
export const OLD_COMMIT = `
select max(seq) as seq from (
  select seq, created_at from cairn.anchors where vault = $1 order by seq limit $3
) oldest where created_at <= $2`;
export const ERASE_ANCHORS = `
with oldest as materialized (
  select seq, epoch, anchor from cairn.anchors where vault = $1 and seq < $2 order by seq limit $3
), erased as (
  delete from cairn.anchors a using oldest o
  where a.vault = $1 and a.seq = o.seq and a.epoch = o.epoch and a.anchor = o.anchor
)
select count(*) as erased from oldest`;

export const LAST_PUSH = `
select ${bytes('epoch')} as epoch, push_no, ${bytes('sha256')} as sha256, outcome
from cairn.pushes where vault = $1 and device = $2`;
export const ERASE_REGISTERS = `
delete from cairn.registers r using unnest($2::text[], $3::text[]) as t(entity, facet)
where r.vault = $1 and r.entity = t.entity and r.facet = t.facet`;
export const ERASE_LATE = `
delete from cairn.registers where vault = $1 and kg < $2 and hlc > decode($3, 'hex') 
returning entity, facet, seq, ${bytes('hlc')} as hlc, kg`;

/** At most `$4` rows that follow each other, ending once their payloads have passed `$5` bytes. */
const run = (part: number, where: string, direction: 'asc' | 'desc'): string => `
select ${part}, null, entity, facet, seq, ${bytes('hlc')}, v, kg, ${bytes('payload')}
from (
  select x.*, sum(octet_length(payload)) over (order by seq ${direction}) - octet_length(payload) as before
  from (
    select entity, facet, seq, hlc, v, kg, payload from cairn.registers
    where vault = $1 and ${where} order by seq ${direction} limit $4
  ) x
) y
where before < $5`;

/**
 * SY-P1: head, rows and the check of the device's anchor in one statement, so in one snapshot. Part 0 is the vault as JSON,
 * part 1 ascends from above `$2`, part 2 descends from below `$3`. `$6`: without tombstones. `$7` to `$9`: the anchor.
 */
export const PAGE = `
with state as materialized (select * from cairn.vaults where id = $1)
select 0 as part, json_build_object(
    'epoch', ${bytes('epoch')}, 'head', head, 'anchor', ${bytes('anchor')}, 'registers', registers,
    'tombstones', tombstones, 'anchorFloor', anchor_floor,
    'claimKnown', exists (select 1 from cairn.anchors a
      where a.vault = $1 and a.epoch = decode($7, 'hex') and a.seq = $8 and a.anchor = decode($9, 'hex'))
  )::text as state, null as entity, null as facet, null::bigint as seq, null as hlc, null::smallint as v,
  null::int as kg, null as payload
from state
union all ${run(1, 'seq > $2 and seq <= (select head from state)', 'asc')}
union all ${run(2, 'seq < $3 and not (dead and $6)', 'desc')}`;

/** SY-E5: `$2` as the device gave it. */
const digestState = `
with state as materialized (
  select epoch, head, registers, $2::bigint as above from cairn.vaults where id = $1
)`;
const digestStateJson = `json_build_object('epoch', ${bytes('epoch')}, 'head', head, 'above', above)::text as state`;
const IS_COUNTED = `(not dead or seq > (select above from state))`;

/**
 * SY-E5: schema's `digestLine`, by `$3` entities to a range, with the head in one snapshot. The state comes first, then the
 * ranges in order.
 */
export const DIGEST = `${digestState},
counted as (
  select entity, facet, hlc, (dense_rank() over (order by entity) - 1) / $3::bigint as range
  from cairn.registers where vault = $1 and ${IS_COUNTED}
)
select ${digestStateJson}, null as first, null::bigint as count, null as digest from state
union all
select null, first, count, digest from (
  select min(entity) as first, count(*) as count, encode(substring(sha256(convert_to(string_agg(
    entity || ' ' || ${bytes('hlc')} || ' ' || octet_length(facet) || ' ' || facet || chr(10), '' order by entity, facet
  ), 'UTF8')) for 16), 'hex') as digest
  from counted group by range order by range
) x`;

/** SY-E5: registers above the key (`$3`, `$4`) of entities below `$5`, at most `$6`, with the head in one snapshot. */
export const DIGEST_ROWS = `${digestState}
select ${digestStateJson}, null as entity, null as facet, null::bigint as seq, null as hlc, null::int as kg from state
union all
select * from (
  select null, entity, facet, seq, ${bytes('hlc')}, kg from cairn.registers
  where vault = $1 and (entity, facet) > ($3, $4) and entity < $5 and ${IS_COUNTED}
  order by entity, facet limit $6
) x`;
/** Above every entity. */
export const ENTITY_END = '~';

/** Registers by name, ending once their payloads have passed `$4` bytes. */
export const REGISTERS_BY_NAME = `
select entity, facet, seq, ${bytes('hlc')} as hlc, v, kg, ${bytes('payload')} as payload from (
  select r.*, sum(octet_length(r.payload)) over (order by r.seq) - octet_length(r.payload) as before
  from unnest($2::text[], $3::text[]) as t(entity, facet)
  cross join lateral (
    select * from cairn.registers where vault = $1 and entity = t.entity and facet = t.facet offset 0
  ) r
) x
where before < $4`;

export const HAS_SCHEMA = `select to_regnamespace('cairn') is not null as present`;
export const HAS_MIGRATIONS = `select to_regclass('cairn.migrations') is not null as present`;
export const CREATE_SCHEMA = 'create schema cairn';
/** One number for everybody who migrates this schema, held to the end of the transaction. */
export const LOCK_MIGRATIONS = 'select pg_advisory_xact_lock(7237013226)::text as locked';
/** Whether this is a database of Supabase, as far as access goes. */
export const HAS_SUPABASE = `
select exists (select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'auth' and p.proname = 'uid' and p.pronargs = 0 and has_schema_privilege(n.oid, 'USAGE'))
  and (select count(*) from pg_roles where rolname in ('anon', 'authenticated', 'service_role')) = 3 as present`;

export const NOTIFY = 'select pg_notify($1, $2)::text as sent';
