/**
 * The rows that readable memories must have, computed from the registers of whole vaults at once: another way than the one by
 * which pushes keep them (`cairn.project_memories`), from one answer to what a single memory says (`cairn.memory_of`). [SY-S8]
 */

/** Of vaults that are filled. Links, cycles and twins are facts about a whole vault. */
const EXPECTED = `
select coalesce(v.account, '00000000-0000-0000-0000-000000000000') as user_id, n.id, v.id as vault, n.content, n.namespace,
  n.key, n.project, coalesce(n.all_tags, '[]') as tags, coalesce(n.pinned, false) as pinned, n.trust, n.source, n.device, n.session,
  n.created_at, n.updated_at, coalesce(n.supersedes, '{}') as supersedes, n.superseded_by, n.content is null as deleted, n.shown
from cairn.vaults v
cross join lateral (
  with recursive nodes as materialized (
    select f.id, f.updated_at, f.link_hlc, m.* from (
      select r.entity as id, bool_or(r.facet = 'gone') as is_gone,
        to_timestamp(max(('x' || encode(substring(r.hlc for 6), 'hex'))::bit(48)::bigint) / 1000.0) as updated_at,
        (array_agg(r.payload) filter (where r.facet = 'body'))[1] as body,
        (array_agg(r.payload) filter (where r.facet = 'flags'))[1] as flags,
        (array_agg(r.payload) filter (where r.facet = 'tags'))[1] as tags,
        (array_agg(r.payload) filter (where r.facet = 'link'))[1] as link,
        (array_agg(r.hlc) filter (where r.facet = 'link'))[1] as link_hlc,
        array_agg(r.payload) filter (where r.facet like 'from.%') as froms
      from cairn.registers r
      where r.vault = v.id and left(r.entity, 2) in ('m_', 'k_') and (r.facet = 'gone' or r.v = 1)
      group by r.entity
    ) f
    left join lateral cairn.memory_of(f.id, f.body, f.flags, f.tags, f.link, f.froms) m on f.body is not null
    where m.content is not null or f.is_gone
  ), links as materialized (
    -- A link to what is absent or held hides nothing; to what is gone it still hides.
    select n.id, n.target, n.link_hlc from nodes n
    where n.content is not null and n.target is not null
      and (n.target in (select t.id from nodes t where t.content is null or t.trust <> 'held')) is true
  ), walks as (
    -- The weakest link of a cycle is preceded by one that is not older. Chains have no such place, so nothing walks along them.
    select l.id as start, l.id as at, l.target, l.link_hlc
    from links l where exists (select from links i where i.target = l.id and i.link_hlc >= l.link_hlc)
    union
    select w.start, l.id, l.target, l.link_hlc from walks w join links l on l.id = w.target
  ), hiding as materialized (
    select l.id, l.target from links l where l.id not in (
      select start from walks group by start
      having bool_or(target = start) and (array_agg(at order by link_hlc, at collate "C"))[1] = start)
  ), twins as (
    select n.id, row_number() over (
      partition by cairn.twin_of(n.content, n.project, n.namespace) order by n.id collate "C") as place
    from nodes n
    where n.content is not null and n.trust <> 'held' and left(n.id, 2) = 'm_' and n.id not in (select h.id from hiding h)
  )
  select n.*, (select h.target from hiding h where h.id = n.id) as superseded_by,
    n.content is not null and n.trust <> 'held' and n.id not in (select t.id from twins t where t.place > 1) as shown
  from nodes n
) n
where v.kind = 'readable' and v.id not in (select f.vault from cairn.memory_fills f)`;

/** Besides the key: all that a reader sees, but `synced_at`, since commits are collected. */
const COMPARED = [
  ...['content', 'namespace', 'key', 'project', 'tags', 'pinned', 'trust', 'source', 'device', 'session'],
  ...['created_at', 'updated_at', 'supersedes', 'superseded_by', 'deleted', 'shown'],
];
const rowOf = (table: string): string => `(${COMPARED.map((column) => `${table}.${column}`).join(', ')})`;

export const READABLE_CHECKS = [
  {
    name: 'the table of readable memories has the row that the registers say, and no other [SY-S8]',
    sql: `select coalesce(e.vault, t.vault) as vault, format('%s %s: admin rebuild makes it again',
        coalesce(e.id, t.id), case when t.id is null then 'is missing' when e.id is null then 'is nobody''s' else 'differs' end
      ) as detail
      from (${EXPECTED}) e
      full join (select * from cairn.readable_memories o where o.vault not in (select f.vault from cairn.memory_fills f)) t
        on t.user_id = e.user_id and t.id = e.id and t.vault = e.vault
      where t.id is null or e.id is null or ${rowOf('t')} is distinct from ${rowOf('e')}`,
  },
  {
    name: 'the memories of every readable vault are in their table [SY-S8]',
    sql: `select vault, format('filled up to "%s": the server fills it while it runs, and so does admin rebuild', done_to) as detail
      from cairn.memory_fills`,
  },
];
