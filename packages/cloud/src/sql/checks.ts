/** Rules that must hold in a server's database. Each is a statement that returns (vault, detail) for every violation. */

import { READABLE_CHECKS } from './readable-checks.ts';

export interface Check {
  /** The rule that must hold, as a sentence. */
  readonly name: string;
  readonly sql: string;
  /** True when findings are not damage: a vault is on its way, or something was not compared. */
  readonly isNote?: boolean;
}

const counted = `
select vault, count(*) as rows, count(*) filter (where dead) as dead, max(seq) as last, min(seq) as first,
  count(distinct seq) as seqs
from cairn.registers group by vault`;

/** A move takes the devices away first, so a kill leaves a vault on its way without any. The next move removes the rest. [OP-20] */
const movedAway = (vault: string): string => `exists (select 1 from cairn.vaults m where m.id = ${vault}
  and m.moving_to is not null and not exists (select 1 from cairn.devices d where d.vault = m.id))`;

export const CHECKS: readonly Check[] = [
  {
    name: 'a vault stays where it is [OP-20]',
    sql: `select id as vault, format('takes no pushes, for it is on its way to "%s": run admin move vault again', moving_to) as detail
      from cairn.vaults where moving_to is not null`,
    isNote: true,
  },
  {
    name: 'the counts of registers and tombstones of a vault are right',
    sql: `select v.id as vault, format('says %s and %s, has %s and %s', v.registers, v.tombstones,
        coalesce(r.rows, 0), coalesce(r.dead, 0)) as detail
      from cairn.vaults v left join (${counted}) r on r.vault = v.id
      where v.registers <> coalesce(r.rows, 0) or v.tombstones <> coalesce(r.dead, 0)`,
  },
  {
    name: 'sequences are unique, positive and at most the head [SY-U4]',
    sql: `select v.id as vault, format('%s rows have %s sequences from %s to %s, the head is %s', r.rows, r.seqs,
        r.first, r.last, v.head) as detail
      from cairn.vaults v join (${counted}) r on r.vault = v.id
      where r.seqs <> r.rows or r.first < 1 or r.last > v.head`,
  },
  {
    name: 'the last commit of a vault is among its anchors, and none is above the head [SY-E1]',
    sql: `select v.id as vault, format('head %s', v.head) as detail from cairn.vaults v
      where not exists (select 1 from cairn.anchors a
          where a.vault = v.id and a.epoch = v.epoch and a.seq = v.head and a.anchor = v.anchor)
        or exists (select 1 from cairn.anchors a where a.vault = v.id and a.epoch = v.epoch and a.seq > v.head)`,
  },
  {
    name: 'the floor of collected anchors is at most the head [SY-E4]',
    sql: `select id as vault, format('head %s, floor %s', head, anchor_floor) as detail
      from cairn.vaults where anchor_floor > head`,
  },
  {
    name: 'a vault has one present key generation, its highest [SY-S6]',
    sql: `select v.id as vault, format('generation %s, of %s', v.kg, coalesce(g.list, 'none')) as detail
      from cairn.vaults v left join (
        select vault, max(kg) as last, count(*) filter (where ended_at is null) as present,
          string_agg(kg::text, ' ' order by kg) as list
        from cairn.generations group by vault
      ) g on g.vault = v.id
      where g.last is distinct from v.kg or g.present is distinct from 1`,
  },
  {
    name: 'every generation is sealed to recovery [SY-S3]',
    sql: `select g.vault, format('generation %s', g.kg) as detail from cairn.generations g
      where not exists (select 1 from cairn.sealed_keys k
        where k.vault = g.vault and k.kg = g.kg and k.recipient = 'recovery')`,
  },
  {
    name: 'a register is of a generation of its vault',
    sql: `select r.vault, format('%s registers of generation %s', count(*), r.kg) as detail from cairn.registers r
      where not exists (select 1 from cairn.generations g where g.vault = r.vault and g.kg = r.kg)
      group by r.vault, r.kg`,
  },
  {
    name: 'a tombstone has erased what it beats [SY-U8]',
    sql: `select g.vault, format('%s %s', r.entity, r.facet) as detail
      from cairn.registers g join cairn.registers r
        on r.vault = g.vault and r.entity = g.entity and r.facet <> 'gone'
      where g.dead and (left(g.entity, 2) <> 'k_' or r.hlc <= g.hlc)`,
  },
  {
    name: 'a device has confirmed at most the head',
    sql: `select d.vault, format('%s confirmed %s, the head is %s', d.id, d.acked, v.head) as detail
      from cairn.devices d join cairn.vaults v on v.id = d.vault where d.acked > v.head`,
  },
  {
    name: 'keys are sealed to devices of the vault that are not revoked, or to recovery [SY-A3]',
    sql: `select k.vault, format('%s, generation %s', k.recipient, k.kg) as detail from cairn.sealed_keys k
      where k.recipient <> 'recovery' and not exists (select 1 from cairn.devices d
        where d.vault = k.vault and d.id = k.recipient and d.revoked_at is null) and not ${movedAway('k.vault')}`,
  },
  {
    name: 'registers, anchors and pushes belong to a vault that is there, pushes to its device',
    sql: `select o.vault, o.detail from (
        select distinct vault, 'registers' as detail from cairn.registers
        union select distinct vault, 'anchors' from cairn.anchors
        union select distinct vault, 'pushes' from cairn.pushes
      ) o where not exists (select 1 from cairn.vaults v where v.id = o.vault)
      union all
      select p.vault, format('the last push of %s', p.device) from cairn.pushes p
      where not exists (select 1 from cairn.devices d where d.vault = p.vault and d.id = p.device)
        and not ${movedAway('p.vault')}`,
  },
  {
    name: 'the server has its one row',
    sql: `select null as vault, 'no row in cairn.server' as detail where not exists (select 1 from cairn.server)`,
  },
  ...READABLE_CHECKS,
];

const FINDINGS_MAX = 100;
export const bounded = ({ sql }: Check): string =>
  `select vault, detail from (${sql}) found order by vault, detail limit ${FINDINGS_MAX}`;
