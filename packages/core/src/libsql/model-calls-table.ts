/** Rows of `model_calls`, the ledger of model calls. It never leaves the device. [SU-6] */
import { DAY_MS, LIMITS } from '@cairn/schema';
import { modelCalls } from '@cairn/schema/local-tables';
import {
  and,
  asc,
  count,
  desc,
  getTableColumns,
  gte,
  lt,
  lte,
  max,
  type SQLWrapper,
  sql as sqlOf,
  sum,
} from 'drizzle-orm';
import type { SummaryQueries } from '../ports/summary-store.ts';
import type { Sql } from './database.ts';
import { db, read, write } from './queries.ts';
import type { FieldWrites } from './upsert.ts';

const { id: _, ...CALL } = getTableColumns(modelCalls);
const { purpose, model, outcome } = CALL;
const total = (column: SQLWrapper) => sum(column).mapWith(Number);
const TOTALS = { promptTokens: total(CALL.promptTokens), completionTokens: total(CALL.completionTokens) };
const DAY = sqlOf`${CALL.at} / 86400000`;

export const modelFields = {
  /** Old calls are deleted by the newest time of an earlier day, because this day's clock may be wrong. */
  async modelCalls(sql, calls) {
    await write(sql, db.insert(modelCalls).values([...calls]));
    const newest = Math.max(...calls.map(({ at }) => at));
    const before = db
      .select({ at: max(CALL.at) })
      .from(modelCalls)
      .where(lte(CALL.at, newest - DAY_MS));
    const oldest = sqlOf`(${before}) - ${LIMITS.modelCallsKeptMs}`;
    await write(sql, db.delete(modelCalls).where(lt(modelCalls.at, oldest)));
  },
} satisfies Partial<FieldWrites>;

export const modelQueries = (sql: Sql): Pick<SummaryQueries, 'modelCalls' | 'modelUsage' | 'modelDays'> => ({
  modelCalls: (limit) => {
    const newest = db.select(CALL).from(modelCalls).orderBy(desc(modelCalls.at), desc(modelCalls.id));
    return read(sql, newest.limit(limit));
  },
  modelUsage: (sinceMs, untilMs) =>
    read(
      sql,
      db
        .select({ purpose, model, outcome, ...TOTALS, ms: total(CALL.ms), calls: count() })
        .from(modelCalls)
        .where(and(gte(modelCalls.at, sinceMs), lt(modelCalls.at, untilMs)))
        .groupBy(purpose, model, outcome)
        .orderBy(desc(sqlOf`sum(${CALL.promptTokens} + ${CALL.completionTokens})`), purpose, model, outcome),
    ),
  modelDays: (sinceMs) => {
    const day = sqlOf<string>`date(${CALL.at} / 1000, 'unixepoch')`;
    return read(
      sql,
      db
        .select({ day, purpose, model, ...TOTALS, calls: count() })
        .from(modelCalls)
        .where(gte(modelCalls.at, sinceMs))
        .groupBy(DAY, purpose, model)
        .orderBy(asc(DAY), purpose, model),
    );
  },
});
