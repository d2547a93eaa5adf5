/** The calls of a client library that the store's SQL needs. Implemented in `postgres/` and `pglite/`. */
export type SqlParam = string | number | boolean | null | readonly string[] | readonly number[];

/** A row by column name, as the library decodes it: text, number or bigint as text, boolean, null. */
export type SqlRow = Readonly<Record<string, unknown>>;

export interface SqlSession {
  /** One statement with `$1` … parameters. */
  query(text: string, params?: readonly SqlParam[]): Promise<readonly SqlRow[]>;
  /** As `query`, each row as a list of its values. */
  values(text: string, params: readonly SqlParam[]): Promise<readonly (readonly unknown[])[]>;
  /** Several statements without parameters. */
  exec(text: string): Promise<void>;
}

export interface TimeLimits {
  readonly lockMs: number;
  readonly statementMs: number;
}

export interface SqlDatabase extends SqlSession {
  /** READ COMMITTED; commits when `work` resolves, rolls back when it throws. `null`: no time limits. */
  transaction<T>(work: (session: SqlSession) => Promise<T>, limits: TimeLimits | null): Promise<T>;
  /** Each statement of `work` is a transaction of its own, and waits for a lock no longer than a push may. */
  single<T>(work: (session: SqlSession) => Promise<T>): Promise<T>;
  /** Why the database could not serve, when that is what the error says; null for a bug. */
  unavailable(error: unknown): string | null;
  close(): Promise<void>;
}

/**
 * For every session: each of our statements looks rows up by an index in the order it wants them. Without statistics, which
 * a young database has none of and the embedded one never has, the planner would rather sort or scan the whole vault.
 */
export const PLANNER_SETTINGS = { enable_bitmapscan: 'off', enable_seqscan: 'off' } as const;

/**
 * Where statements stay prepared: each is planned once per connection instead of at every push, which is what the parts of
 * `registers` and `anchors` would cost otherwise; and nothing is compiled for a page that is read in a millisecond.
 */
export const PREPARED_SETTINGS = {
  ...PLANNER_SETTINGS,
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
} as const;

/**
 * SQLSTATE classes and codes that say nothing about the statement: connection, login, resources, operator, system, a database that
 * is gone, locks, a transaction that stood still.
 */
const TRANSIENT = /^(?:08|28|53|57|58)|^(?:3D000|40001|40P01|55P03|25006|25P0[34])$/;

/** Null when the error carries no SQLSTATE of that sort. */
export const transientState = (error: unknown): string | null => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  const { code } = error;
  if (typeof code !== 'string' || !TRANSIENT.test(code)) return null;
  return 'message' in error ? `${code}: ${String(error.message)}` : code;
};

/** Statements with the codec of their rows. */
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
