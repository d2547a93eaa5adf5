/**
 * All statements of the store by name. The codecs in `rows.ts` read their columns. Bytes are passed as hex, so that no client library
 * needs to support `bytea`.
 */
import { a, anchors, d, devices, pushes, r, registers, v, vaults } from './names.ts';

export const bytes = (column: string): string => `encode(${column}, 'hex')`;

export const vaultColumns = `${vaults.id}, ${vaults.account}, ${vaults.kind}, ${bytes(vaults.epoch)} as epoch, ${vaults.head},
  ${bytes(vaults.anchor)} as anchor, ${vaults.kg}, ${vaults.registers}, ${vaults.tombstones}, ${vaults.anchorFloor},
  ${vaults.registersMax}, ${bytes(vaults.recoveryBoxKey)} as recovery_box_key,
  ${bytes(vaults.recoverySignKey)} as recovery_sign_key, ${vaults.createdAt}, ${vaults.movingTo}`;

export const deviceColumns = `${devices.vault}, ${devices.id}, ${devices.name}, ${bytes(devices.boxKey)} as box_key,
  ${bytes(devices.signKey)} as sign_key, ${bytes(devices.tokenHash)} as token_hash, ${devices.createdAt},
  ${devices.lastSeenAt}, ${devices.acked}, ${devices.revokedAt}`;

export const HEADS = `
select id, head, ${bytes(vaults.epoch)} as epoch, kg,
  (select string_agg(${d.id}, ' ') from cairn.devices d where ${d.vault} = ${v.id} and ${d.revokedAt} is not null) as revoked
from cairn.vaults v where id = any($1::text[])`;

/** `offset 0` makes the planner look up each hash in the index. */
export const DEVICES_BY_TOKENS = `
select d.* from unnest($1::text[]) as t(hash)
cross join lateral (select ${deviceColumns} from cairn.devices where ${devices.tokenHash} = decode(t.hash, 'hex') offset 0) d`;
/** Writes only new information, because a written row is a commit on disk. `$5`: `LIMITS.lastSeenMsMax`. */
export const TOUCH_DEVICE = `
update cairn.devices set ${devices.acked} = greatest(${devices.acked}, $3), ${devices.lastSeenAt} = $4
where ${devices.vault} = $1 and ${devices.id} = $2 and (${devices.acked} < $3 or ${devices.lastSeenAt} is null or ${devices.lastSeenAt} <= $4::bigint - $5::bigint)`;

export const ANCHOR_KNOWN = `
select exists (select 1 from cairn.anchors
  where ${anchors.vault} = $1 and ${anchors.epoch} = decode($2, 'hex') and ${anchors.seq} = $3 and ${anchors.anchor} = decode($4, 'hex')) as known`;
/** Used only if an epoch is not the present one. */
export const EPOCH_KNOWN = `
select exists (select 1 from cairn.anchors where ${anchors.vault} = $1 and ${anchors.epoch} = decode($2, 'hex')) as known`;
export const INSERT_ANCHOR = `
insert into cairn.anchors (${anchors.vault}, ${anchors.epoch}, ${anchors.seq}, ${anchors.anchor}, ${anchors.createdAt})
values ($1, decode($2, 'hex'), $3, decode($4, 'hex'), $5)`;
/** Examines only the `$3` oldest commits, so the work is bounded whatever the vault holds. [SY-E4] */
export const OLD_COMMIT = `
select max(${anchors.seq}) as seq from (
  select ${anchors.seq}, ${anchors.createdAt} from cairn.anchors where ${anchors.vault} = $1 order by ${anchors.seq} limit $3
) oldest where ${anchors.createdAt} <= $2`;
export const ERASE_ANCHORS = `
with oldest as materialized (
  select seq, epoch, anchor from cairn.anchors where vault = $1 and seq < $2 order by seq limit $3
), erased as (
  delete from cairn.anchors a using oldest o
  where ${a.vault} = $1 and ${a.seq} = o.seq and ${a.epoch} = o.epoch and ${a.anchor} = o.anchor
)
select count(*) as erased from oldest`;

export const LAST_PUSH = `
select ${bytes(pushes.epoch)} as epoch, ${pushes.pushNo}, ${bytes(pushes.sha256)} as sha256, ${pushes.outcome}
from cairn.pushes where ${pushes.vault} = $1 and ${pushes.device} = $2`;
export const ERASE_REGISTERS = `
delete from cairn.registers r using unnest($2::text[], $3::text[]) as t(entity, facet)
where ${r.vault} = $1 and ${r.entity} = t.entity and ${r.facet} = t.facet`;
export const ERASE_LATE = `
delete from cairn.registers where ${registers.vault} = $1 and ${registers.kg} < $2 and ${registers.hlc} > decode($3, 'hex') 
returning ${registers.entity}, ${registers.facet}, ${registers.seq}, ${bytes(registers.hlc)} as hlc, ${registers.kg}`;

/** Reads at most `$4` adjacent rows. The row that reaches `$5` bytes of payloads is the last one. */
const run = (part: number, where: string, direction: 'asc' | 'desc'): string => `
select ${part}, null, ${registers.entity}, ${registers.facet}, ${registers.seq}, ${bytes(registers.hlc)}, ${registers.v}, ${registers.kg}, ${bytes(registers.payload)}
from (
  select x.*, sum(octet_length(${registers.payload})) over (order by ${registers.seq} ${direction}) - octet_length(${registers.payload}) as before
  from (
    select ${registers.entity}, ${registers.facet}, ${registers.seq}, ${registers.hlc}, ${registers.v}, ${registers.kg}, ${registers.payload} from cairn.registers
    where ${registers.vault} = $1 and ${where} order by ${registers.seq} ${direction} limit $4
  ) x
) y
where before < $5`;

/**
 * Reads head, rows and the check of the device's anchor in one statement, and so in one snapshot. [SY-P1] Part 0 is the vault as JSON,
 * part 1 ascends from above `$2`, part 2 descends from below `$3`, without tombstones if `$6`. `$7` to `$9`: the anchor.
 */
export const PAGE = `
with state as materialized (select * from cairn.vaults where id = $1)
select 0 as part, json_build_object(
    'epoch', ${bytes(vaults.epoch)}, 'head', head, 'anchor', ${bytes(vaults.anchor)}, 'registers', registers,
    'tombstones', tombstones, 'anchorFloor', anchor_floor,
    'claimKnown', exists (select 1 from cairn.anchors a
      where ${a.vault} = $1 and ${a.epoch} = decode($7, 'hex') and ${a.seq} = $8 and ${a.anchor} = decode($9, 'hex'))
  )::text as state, null as entity, null as facet, null::bigint as seq, null as hlc, null::smallint as v,
  null::int as kg, null as payload
from state
union all ${run(1, 'seq > $2 and seq <= (select head from state)', 'asc')}
union all ${run(2, 'seq < $3 and not (dead and $6)', 'desc')}`;

/** `$2`: the `above` that the device sent. [SY-E5] */
const digestState = `
with state as materialized (
  select ${vaults.epoch}, ${vaults.head}, ${vaults.registers}, $2::bigint as above from cairn.vaults where ${vaults.id} = $1
)`;
const digestStateJson = `json_build_object('epoch', ${bytes(vaults.epoch)}, 'head', head, 'above', above)::text as state`;
const IS_COUNTED = `(not dead or seq > (select above from state))`;

/**
 * Computes the digests of ranges of `$3` entities from the lines of `digestLine`, with the head in one snapshot. [SY-E5] The state comes
 * first, then the ranges in order.
 */
export const DIGEST = `${digestState},
counted as (
  select ${registers.entity}, ${registers.facet}, ${registers.hlc}, (dense_rank() over (order by ${registers.entity}) - 1) / $3::bigint as range
  from cairn.registers where ${registers.vault} = $1 and ${IS_COUNTED}
)
select ${digestStateJson}, null as first, null::bigint as count, null as digest from state
union all
select null, first, count, digest from (
  select min(${registers.entity}) as first, count(*) as count, encode(substring(sha256(convert_to(string_agg(
    ${registers.entity} || ' ' || ${bytes(registers.hlc)} || ' ' || octet_length(${registers.facet}) || ' ' || ${registers.facet} || chr(10), '' order by ${registers.entity}, ${registers.facet}
  ), 'UTF8')) for 16), 'hex') as digest
  from counted group by range order by range
) x`;

/** Reads registers above the key (`$3`, `$4`) of entities below `$5`, at most `$6`, with the head in one snapshot. [SY-E5] */
export const DIGEST_ROWS = `${digestState}
select ${digestStateJson}, null as entity, null as facet, null::bigint as seq, null as hlc, null::int as kg from state
union all
select * from (
  select null, ${registers.entity}, ${registers.facet}, ${registers.seq}, ${bytes(registers.hlc)}, ${registers.kg} from cairn.registers
  where ${registers.vault} = $1 and (${registers.entity}, ${registers.facet}) > ($3, $4) and ${registers.entity} < $5 and ${IS_COUNTED}
  order by ${registers.entity}, ${registers.facet} limit $6
) x`;
/** Sorts after every entity. */
export const ENTITY_END = '~';

/** Reads registers by name. The register that reaches `$4` bytes of payloads is the last one. */
export const REGISTERS_BY_NAME = `
select ${registers.entity}, ${registers.facet}, ${registers.seq}, ${bytes(registers.hlc)} as hlc, ${registers.v}, ${registers.kg}, ${bytes(registers.payload)} as payload from (
  select r.*, sum(octet_length(${r.payload})) over (order by ${r.seq}) - octet_length(${r.payload}) as before
  from unnest($2::text[], $3::text[]) as t(${registers.entity}, ${registers.facet})
  cross join lateral (
    select * from cairn.registers where ${registers.vault} = $1 and ${registers.entity} = t.entity and ${registers.facet} = t.facet offset 0
  ) r
) x
where before < $4`;

export const HAS_SCHEMA = `select to_regnamespace('cairn') is not null as present`;
export const HAS_MIGRATIONS = `select to_regclass('cairn.migrations') is not null as present`;
export const ENCODING = `select current_setting('server_encoding') as encoding`;
export const CREATE_SCHEMA = 'create schema cairn';
/** One lock for all programs that migrate this schema, held to the end of the transaction. */
export const LOCK_MIGRATIONS = 'select pg_advisory_xact_lock(7237013226)::text as locked';
/** Returns whether the database has the function and the roles of Supabase that access rights need. */
export const HAS_SUPABASE = `
select exists (select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'auth' and p.proname = 'uid' and p.pronargs = 0 and has_schema_privilege(n.oid, 'USAGE'))
  and (select count(*) from pg_roles where rolname in ('anon', 'authenticated', 'service_role')) = 3 as present`;

export const NOTIFY = 'select pg_notify($1, $2)::text as sent';
