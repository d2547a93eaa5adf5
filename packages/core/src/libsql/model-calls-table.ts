/** Rows of `model_calls`: the ledger of what models were asked. It never leaves the device. [SU-6] */
import { LIMITS } from '@cairn/schema';
import type { ModelCallRow, ModelDay, ModelUsage } from '../ports/summary-store.ts';
import { type Columns, jsonColumns } from './columns.ts';
import type { Sql } from './database.ts';

const ADD = `INSERT INTO model_calls (at, purpose, model, prompt_tokens, completion_tokens, ms, outcome)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?1)`;
const PRUNE = 'DELETE FROM model_calls WHERE at < ?1';
const NEWEST = `SELECT json_array(purpose, model, prompt_tokens, completion_tokens, ms, outcome, at)
  FROM model_calls ORDER BY at DESC, id DESC LIMIT ?1`;
const USAGE = `SELECT json_array(purpose, model, sum(prompt_tokens), sum(completion_tokens), sum(ms), outcome, count(*))
  FROM model_calls WHERE at >= ?1 GROUP BY purpose, model, outcome
  ORDER BY sum(prompt_tokens + completion_tokens) DESC, purpose, model, outcome`;

const DAYS = `SELECT json_array(date(at / 1000, 'unixepoch'), purpose, model, sum(prompt_tokens), sum(completion_tokens),
  count(*)) FROM model_calls WHERE at >= ?1 GROUP BY at / 86400000, purpose, model
  ORDER BY at / 86400000, purpose, model`;

export const addModelCalls = async (sql: Sql, calls: readonly ModelCallRow[]): Promise<void> => {
  const rows = calls.map((call) => [
    call.at,
    call.purpose,
    call.model,
    call.promptTokens,
    call.completionTokens,
    call.ms,
    call.outcome,
  ]);
  await sql.post(ADD, [JSON.stringify(rows)]);
  const newest = Math.max(...calls.map(({ at }) => at));
  await sql.post(PRUNE, [newest - LIMITS.modelCallsKeptMs]);
};

export const newestModelCalls = async (sql: Sql, limit: number): Promise<readonly ModelCallRow[]> =>
  (await sql.all(NEWEST, [limit])).map((row) => {
    const columns = jsonColumns(row);
    return { ...readCall(columns), at: columns.integer() };
  });

export const modelUsage = async (sql: Sql, sinceMs: number): Promise<readonly ModelUsage[]> =>
  (await sql.all(USAGE, [sinceMs])).map((row) => {
    const columns = jsonColumns(row);
    return { ...readCall(columns), calls: columns.integer() };
  });

export const modelDays = async (sql: Sql, sinceMs: number): Promise<readonly ModelDay[]> =>
  (await sql.all(DAYS, [sinceMs])).map((row) => {
    const columns = jsonColumns(row);
    return {
      day: columns.text(),
      purpose: columns.text(),
      model: columns.text(),
      promptTokens: columns.integer(),
      completionTokens: columns.integer(),
      calls: columns.integer(),
    };
  });

const readCall = (columns: Columns) => ({
  purpose: columns.text(),
  model: columns.text(),
  promptTokens: columns.integer(),
  completionTokens: columns.integer(),
  ms: columns.integer(),
  outcome: columns.text(),
});
