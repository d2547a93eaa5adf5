/** Rows of `removed`, which never leave the device. [TR-3, SY-D4] */
import { bodyValue, type EntityId } from '@cairn/schema';
import type { RemovedMemory, RemovedReads } from '../ports/removed-store.ts';
import { storeFailure } from '../ports/store-failure.ts';
import { columnsOf, jsonColumns, storedJson } from './columns.ts';
import type { Sql } from './database.ts';
import { CURRENT } from './statistics.ts';

const REMOVED = 'SELECT json_array(entity, body, node, at) FROM removed ORDER BY at DESC, entity LIMIT ?1';
const COUNT = 'SELECT count(*) FROM removed';
const LIVING = `SELECT ${CURRENT}`;
const ADD = `INSERT INTO removed (entity, body, node, at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1) WHERE true
  ON CONFLICT (entity) DO UPDATE SET body = excluded.body, node = excluded.node, at = excluded.at`;
const ERASE = 'DELETE FROM removed WHERE entity IN (SELECT value FROM json_each(?1))';

const bodyOf = (text: string): RemovedMemory['body'] => {
  const body = bodyValue.safeParse(storedJson(text));
  if (!body.success) throw storeFailure('corrupt', 'a memory that was set aside cannot be read');
  return body.data;
};

export const readRemoved = async (sql: Sql, limit: number): Promise<readonly RemovedMemory[]> =>
  (await sql.all(REMOVED, [limit])).map((row) => {
    const columns = jsonColumns(row);
    return {
      entity: columns.entity(),
      body: bodyOf(columns.text()),
      node: columns.text(),
      at: columns.integer(),
    };
  });

const countBy = async (sql: Sql, statement: string): Promise<number> => {
  const [row] = await sql.all(statement);
  return row === undefined ? 0 : columnsOf(row).integer();
};

export const removedReads = (sql: Sql): RemovedReads => ({
  removed: (limit) => readRemoved(sql, limit),
  removedCount: () => countBy(sql, COUNT),
  livingCount: () => countBy(sql, LIVING),
});

export const addRemoved = (sql: Sql, removed: readonly RemovedMemory[]): Promise<void> =>
  sql.post(ADD, [
    JSON.stringify(removed.map(({ entity, body, node, at }) => [entity, JSON.stringify(body), node, at])),
  ]);
export const eraseRemoved = (sql: Sql, ids: readonly EntityId[]): Promise<void> =>
  sql.post(ERASE, [JSON.stringify(ids)]);
