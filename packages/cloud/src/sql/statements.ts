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

const serverColumns = `${bytes('setup_token_hash')} as setup_token_hash, registration`;

export const SERVER = `
select ${serverColumns}, (select count(*) from cairn.vaults) as vaults from cairn.server`;
export const LOCK_SERVER = `select ${serverColumns} from cairn.server for update`;
/** An account that is there is locked by the update. */
export const OPEN_ACCOUNT = `
insert into cairn.accounts (id, created_at) values ($1::uuid, $2)
on conflict (id) do update set created_at = cairn.accounts.created_at`;
export const COUNT_ACCOUNT_VAULTS = 'select count(*) as vaults from cairn.vaults where account = $1::uuid';
export const HAS_VAULTS = 'select exists (select 1 from cairn.vaults) as has_vaults';
export const SET_REGISTRATION = 'update cairn.server set registration = $1';
export const ADMIN_OUT_UNTIL = 'select admin_out_until from cairn.server';
export const END_ADMIN_SESSIONS =
  'update cairn.server set admin_out_until = greatest(coalesce(admin_out_until, 0), $1::bigint)';
export const SET_REGISTERS_MAX = 'update cairn.vaults set registers_max = $2 where id = $1';
export const SET_SETUP_TOKEN = `update cairn.server set setup_token_hash = decode($1, 'hex')`;

export const VAULT = `select ${vaultColumns} from cairn.vaults where id = $1`;
/** SY-U4: first in every transaction that writes, held to the commit. */
export const LOCK_VAULT = `${VAULT} for update`;
export const VAULT_BY_RECOVERY_KEY = `select ${vaultColumns} from cairn.vaults where recovery_sign_key = decode($1, 'hex')`;
export const INSERT_VAULT = `
insert into cairn.vaults (id, account, kind, epoch, head, anchor, kg, registers, tombstones, anchor_floor, registers_max,
  recovery_box_key, recovery_sign_key, created_at)
values ($1, $2::uuid, $3, decode($4, 'hex'), $5, decode($6, 'hex'), $7, $8, $9, $10, $11, decode($12, 'hex'),
  decode($13, 'hex'), $14)`;
export const UPDATE_VAULT = `
update cairn.vaults set epoch = decode($2, 'hex'), head = $3, anchor = decode($4, 'hex'), kg = $5, registers = $6,
  tombstones = $7
where id = $1`;
export const HEADS = `
select id, head, ${bytes('epoch')} as epoch, kg,
  (select string_agg(d.id, ' ') from cairn.devices d where d.vault = v.id and d.revoked_at is not null) as revoked
from cairn.vaults v where id = any($1::text[])`;

export const DEVICES = `select ${deviceColumns} from cairn.devices where vault = $1 order by created_at, id`;
export const DEVICE = `select ${deviceColumns} from cairn.devices where vault = $1 and id = $2`;
/** One look into the index per hash. */
export const DEVICES_BY_TOKENS = `
select d.* from unnest($1::text[]) as t(hash)
cross join lateral (select ${deviceColumns} from cairn.devices where token_hash = decode(t.hash, 'hex') offset 0) d`;
export const INSERT_DEVICE = `
insert into cairn.devices (vault, id, name, box_key, sign_key, token_hash, created_at, last_seen_at, acked, revoked_at)
values ($1, $2, $3, decode($4, 'hex'), decode($5, 'hex'), decode($6, 'hex'), $7, $8, $9, $10)`;
/** Only where it says something new: a row that is written is a commit on disk. `$5`: `LIMITS.lastSeenMsMax`. */
export const TOUCH_DEVICE = `
update cairn.devices set acked = greatest(acked, $3), last_seen_at = $4
where vault = $1 and id = $2 and (acked < $3 or last_seen_at is null or last_seen_at <= $4::bigint - $5::bigint)`;
export const REVOKE_DEVICE = 'update cairn.devices set revoked_at = $3 where vault = $1 and id = $2';

export const GENERATIONS =
  'select kg, verifier, ended_at from cairn.generations where vault = $1 order by kg';
export const INSERT_GENERATION = `
insert into cairn.generations (vault, kg, verifier, ended_at) values ($1, $2, $3, $4)`;
export const END_GENERATION = 'update cairn.generations set ended_at = $3 where vault = $1 and kg = $2';
export const SEALED_KEYS = `
select kg, recipient, sealed from cairn.sealed_keys where vault = $1 and recipient = $2 order by kg`;
export const WRITE_SEALED_KEYS = `
insert into cairn.sealed_keys (vault, kg, recipient, sealed)
select $1, t.kg, t.recipient, t.sealed from unnest($2::int[], $3::text[], $4::text[]) as t(kg, recipient, sealed)
on conflict (vault, kg, recipient) do update set sealed = excluded.sealed`;
export const ERASE_SEALED_KEYS = 'delete from cairn.sealed_keys where vault = $1 and recipient = $2';

export const MEMBERS = 'select entry from cairn.members where vault = $1 order by n';
export const INSERT_MEMBER = 'insert into cairn.members (vault, n, entry) values ($1, $2, $3)';

export const PAIRING = `
select ${bytes('id')} as id, vault, inviter, expires_at, tries_left, claim, refused, ${bytes('approved_mac')} as approved_mac
from cairn.pairings where id = decode($1, 'hex')`;
export const WRITE_PAIRING = `
insert into cairn.pairings (id, vault, inviter, expires_at, tries_left, claim, refused, approved_mac)
values (decode($1, 'hex'), $2, $3, $4, $5, $6, $7, decode($8, 'hex'))
on conflict (id) do update set expires_at = excluded.expires_at, tries_left = excluded.tries_left,
  claim = excluded.claim, refused = excluded.refused, approved_mac = excluded.approved_mac`;
export const ERASE_OLD_PAIRINGS = 'delete from cairn.pairings where expires_at < $1';
export const ERASE_PAIRINGS_OF = 'delete from cairn.pairings where vault = $1 and inviter = $2';
export const INSERT_CHALLENGE = `
insert into cairn.challenges (challenge, vault, expires_at) values (decode($1, 'hex'), $2, $3)`;
export const TAKE_CHALLENGE = `
delete from cairn.challenges where challenge = decode($1, 'hex')
returning ${bytes('challenge')} as challenge, vault, expires_at`;
export const ERASE_CHALLENGES = 'delete from cairn.challenges where expires_at < $1';

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
export const RAISE_ANCHOR_FLOOR =
  'update cairn.vaults set anchor_floor = greatest(anchor_floor, $2) where id = $1';
export const VAULTS_AFTER = 'select id from cairn.vaults where id > $1 order by id limit $2';

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
export const MIGRATIONS =
  'select version, name, checksum from cairn.migrations where version >= 0 order by version';
/** Whether this is a database of Supabase, as far as access goes. */
export const HAS_SUPABASE = `
select exists (select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'auth' and p.proname = 'uid' and p.pronargs = 0 and has_schema_privilege(n.oid, 'USAGE'))
  and (select count(*) from pg_roles where rolname in ('anon', 'authenticated', 'service_role')) = 3 as present`;
export const ACCESS_CHECKSUM = 'select checksum from cairn.migrations where version = $1';
export const WRITE_ACCESS = `
insert into cairn.migrations (version, name, checksum, applied_at) values ($1, $2, $3, $4)
on conflict (version) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`;
export const INSERT_MIGRATION = `
insert into cairn.migrations (version, name, checksum, applied_at) values ($1, $2, $3, $4)`;

export const NOTIFY = 'select pg_notify($1, $2)::text as sent';
