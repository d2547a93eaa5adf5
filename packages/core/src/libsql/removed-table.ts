/** Rows of `removed`, which never leave the device. [TR-3, M-16, SY-D4] */
import { removed } from '@cairn/schema/local-tables';
import { desc, eq, ne } from 'drizzle-orm';
import type { RemovedBy, RemovedQueries, RemovedReads } from '../ports/removed-store.ts';
import { HERE } from '../removed/trash.ts';
import { countOf } from './columns.ts';
import type { Sql } from './database.ts';
import { among, countRows, db, put, read, write } from './queries.ts';
import { CURRENT } from './statistics.ts';
import type { FieldWrites } from './upsert.ts';

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

export const removedFields = {
  removedErase: (sql, ids) => write(sql, db.delete(removed).where(among(removed.entity, ids))),
  removedAdd: (sql, rows) => put(sql, removed, removed.entity, rows),
} satisfies Partial<FieldWrites>;
