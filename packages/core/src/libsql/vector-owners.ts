/** The rows that wait for a vector, memories before passages, and how a vector is assigned. [F-2, F-8] */
import * as tables from '@cairn/schema/local-tables';
import type { UnembeddedText, VectorOwner } from '../ports/vectors.ts';
import { embeddableMemory, embeddablePassage } from '../vectors/embeddable.ts';
import type { Spoken } from '../vectors/text.ts';
import { v } from './column-names.ts';
import { type Columns, columnsOf, countOf, fromJson, storedJson } from './columns.ts';
import type { Sql } from './database.ts';
import { PASSAGE_KINDS } from './passages-table.ts';

const b = tables.namesOf(tables.passages, 'b');

export type OwnerKind = VectorOwner['kind'];

/**
 * Returns the statements for one kind of owner. The index of vectors has nulls first, then the numbers of earlier
 * models. Those are smaller than the numbers of the present model, so both statements read a range of the index.
 */
const ownerStatements = (
  columns: string,
  { table, alias, id }: { readonly table: string; readonly alias: string; readonly id: string },
) => ({
  never: `SELECT json_array(${columns}) FROM ${table} AS ${alias}
  WHERE ${alias}.vector IS NULL ORDER BY ${alias}.rid DESC LIMIT ?1`,
  ofEarlierModels: `SELECT json_array(${columns}) FROM ${table} AS ${alias}
  WHERE ${alias}.vector < ?1 ORDER BY ${alias}.vector DESC LIMIT ?2`,
  /** Selects the owners among these ids that still exist. */
  present: `SELECT json_array(${columns}) FROM ${table} AS ${alias}
  WHERE ${alias}.${id} IN (SELECT value FROM json_each(?1))`,
  countNever: `SELECT count(*) FROM ${table} WHERE vector IS NULL`,
  countEarlier: `SELECT count(*) FROM ${table} WHERE vector < ?1`,
  /** Links owners with vectors, by pairs of an id and a hash. */
  link: `UPDATE ${table} SET vector = ${v.vid}
  FROM json_each(?2) AS j CROSS JOIN vectors AS v ON ${v.textHash} = j.value ->> 1 AND ${v.model} = ?1
  WHERE ${table}.${id} = j.value ->> 0`,
});

/** Selects the passage beside `p` in its source, as text that contains JSON, or null. */
const besideSql = (
  way: '<' | '>',
  order: 'DESC' | 'ASC',
): string => `(SELECT json_array(${b.author}, ${b.body})
  FROM passages AS b WHERE ${b.source} = p.source AND (${b.ordinal}, ${b.part}) ${way} (p.ordinal, p.part)
  ORDER BY ${b.ordinal} ${order}, ${b.part} ${order} LIMIT 1) || ''`;

const readMemoryOwner = (columns: Columns): UnembeddedText => ({
  owner: { kind: 'memory', id: columns.entity() },
  ...embeddableMemory({ content: columns.text(), key: columns.textOrNull() }),
});

const readPassageOwner = (columns: Columns): UnembeddedText => {
  const id = columns.integer();
  const kind = columns.oneOf(PASSAGE_KINDS);
  const own = { author: columns.textOrNull(), body: columns.text() };
  const [previous, next] = [readSpoken(columns), readSpoken(columns)];
  return {
    owner: { kind: 'passage', id: String(id) },
    ...embeddablePassage({ kind, ...own, previous, next }),
  };
};

const readSpoken = (columns: Columns): Spoken | null => {
  const text = columns.textOrNull();
  if (text === null) return null;
  const values = storedJson(text);
  const spoken = columnsOf(Array.isArray(values) ? values : []);
  return { author: spoken.textOrNull(), body: spoken.text() };
};

const OWNERS = {
  memory: {
    ...ownerStatements('m.id, m.content, m.key', { table: 'memories', alias: 'm', id: 'id' }),
    read: readMemoryOwner,
  },
  passage: {
    ...ownerStatements(
      `p.rid, p.kind, p.author, p.body, ${besideSql('<', 'DESC')}, ${besideSql('>', 'ASC')}`,
      { table: 'passages', alias: 'p', id: 'rid' },
    ),
    read: readPassageOwner,
  },
};
const KINDS = ['memory', 'passage'] as const satisfies readonly OwnerKind[];

/** Returns rows that wait for a vector. `from`: vectors with smaller numbers are of other models. */
export const waitingOwners = async (
  sql: Sql,
  from: number,
  limit: number,
): Promise<readonly UnembeddedText[]> => {
  const found: UnembeddedText[] = [];
  for (const kind of KINDS) {
    const { never, ofEarlierModels, read } = OWNERS[kind];
    if (found.length < limit) found.push(...fromJson(await sql.all(never, [limit - found.length]), read));
    if (found.length >= limit) break;
    found.push(...fromJson(await sql.all(ofEarlierModels, [from, limit - found.length]), read));
  }
  return found;
};

export const countWaiting = async (sql: Sql, from: number): Promise<number> => {
  let waiting = 0;
  for (const kind of KINDS) {
    const { countNever, countEarlier } = OWNERS[kind];
    waiting += (await countOf(sql, countNever)) + (await countOf(sql, countEarlier, [from]));
  }
  return waiting;
};

export type Named = Pick<UnembeddedText, 'owner' | 'hash'>;

/** Keeps the owners whose text still has this hash. */
export const unchangedOwners = async (
  sql: Sql,
  kind: OwnerKind,
  owners: readonly Named[],
): Promise<readonly Named[]> => {
  const asked = owners.filter(({ owner }) => owner.kind === kind);
  if (asked.length === 0) return [];
  const { present, read } = OWNERS[kind];
  const rows = await sql.all(present, [JSON.stringify(asked.map(({ owner }) => owner.id))]);
  const now = new Map(fromJson(rows, read).map(({ owner, hash }) => [owner.id, hash]));
  return asked.filter(({ owner, hash }) => now.get(owner.id) === hash);
};

/** Links owners with the vectors of their texts by this model. Returns how many were linked. */
export const linkOwners = (
  sql: Sql,
  kind: OwnerKind,
  model: string,
  owners: readonly Named[],
): Promise<number> => {
  const pairs = owners.map(({ owner, hash }) => [owner.id, hash]);
  return sql.run(OWNERS[kind].link, [model, JSON.stringify(pairs)]);
};
