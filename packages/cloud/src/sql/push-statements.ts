/**
 * The two statements of a push. Each serves any number of pushes of different vaults, because a statement's fixed cost is several times
 * the cost of one small push.
 */
import { a, anchors, d, devices, generations, pushes, registers, s, v, vaults } from './names.ts';
import { bytes, deviceColumns, vaultColumns } from './statements.ts';

/**
 * Reads the facts that decide pushes, in one snapshot. Returns JSON for the codecs: a row for each push (`n`) whose vault exists. `$1`:
 * JSON of `push-rows`. `offset 0` makes the planner look each entity up in the primary key, even without statistics.
 */
export const PUSH_VIEWS = `
select p.n, row_to_json(v)::text as vault,
  (select row_to_json(d) from (
    select ${deviceColumns} from cairn.devices where ${devices.vault} = p.vault and ${devices.id} = p.device
  ) d)::text as device,
  (select row_to_json(l) from (
    select ${bytes(pushes.epoch)} as epoch, ${pushes.pushNo}, ${bytes(pushes.sha256)} as sha256 from cairn.pushes
    where ${pushes.vault} = p.vault and ${pushes.device} = p.device
  ) l)::text as last,
  exists (select 1 from cairn.anchors a where ${a.vault} = p.vault
    and ${a.epoch} = decode(p.epoch, 'hex') and ${a.seq} = p.seq and ${a.anchor} = decode(p.anchor, 'hex')) as anchor_known,
  (select json_agg(g) from (
    select ${generations.kg}, ${generations.verifier}, ${generations.endedAt} from cairn.generations
    where ${generations.vault} = p.vault order by ${generations.kg}
  ) g)::text as generations,
  (select json_agg(r) from (
    select ${s.entity}, ${s.facet}, ${s.seq}, ${bytes(s.hlc)} as hlc, ${s.kg} from unnest(p.entities) as t(entity)
    cross join lateral (select * from cairn.registers
      where ${registers.vault} = p.vault and ${registers.entity} = t.entity offset 0) s
  ) r)::text as present
from json_to_recordset($1::text::json)
  as p(n int, vault text, device text, epoch text, seq bigint, anchor text, entities text[])
cross join lateral (select ${vaultColumns} from cairn.vaults where ${vaults.id} = p.vault offset 0) v`;

/**
 * Locks each push's vault, and compares the vault with the facts that decided the push. Writes only pushes whose vault is unchanged.
 * [SY-U4] Skips a vault whose lock is held, so many pushes do not wait for one, and statements that lock vaults in different orders do
 * not deadlock. `$1`: JSON of `push-rows`, with `n` of each push. `$2` to `$10`: the registers of the pushes, where `push` is that
 * number. Returns the numbers of the written pushes.
 *
 * `any (array (…))` makes the planner look rows up by their keys, even without statistics.
 */
const writePushes = (onConflict: string): string => `
with asked as materialized (
  select * from json_to_recordset($1::text::json) as p(n int, vault text, device text, epoch text, kg int,
    seen_head bigint, seen_anchor text, seen_registers bigint, seen_tombstones bigint,
    head bigint, anchor text, registers bigint, tombstones bigint,
    push_no bigint, sha256 text, outcome text, acked bigint, now_ms bigint)
), held as materialized (
  select p.* from asked p cross join lateral (
    select 1 from cairn.vaults v
    where ${v.id} = p.vault and ${v.epoch} = decode(p.epoch, 'hex') and ${v.head} = p.seen_head
      and ${v.anchor} = decode(p.seen_anchor, 'hex') and ${v.kg} = p.kg and ${v.registers} = p.seen_registers
      and ${v.tombstones} = p.seen_tombstones and ${v.movingTo} is null
    for no key update skip locked
  ) v
), moved as (
  update cairn.vaults v
  set ${vaults.head} = p.head, ${vaults.anchor} = decode(p.anchor, 'hex'), ${vaults.registers} = p.registers,
    ${vaults.tombstones} = p.tombstones
  from held p where ${v.id} = p.vault and ${v.id} = any (array (select vault from held))
), noted as (
  insert into cairn.anchors (${anchors.vault}, ${anchors.epoch}, ${anchors.seq}, ${anchors.anchor}, ${anchors.createdAt})
  select vault, decode(epoch, 'hex'), head, decode(anchor, 'hex'), now_ms from held
), kept as (
  insert into cairn.pushes (${pushes.vault}, ${pushes.device}, ${pushes.epoch}, ${pushes.pushNo}, ${pushes.sha256}, ${pushes.outcome})
  select vault, device, decode(epoch, 'hex'), push_no, decode(sha256, 'hex'), outcome from held
  on conflict (vault, device) do update set ${pushes.epoch} = excluded.epoch, ${pushes.pushNo} = excluded.push_no,
    ${pushes.sha256} = excluded.sha256, ${pushes.outcome} = excluded.outcome
), touched as (
  update cairn.devices d set ${devices.acked} = greatest(${d.acked}, p.acked), ${devices.lastSeenAt} = p.now_ms
  from held p where ${d.vault} = p.vault and ${d.id} = p.device and ${d.vault} = any (array (select vault from held))
), blob as materialized (select decode($7, 'base64') as bytes),
written as (
  insert into cairn.registers (${registers.vault}, ${registers.entity}, ${registers.facet}, ${registers.seq}, ${registers.v},
    ${registers.kg}, ${registers.hlc}, ${registers.payload}, ${registers.dead})
  select p.vault, t.entity, t.facet, t.seq, t.v, t.kg, substring(blob.bytes from t.start + 1 for 16),
    substring(blob.bytes from t.start + 17 for t.finish - t.start - 16), t.facet = 'gone'
  from blob, held p, unnest($2::text[], $3::text[], $4::bigint[], $5::smallint[], $6::int[], $8::int[], $9::int[], $10::int[])
    as t(entity, facet, seq, v, kg, start, finish, push)
  where t.push = p.n
  ${onConflict}
)
select n from held`;
export const WRITE_PUSHES_OF_NEW = writePushes('');
/** An upsert: one lookup in the primary key per row, even without statistics of the table. */
export const WRITE_PUSHES =
  writePushes(`on conflict (vault, entity, facet) do update set ${registers.seq} = excluded.seq, ${registers.v} = excluded.v,
    ${registers.kg} = excluded.kg, ${registers.hlc} = excluded.hlc, ${registers.payload} = excluded.payload`);
