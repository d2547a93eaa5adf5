/** Rows of `removed`, which never leave the device. [TR-3, SY-D4] */
import type { EntityId } from '@cairn/schema';
import { removed } from '@cairn/schema/local-tables';
import { count, desc } from 'drizzle-orm';
import type { RemovedMemory, RemovedReads } from '../ports/removed-store.ts';
import { columnsOf } from './columns.ts';
import type { Sql } from './database.ts';
import { among, db, read, readOne, write } from './queries.ts';
import { CURRENT } from './statistics.ts';

const LIVING = `SELECT ${CURRENT}`;

export const readRemoved = (sql: Sql, limit: number): Promise<readonly RemovedMemory[]> =>
  read(sql, db.select().from(removed).orderBy(desc(removed.at), removed.entity).limit(limit));

export const removedReads = (sql: Sql): RemovedReads => ({
  removed: (limit) => readRemoved(sql, limit),
  removedCount: async () => (await readOne(sql, db.select({ n: count() }).from(removed)))?.n ?? 0,
  livingCount: async () => columnsOf((await sql.all(LIVING))[0] ?? []).integer(),
});

export const addRemoved = async (sql: Sql, rows: readonly RemovedMemory[]): Promise<void> => {
  for (const row of rows)
    await write(sql, db.insert(removed).values(row).onConflictDoUpdate({ target: removed.entity, set: row }));
};
export const eraseRemoved = (sql: Sql, ids: readonly EntityId[]): Promise<void> =>
  write(sql, db.delete(removed).where(among(removed.entity, ids)));
