/** Rows of `removed`, which never leave the device. [TR-3, M-16, SY-D4] */
import type { EntityId } from '@cairn/schema';
import { removed } from '@cairn/schema/local-tables';
import { desc, eq, ne } from 'drizzle-orm';
import type { RemovedBy, RemovedMemory, RemovedQueries, RemovedReads } from '../ports/removed-store.ts';
import { HERE } from '../removed/trash.ts';
import { countOf } from './columns.ts';
import type { Sql } from './database.ts';
import { among, countRows, db, read, write } from './queries.ts';
import { CURRENT } from './statistics.ts';

const LIVING = `SELECT ${CURRENT}`;

const forgotten = (by: RemovedBy) => (by === 'here' ? eq(removed.node, HERE) : ne(removed.node, HERE));

export const removedQueries = (sql: Sql): RemovedQueries => ({
  removed: (by, limit) =>
    read(
      sql,
      db.select().from(removed).where(forgotten(by)).orderBy(desc(removed.at), removed.entity).limit(limit),
    ),
  removedCount: (by) => countRows(sql, removed, forgotten(by)),
});

export const removedReads = (sql: Sql): RemovedReads => ({
  ...removedQueries(sql),
  livingCount: () => countOf(sql, LIVING),
});

export const addRemoved = async (sql: Sql, rows: readonly RemovedMemory[]): Promise<void> => {
  for (const row of rows)
    await write(sql, db.insert(removed).values(row).onConflictDoUpdate({ target: removed.entity, set: row }));
};
export const eraseRemoved = (sql: Sql, ids: readonly EntityId[]): Promise<void> =>
  write(sql, db.delete(removed).where(among(removed.entity, ids)));
