/**
 * Nearest memories to a question. In a small scope every row is compared exactly; in a large one the sign bits of all vectors,
 * which the reader holds in memory, say which are worth it. Scope and state are in the SQL of both. [F-2, F-5]
 */
import type { Scope } from '../ports/store.ts';
import type { VectorMatch, VectorMatches, VectorQuery } from '../ports/vectors.ts';
import { signBits } from '../vectors/sign-bits.ts';
import { columnsOf, jsonColumns } from './columns.ts';
import type { Row, Sql } from './database.ts';
import { MEMORY_JSON, readMemory } from './memories-table.ts';
import { readMeta } from './meta-table.ts';
import { IN_PROJECTS, inScope, type ScopedStatements, statements } from './scope.ts';
import { createVectorBits } from './vector-bits.ts';
import { floatsOf } from './vectors-table.ts';

/** Rows that are compared exactly without a look at the bits: 3 µs each. */
const EXACT_ROWS_MAX = 1_500;
/** How many of the nearest by bits are compared exactly at first, and at the most when few of them are in scope. */
const POOL_MIN = 400;
const POOL_PER_RESULT = 2;
const POOL_GROWTH = 4;
const POOL_MAX = 20_000;

const COSINE = '1 - vector_distance_cos(v.vector, question.vector)';
const QUESTION = 'question (vector) AS MATERIALIZED (SELECT vector8(:vector))';

/** Rows of the projects, counted no further than is worth it. */
const IN_SCOPE_MAX = EXACT_ROWS_MAX + 1;
const COUNT_ALL = `SELECT count(*) FROM (SELECT 1 FROM memories AS m LIMIT ${IN_SCOPE_MAX})`;
const COUNT_PROJECTS = `SELECT count(*) FROM (SELECT 1 FROM memories AS m WHERE ${IN_PROJECTS} LIMIT ${IN_SCOPE_MAX})`;

const best = (from: string, where: string): string => `WITH ${QUESTION}, best AS MATERIALIZED (
    SELECT m.rid AS rid, ${COSINE} AS cosine FROM question CROSS JOIN ${from}
    WHERE v.vid >= :from AND ${where} ORDER BY cosine DESC, m.rid DESC LIMIT :limit)
  SELECT ${MEMORY_JSON}, best.cosine) FROM best CROSS JOIN memories AS m ON m.rid = best.rid`;

const exact = (where: string): string =>
  best('memories AS m CROSS JOIN vectors AS v ON v.vid = m.vector', where);
const pooled = (where: string): string =>
  best(
    `json_each(:pool) AS near CROSS JOIN vectors AS v ON v.vid = near.value
    CROSS JOIN memories AS m ON m.vector = v.vid`,
    where,
  );

const EXACT = statements(exact);
const POOLED = statements(pooled);

const COSINES = `WITH ${QUESTION} SELECT json_array(m.id, ${COSINE}) FROM question
  CROSS JOIN json_each(:ids) AS asked CROSS JOIN memories AS m ON m.id = asked.value
  CROSS JOIN vectors AS v ON v.vid = m.vector WHERE v.vid >= :from`;

export interface VectorSearch {
  matchVector(query: VectorQuery, scope: Scope, limit: number): Promise<VectorMatches>;
  cosinesOf(query: VectorQuery, ids: readonly string[]): Promise<readonly (number | null)[]>;
}

const NOTHING: VectorMatches = { matches: [], isComplete: true };

/** The bounds are arguments for tests. */
export const createVectorSearch = (
  sql: Sql,
  {
    exactRowsMax = EXACT_ROWS_MAX,
    heldMax,
  }: { readonly exactRowsMax?: number; readonly heldMax?: number } = {},
): VectorSearch => {
  const bits = createVectorBits(sql, heldMax);
  return {
    async matchVector(query, scope, limit) {
      const present = await presentModel(sql, query);
      if (present === null) return NOTHING;
      const asked = { query, scope, limit, from: present.from };
      if ((await countInScope(sql, scope)) <= exactRowsMax)
        return { matches: await matchesOf(sql, EXACT, asked, {}), isComplete: true };
      const held = await bits.refresh(present);
      const near = held.table.measure(signBits(query.vector));
      const size = held.table.size();
      let pool = Math.min(size, POOL_MIN + POOL_PER_RESULT * limit);
      for (;;) {
        const numbers = near.nearest(pool);
        const matches = await matchesOf(sql, POOLED, asked, { pool: JSON.stringify(numbers) });
        const isEnough = matches.length >= limit || pool >= Math.min(size, POOL_MAX);
        if (isEnough) {
          await bits.forgetGone(numbers);
          return { matches, isComplete: held.isComplete };
        }
        pool = Math.min(size, POOL_MAX, pool * POOL_GROWTH);
      }
    },
    async cosinesOf(query, ids) {
      const present = await presentModel(sql, query);
      if (present === null || ids.length === 0) return ids.map(() => null);
      const args = { vector: floatsOf(query.vector), from: present.from, ids: JSON.stringify(ids) };
      const found = (await sql.all(COSINES, args)).map((row) => {
        const columns = jsonColumns(row);
        return [columns.text(), columns.numberOrNull()] as const;
      });
      const byId = new Map(found);
      return ids.map((id) => byId.get(id) ?? null);
    },
  };
};

const presentModel = async (sql: Sql, { model, vector }: VectorQuery) => {
  const present = await readMeta(sql, 'embedder');
  return present?.model === model && present.dimensions === vector.length ? present : null;
};

const countInScope = async (sql: Sql, { projects }: Scope): Promise<number> => {
  const [row] =
    projects === undefined
      ? await sql.all(COUNT_ALL)
      : await sql.all(COUNT_PROJECTS, {
          projects: JSON.stringify(projects.filter((project) => project !== null)),
          global: projects.includes(null) ? 1 : 0,
        });
  return row === undefined ? 0 : columnsOf(row).integer();
};

interface Asked {
  readonly query: VectorQuery;
  readonly scope: Scope;
  readonly limit: number;
  /** The first number of the present model. */
  readonly from: number;
}

const matchesOf = async (
  sql: Sql,
  all: ScopedStatements,
  { query, scope, limit, from }: Asked,
  more: { readonly pool?: string },
): Promise<readonly VectorMatch[]> => {
  const { sql: statement, args } = inScope(all, scope);
  const asked = { ...args, ...more, vector: floatsOf(query.vector), from, limit };
  return (await sql.all(statement, asked)).map(readMatch);
};

const readMatch = (row: Row): VectorMatch => {
  const columns = jsonColumns(row);
  const memory = readMemory(columns);
  return { memory, cosine: columns.numberOrNull() ?? 0 };
};
