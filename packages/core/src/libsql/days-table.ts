/** Rows of `day_figures`, `given_contexts` and `given_parts`. They never leave the device. [OP-10, CX-7, SY-D4] */
import { LIMITS } from '@cairn/schema';
import type { DayChanges, DayFigures, DayQueries, DayReads, GivenContext } from '../ports/day-store.ts';
import { columnsOf, jsonColumns, storedJson } from './columns.ts';
import type { Row, Sql, SqlArguments } from './database.ts';

const FIGURES = `SELECT json_array(day, bytes, memories, passages, saves, searches)
  FROM day_figures WHERE day >= ?1 ORDER BY day`;
const PUT_FIGURES = `INSERT INTO day_figures (day, bytes, memories, passages, saves, searches)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (day) DO UPDATE SET bytes = excluded.bytes,
  memories = excluded.memories, passages = excluded.passages, saves = excluded.saves, searches = excluded.searches`;
const PRUNE_FIGURES =
  'DELETE FROM day_figures WHERE day <= (SELECT day FROM day_figures ORDER BY day DESC LIMIT 1 OFFSET ?1)';

const GIVEN = `SELECT json_array(c.project, c.day, c.slot, c.at, c.tokens, c.tokens_max,
    (SELECT json_group_array(json_array(p.place, p.entity, p.kind, p.section, p.tokens, p.stamp)) || ''
      FROM given_parts AS p WHERE p.context = c.id))
  FROM given_contexts AS c WHERE c.project = ?1 ORDER BY c.at DESC, c.slot DESC`;
const LAST_GIVEN = `${GIVEN} LIMIT 1`;

const SAME_SLOT = '(SELECT id FROM given_contexts WHERE project = ?1 AND day = ?2 AND slot = ?3)';
const ADD_CONTEXT = `INSERT INTO given_contexts (project, day, slot, at, tokens, tokens_max)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6)`;
const ADD_PARTS = `INSERT INTO given_parts (context, place, entity, kind, section, tokens, stamp)
  SELECT ${SAME_SLOT}, key, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?4)`;

/** Not `SELECT DISTINCT … OFFSET`: to that libSQL answers the first row, whatever the offset. */
const TOO_OLD = `(SELECT id FROM given_contexts WHERE project = ?1 AND day NOT IN (
  SELECT day FROM given_contexts WHERE project = ?1 GROUP BY day ORDER BY day DESC LIMIT ?2))`;
const TOO_MANY = '(SELECT id FROM given_contexts ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?1)';

const without = (which: string): readonly string[] => [
  `DELETE FROM given_parts WHERE context IN ${which}`,
  `DELETE FROM given_contexts WHERE id IN ${which}`,
];

export const dayQueries = (sql: Sql): DayQueries => ({
  dayFigures: async (since) => (await sql.all(FIGURES, [since])).map(readFigures),
  givenContexts: async (project) => (await sql.all(GIVEN, [project ?? ''])).map(readGiven),
});

export const dayReads = (sql: Sql): DayReads => ({
  lastGiven: async (project) => {
    const [row] = await sql.all(LAST_GIVEN, [project ?? '']);
    return row === undefined ? null : readGiven(row);
  },
});

export const applyDays = async (sql: Sql, changes: DayChanges): Promise<void> => {
  const { dayFigures = [], givenContexts = [] } = changes;
  for (const { day, bytes, memories, passages, saves, searches } of dayFigures)
    await sql.post(PUT_FIGURES, [day, bytes, memories, passages, saves, searches]);
  if (dayFigures.length > 0) await sql.post(PRUNE_FIGURES, [LIMITS.dayFiguresMax]);
  for (const given of givenContexts) await putGiven(sql, given);
};

const putGiven = async (sql: Sql, given: GivenContext): Promise<void> => {
  const project = given.project ?? '';
  const slot = [project, given.day, given.slot];
  const remove = async (which: string, args: SqlArguments): Promise<void> => {
    for (const statement of without(which)) await sql.post(statement, args);
  };
  await remove(SAME_SLOT, slot);
  await sql.post(ADD_CONTEXT, [...slot, given.at, given.tokens, given.tokensMax]);
  const parts = given.parts
    .slice(0, LIMITS.givenPartsMax)
    .map(({ id, kind, section, tokens, stamp }) => [id, kind, section, tokens, stamp]);
  await sql.post(ADD_PARTS, [...slot, JSON.stringify(parts)]);
  await remove(TOO_OLD, [project, LIMITS.givenDaysMax]);
  await remove(TOO_MANY, [LIMITS.givenContextsMax]);
};

const readFigures = (row: Row): DayFigures => {
  const columns = jsonColumns(row);
  return {
    day: columns.text(),
    bytes: columns.integer(),
    memories: columns.integer(),
    passages: columns.integer(),
    saves: columns.text(),
    searches: columns.text(),
  };
};

const SLOTS: ReadonlySet<GivenContext['slot']> = new Set(['first', 'last']);
const KINDS: ReadonlySet<GivenContext['parts'][number]['kind']> = new Set(['memory', 'summary']);

const readGiven = (row: Row): GivenContext => {
  const columns = jsonColumns(row);
  return {
    project: columns.text() || null,
    day: columns.text(),
    slot: columns.oneOf(SLOTS),
    at: columns.integer(),
    tokens: columns.integer(),
    tokensMax: columns.integer(),
    parts: readParts(columns.text()),
  };
};

const readParts = (json: string): GivenContext['parts'] => {
  const rows = storedJson(json);
  return (Array.isArray(rows) ? rows : [])
    .map((row: unknown) => {
      const columns = columnsOf(Array.isArray(row) ? row : []);
      return {
        place: columns.integer(),
        id: columns.text(),
        kind: columns.oneOf(KINDS),
        section: columns.text(),
        tokens: columns.integer(),
        stamp: columns.integer(),
      };
    })
    .sort((a, b) => a.place - b.place)
    .map(({ place: _, ...part }) => part);
};
