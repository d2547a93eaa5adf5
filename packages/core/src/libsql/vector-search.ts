/** Finds the nearest memories and passages to a question. [F-2, F-5, F-8] */

import type { PassagePlace, PassageScope, Scope } from '../ports/store.ts';
import type { PassageVectorMatch, VectorMatch, VectorReads } from '../ports/vectors.ts';
import { m, p, v } from './column-names.ts';
import { countOf, jsonColumns } from './columns.ts';
import type { Row, Sql } from './database.ts';
import { FOUND_MEMORY_JSON, readFoundMemory } from './memories-table.ts';
import {
  COSINE,
  createNearest,
  EXACT_ROWS_MAX,
  exactStatement,
  pooledStatement,
  QUESTION,
} from './nearest.ts';
import {
  FOUND_JSON,
  FOUND_SOURCE,
  IN_PASSAGE_PROJECTS,
  IN_PASSAGE_REST,
  IN_PASSAGE_SCOPE,
  passageArguments,
  readFound,
} from './passage-search.ts';
import { IN_PROJECTS, inScope, projectArguments, statements } from './scope.ts';
import { createVectorBits } from './vector-bits.ts';

/** Limit for counting rows in scope. */
const IN_SCOPE_MAX = EXACT_ROWS_MAX + 1;
const COUNT_ALL = `SELECT count(*) FROM (SELECT 1 FROM memories AS m LIMIT ${IN_SCOPE_MAX})`;
const COUNT_PROJECTS = `SELECT count(*) FROM (SELECT 1 FROM memories AS m WHERE ${IN_PROJECTS} LIMIT ${IN_SCOPE_MAX})`;
const COUNT_PASSAGES = `SELECT count(*) FROM (SELECT 1 FROM passages LIMIT ${IN_SCOPE_MAX})`;
const COUNT_SOURCE = `SELECT count(*) FROM (SELECT 1 FROM passages AS p WHERE ${p.source} = :source LIMIT ${IN_SCOPE_MAX})`;
const COUNT_PASSAGES_OF = `SELECT count(*) FROM (
  SELECT 1 FROM passages AS p WHERE ${IN_PASSAGE_PROJECTS} LIMIT ${IN_SCOPE_MAX})`;

const memoryParts = (where: string) => ({ table: 'memories', alias: 'm', columns: FOUND_MEMORY_JSON, where });
const MEMORIES_EXACT = statements((where) => exactStatement(memoryParts(where)));
const MEMORIES_POOLED = statements((where) => pooledStatement(memoryParts(where)));
const MEMORY_COSINES = `WITH ${QUESTION} SELECT asked.key, ${COSINE} FROM question
  CROSS JOIN json_each(:asked) AS asked CROSS JOIN memories AS m ON ${m.id} = asked.value
  CROSS JOIN vectors AS v ON ${v.vid} = ${m.vector} WHERE ${v.vid} >= :from`;

const passageParts = (where: string) => ({
  table: 'passages',
  alias: 'p',
  columns: FOUND_JSON,
  where,
  join: FOUND_SOURCE,
});
/** Names `:projects` and `:global` too, because all statements get the same arguments. */
const EVERYWHERE = `:projects IS NULL AND :global = 0 AND ${IN_PASSAGE_REST}`;
const PASSAGES_EXACT = exactStatement(passageParts(EVERYWHERE));
const PASSAGES_EXACT_OF = exactStatement(passageParts(`${IN_PASSAGE_PROJECTS} AND ${IN_PASSAGE_REST}`));
const PASSAGES_EXACT_IN = exactStatement(passageParts(`${p.source} = :source AND ${IN_PASSAGE_SCOPE}`));
const PASSAGES_POOLED = pooledStatement(passageParts(IN_PASSAGE_SCOPE));
const PASSAGE_COSINES = `WITH ${QUESTION} SELECT asked.key, ${COSINE} FROM question
  CROSS JOIN json_each(:asked) AS asked
  CROSS JOIN passages AS p ON ${p.source} = asked.value ->> 0 AND ${p.ordinal} = asked.value ->> 1 AND ${p.part} = asked.value ->> 2
  CROSS JOIN vectors AS v ON ${v.vid} = ${p.vector} WHERE ${v.vid} >= :from`;

/** Makes the search. The limits are arguments for tests. */
export const createVectorSearch = (
  sql: Sql,
  bounds: { readonly exactRowsMax?: number; readonly heldMax?: number } = {},
): Pick<VectorReads, 'matchVector' | 'cosinesOf' | 'matchPassageVectors' | 'passageCosines'> => {
  const nearest = createNearest(sql, createVectorBits(sql, bounds.heldMax), bounds.exactRowsMax);
  return {
    matchVector: (query, scope, limit) => {
      const { sql: exact, args } = inScope(MEMORIES_EXACT, scope);
      const { sql: pooled } = inScope(MEMORIES_POOLED, scope);
      const size = () => countMemories(sql, scope);
      return nearest.find(query, { kind: 'memory', exact, pooled, args, size, read: readMatch, limit });
    },
    cosinesOf: (query, ids) => nearest.cosines(query, MEMORY_COSINES, ids, ids.length),
    matchPassageVectors: (query, scope, limit) =>
      nearest.find(query, {
        kind: 'passage',
        exact: exactPassages(scope),
        pooled: PASSAGES_POOLED,
        args: passageArguments(scope),
        size: () => countPassages(sql, scope),
        read: readPassageMatch,
        limit,
      }),
    passageCosines: (query, places) =>
      nearest.cosines(query, PASSAGE_COSINES, places.map(placeOf), places.length),
  };
};

const placeOf = ({ source, ordinal, part }: PassagePlace) => [source, ordinal, part];

const countMemories = (sql: Sql, { projects }: Scope): Promise<number> =>
  projects === undefined ? countOf(sql, COUNT_ALL) : countOf(sql, COUNT_PROJECTS, projectArguments(projects));

const readMatch = (row: Row): VectorMatch => {
  const columns = jsonColumns(row);
  const memory = readFoundMemory(columns);
  return { memory, cosine: columns.numberOrNull() ?? 0 };
};

const exactPassages = ({ source, projects }: PassageScope): string => {
  if (source !== undefined) return PASSAGES_EXACT_IN;
  return projects === undefined ? PASSAGES_EXACT : PASSAGES_EXACT_OF;
};

const countPassages = (sql: Sql, { source, projects }: PassageScope): Promise<number> => {
  if (source !== undefined) return countOf(sql, COUNT_SOURCE, { source });
  return projects === undefined
    ? countOf(sql, COUNT_PASSAGES)
    : countOf(sql, COUNT_PASSAGES_OF, projectArguments(projects));
};

const readPassageMatch = (row: Row): PassageVectorMatch => {
  const columns = jsonColumns(row);
  return { ...readFound(columns), cosine: columns.numberOrNull() ?? 0 };
};
