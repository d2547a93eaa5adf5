/**
 * Computes the rows that readable memories must have, from the registers of whole vaults. Pushes maintain the rows in another way
 * (`cairn.project_memories`), so each checks the other. Only the parsing of one memory (`cairn.memory_of`) is shared. [SY-S8]
 */
import { f, memoryFills, o, r, s, t, v } from './names.ts';

/** The most links of a vault that a push follows to the end. With more links, the hidden memories are unknown. */
export const LINKS_COMPARED_MAX = 20_000;
const COUNT_OF_LINKS = 'select count(*) from nodes c where c.content is not null and c.target is not null';

/**
 * Pointer doubling: finds where each link leads in 1, 2, 4 … steps, and the weakest link on the way. Chains are shorter than the last
 * step, so finally only links into a cycle remain. Walking step by step would take quadratic time.
 */
const DOUBLINGS = Math.ceil(Math.log2(LINKS_COMPARED_MAX + 1));
const LAST = `steps_${DOUBLINGS}`;
const STEPS = [
  'steps_0 as materialized (select l.id, l.target as at, l.link_hlc, l.id as weakest from links l)',
  ...Array.from(
    { length: DOUBLINGS },
    (_, n) => `steps_${n + 1} as materialized (
    select a.id, b.at, least(a.link_hlc, b.link_hlc) as link_hlc,
      case when (b.link_hlc, b.weakest collate "C") < (a.link_hlc, a.weakest collate "C") then b.weakest else a.weakest end as weakest
    from steps_${n} a join steps_${n} b on b.id = a.at
  )`,
  ),
].join(', ');

/** Selects the rows of all filled vaults. It reads whole vaults, because links, cycles and twins can join any memories. */
const EXPECTED = `
select coalesce(${v.account}, '00000000-0000-0000-0000-000000000000') as user_id, n.id, ${v.id} as vault, n.content, n.namespace,
  n.key, n.project, coalesce(n.all_tags, '[]') as tags, coalesce(n.pinned, false) as pinned, n.trust, n.source, n.device, n.session,
  n.created_at, n.updated_at, coalesce(n.supersedes, '{}') as supersedes, n.superseded_by, n.content is null as deleted, n.shown, n.links
from cairn.vaults v
cross join lateral (
  with nodes as materialized (
    select f.id, f.updated_at, f.link_hlc, m.* from (
      select ${r.entity} as id, bool_or(${r.facet} = 'gone') as is_gone,
        to_timestamp(max(('x' || encode(substring(${r.hlc} for 6), 'hex'))::bit(48)::bigint) / 1000.0) as updated_at,
        (array_agg(${r.payload}) filter (where ${r.facet} = 'body'))[1] as body,
        (array_agg(${r.payload}) filter (where ${r.facet} = 'flags'))[1] as flags,
        (array_agg(${r.payload}) filter (where ${r.facet} = 'tags'))[1] as tags,
        (array_agg(${r.payload}) filter (where ${r.facet} = 'link'))[1] as link,
        (array_agg(${r.hlc}) filter (where ${r.facet} = 'link'))[1] as link_hlc,
        case when bool_or(${r.facet} like 'from.%') then (select array_agg(s.payload) from (
          select ${s.payload} from cairn.registers s
          where ${s.vault} = ${v.id} and ${s.entity} = ${r.entity} and ${s.facet} like 'from.%' and ${s.v} = 1
            and octet_length(${s.payload}) <= 16384
          order by ${s.facet} collate "C" limit 512) s) end as froms
      from cairn.registers r
      where ${r.vault} = ${v.id} and left(${r.entity}, 2) in ('m_', 'k_') and (${r.facet} = 'gone' or ${r.v} = 1)
      group by ${r.entity}
    ) f
    left join lateral cairn.memory_of(f.id, f.body, f.flags, f.tags, f.link, f.froms) m on f.body is not null
    where m.content is not null or f.is_gone
  ), links as materialized (
    -- A link to an absent or held memory hides nothing. A link to a deleted one still hides.
    select n.id, n.target, n.link_hlc from nodes n
    where n.content is not null and n.target is not null and (${COUNT_OF_LINKS}) <= ${LINKS_COMPARED_MAX}
      and (n.target in (select t.id from nodes t where t.content is null or t.trust <> 'held')) is true
  ), ${STEPS}, hiding as materialized (
    -- The remaining links lead into cycles. Each "at" is on a cycle, and a link that begins there has passed the whole cycle.
    select l.id, l.target from links l where l.id not in (
      select e.weakest from ${LAST} e where e.id in (select a.at from ${LAST} a))
  ), twins as (
    select n.id, row_number() over (
      partition by cairn.twin_of(n.content, n.project, n.namespace) order by n.id collate "C") as place
    from nodes n
    where n.content is not null and n.trust <> 'held' and left(n.id, 2) = 'm_' and n.id not in (select h.id from hiding h)
  )
  select n.*, h.target as superseded_by,
    n.content is not null and n.trust <> 'held' and n.id not in (select t.id from twins t where t.place > 1) as shown,
    (${COUNT_OF_LINKS}) as links
  from nodes n left join hiding h on h.id = n.id
) n
where ${v.kind} = 'readable' and ${v.id} not in (select ${f.vault} from cairn.memory_fills f)`;

/** All visible columns except the primary key, and except `synced_at`, which changes as commits are collected. */
const COMPARED = [
  ...['content', 'namespace', 'key', 'project', 'tags', 'pinned', 'trust', 'source', 'device', 'session'],
  ...['created_at', 'updated_at', 'supersedes', 'superseded_by', 'deleted', 'shown'],
];
const OF_LINKS: readonly string[] = ['superseded_by', 'shown'];
const rowOf = (table: string): string => {
  const compared = (column: string): string =>
    OF_LINKS.includes(column)
      ? `case when e.links <= ${LINKS_COMPARED_MAX} then ${table}.${column} end`
      : `${table}.${column}`;
  return `(${COMPARED.map(compared).join(', ')})`;
};

export const READABLE_CHECKS = [
  {
    name: 'the table of readable memories has the row that the registers say, and no other [SY-S8]',
    sql: `select coalesce(e.vault, t.vault) as vault, format('%s %s: admin rebuild makes it again',
        coalesce(e.id, t.id), case when t.id is null then 'is missing' when e.id is null then 'is nobody''s' else 'differs' end
      ) as detail
      from (${EXPECTED}) e
      full join (select * from cairn.readable_memories o where ${o.vault} not in (select ${f.vault} from cairn.memory_fills f)) t
        on t.user_id = e.user_id and t.id = e.id and t.vault = e.vault
      where t.id is null or e.id is null or ${rowOf('t')} is distinct from ${rowOf('e')}`,
  },
  {
    name: 'the links of every readable vault are few enough to be compared [SY-S8]',
    isNote: true,
    sql: `select ${t.vault}, format('%s links: what they hide was not compared', count(*)) as detail
      from cairn.readable_memories t where ${t.link} is not null group by ${t.vault} having count(*) > ${LINKS_COMPARED_MAX}`,
  },
  {
    name: 'the memories of every readable vault are in their table [SY-S8]',
    sql: `select ${memoryFills.vault}, format('filled up to "%s": the server fills it while it runs, and so does admin rebuild', ${memoryFills.doneTo}) as detail
      from cairn.memory_fills`,
  },
];
