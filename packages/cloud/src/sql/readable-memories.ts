/**
 * Fills and rebuilds the table of readable memories from registers, one page at a time under the vault's lock. A trigger updates the
 * table with every push. [SY-S8]
 */

import { LIMITS } from '@cairn/schema';
import type { ReadableTable } from '../ports/readable-table.ts';
import type { SqlDatabase, SqlSession } from './database.ts';
import { memoryFills, r, readableMemories, registers, t, v } from './names.ts';
import { number, text } from './rows.ts';

/** Tables derived from others. A backup leaves them out, and a restore rebuilds them. */
export const DERIVED_TABLES: readonly string[] = ['readable_memories', 'memory_fills'];

/** `$1`: a vault; null for all. Returns no row if there is no such readable vault. */
const BEGIN = `
insert into cairn.memory_fills (vault, done_to)
select id, '' from cairn.vaults where kind = 'readable' and ($1::text is null or id = $1)
on conflict (vault) do update set done_to = ''
returning vault`;
/** Locks the vault before its other rows, as a push does. */
const NEXT = `
select ${v.id} from cairn.vaults v
where ${v.id} = (select vault from cairn.memory_fills order by vault limit 1) for no key update`;
const DONE_TO = `select ${memoryFills.doneTo} from cairn.memory_fills where ${memoryFills.vault} = $1`;
/** Deletes rows of another account than the vault's, and rows of memories without registers. */
const ERASE_STRAYS = `
delete from cairn.readable_memories t using cairn.vaults v
where ${v.id} = $1 and ${t.vault} = ${v.id} and (
  ${t.userId} <> coalesce(${v.account}, '00000000-0000-0000-0000-000000000000')
  or not exists (select from cairn.registers r where ${r.vault} = ${t.vault} and ${r.entity} = ${t.id}))`;
/** Returns one row: the ids of the memories among the next `$3` registers, and the last entity. `last` is null at the end of the vault. */
const PAGE = `
select coalesce(array_to_string(array_agg(distinct ${registers.entity}) filter (where left(${registers.entity}, 2) in ('m_', 'k_')), ' '), '') as ids,
  max(${registers.entity}) as last
from (
  select ${registers.entity} from cairn.registers where ${registers.vault} = $1 and ${registers.entity} > $2 order by ${registers.entity} limit $3
) page`;
const PROJECT = `select cairn.project_memories($1, string_to_array($2, ' '))::text as done`;
const GO_ON = `update cairn.memory_fills set ${memoryFills.doneTo} = $2 where ${memoryFills.vault} = $1`;
const END = `delete from cairn.memory_fills where ${memoryFills.vault} = $1`;
const COUNT = `
select count(distinct ${readableMemories.vault}) as vaults, count(*) as memories from cairn.readable_memories where $1::text is null or ${readableMemories.vault} = $1`;

const LIMITS_OF_A_STEP = { lockMs: LIMITS.lockTimeoutMs, statementMs: LIMITS.statementTimeoutMs };

/** Fills one page. Returns false if nothing is left to fill. Concurrent callers take turns. */
const step = async (session: SqlSession): Promise<boolean> => {
  const [locked] = await session.query(NEXT);
  if (locked === undefined) return false;
  const vault = text(locked, 'id');
  const [fill] = await session.query(DONE_TO, [vault]);
  if (fill === undefined) return true;
  const doneTo = text(fill, 'done_to');
  if (doneTo === '') await session.query(ERASE_STRAYS, [vault]);
  const [page] = await session.query(PAGE, [vault, doneTo, LIMITS.fillRegistersMax]);
  if (page === undefined || page.last === null) {
    await session.query(END, [vault]);
    return true;
  }
  const ids = text(page, 'ids');
  if (ids !== '') await session.query(PROJECT, [vault, ids]);
  await session.query(GO_ON, [vault, text(page, 'last')]);
  return true;
};

/** Fills the table for one vault or for all, in the transaction of `session`. */
export const fillWithin = async (session: SqlSession, vault: string | null = null): Promise<void> => {
  await session.query(BEGIN, [vault]);
  while (await step(session));
};

export const createReadableTable = (database: SqlDatabase): ReadableTable => {
  const fillStep = () => database.transaction(step, LIMITS_OF_A_STEP);
  return {
    fillStep,
    rebuild: async (vault) => {
      const begun = await database.query(BEGIN, [vault]);
      if (vault !== null && begun.length === 0) return null;
      while (await fillStep());
      const [row] = await database.query(COUNT, [vault]);
      return row === undefined ? null : { vaults: begun.length, memories: number(row, 'memories') };
    },
  };
};
