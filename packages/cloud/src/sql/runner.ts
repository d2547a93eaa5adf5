/** Statements with the codec of their rows. */
import type { SqlParam, SqlRow, SqlSession } from './database.ts';

export interface Runner {
  all<T>(statement: string, params: readonly SqlParam[], to: (row: SqlRow) => T): Promise<readonly T[]>;
  /** Null without a row. */
  first<T>(statement: string, params: readonly SqlParam[], to: (row: SqlRow) => T): Promise<T | null>;
  run(statement: string, params: readonly SqlParam[]): Promise<void>;
}

export const createRunner = (session: SqlSession): Runner => {
  const all: Runner['all'] = async (statement, params, to) =>
    (await session.query(statement, params)).map(to);
  return {
    all,
    first: async (statement, params, to) => (await all(statement, params, to))[0] ?? null,
    run: async (statement, params) => {
      await session.query(statement, params);
    },
  };
};
