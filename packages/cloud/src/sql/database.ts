/** The calls of a client library that the store's SQL needs. Implemented in `postgres/` and `pglite/`. */
export type SqlParam = string | number | boolean | null | readonly string[] | readonly number[];

/** A row by column name, as the library decodes it: text, number or bigint as text, boolean, null. */
export type SqlRow = Readonly<Record<string, unknown>>;

export interface SqlSession {
  /** Runs one statement with the parameters `$1`, `$2` and so on. */
  query(text: string, params?: readonly SqlParam[]): Promise<readonly SqlRow[]>;
  /** Like `query`, with each row as a list of its values. */
  values(text: string, params: readonly SqlParam[]): Promise<readonly (readonly unknown[])[]>;
  /** Runs several statements without parameters. */
  exec(text: string): Promise<void>;
}

export interface TimeLimits {
  readonly lockMs: number;
  readonly statementMs: number;
}

export interface SqlDatabase extends SqlSession {
  /** Runs a READ COMMITTED transaction. Commits when `work` resolves, rolls back if it throws. `limits` null: no time limits. */
  transaction<T>(work: (session: SqlSession) => Promise<T>, limits: TimeLimits | null): Promise<T>;
  /** Runs each statement of `work` as a separate transaction, with a push's limit for lock waits. */
  single<T>(work: (session: SqlSession) => Promise<T>): Promise<T>;
  /** Returns why the database could not serve, if the error says so; null for a bug. */
  unavailable(error: unknown): string | null;
  /** Returns why it takes no writes, as a sentence. Null when it takes them, or when only a write could tell. */
  whyNoWrites(): Promise<string | null>;
  /** Gives the room of replaced and erased rows back to new ones. Absent where the database does so by itself. [OP-24] */
  reclaim?(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Settings of every session. All our statements find rows by an index in the needed order. Without statistics, which a young database
 * lacks and the embedded one never has, the planner would sort or scan the whole vault.
 */
export const PLANNER_SETTINGS = { enable_bitmapscan: 'off', enable_seqscan: 'off' } as const;

/**
 * Settings for prepared statements. Each statement is planned once per connection instead of at every push, which would be expensive
 * with the partitions of `registers` and `anchors`. JIT is off, because pages are read in a millisecond.
 */
export const PREPARED_SETTINGS = {
  ...PLANNER_SETTINGS,
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
} as const;

/**
 * SQLSTATE classes and codes that do not concern the statement itself: connection, login, resources, operator, system, a deleted
 * database, one that is closed to connections or in recovery (55000), locks, an idle transaction.
 */
const TRANSIENT = /^(?:08|28|53|57|58)|^(?:3D000|40001|40P01|55000|55P03|25006|25P0[34])$/;

/** Returns the SQLSTATE of an error, or the code of another kind of error. Empty without one. */
export const sqlState = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Returns the SQLSTATE and message of such an error; null for other errors. */
export const transientState = (error: unknown): string | null => {
  const code = sqlState(error);
  if (!TRANSIENT.test(code)) return null;
  return error instanceof Error ? `${code}: ${error.message}` : code;
};

/** Runs statements and decodes their rows. */
export interface Runner {
  all<T>(statement: string, params: readonly SqlParam[], to: (row: SqlRow) => T): Promise<readonly T[]>;
  /** Returns null if there is no row. */
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
