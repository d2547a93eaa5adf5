/** A Postgres through postgres.js, which is imported nowhere else. */
import { LIMITS } from '@cairn/schema';
import postgres from 'postgres';
import {
  PREPARED_SETTINGS,
  type SqlDatabase,
  type SqlParam,
  type SqlSession,
  type TimeLimits,
  transientState,
} from '../sql/database.ts';
import { arrayLiteral } from './array-literal.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Prepared statements; off behind a pooler that hands out a connection per transaction. */
  readonly prepare: boolean;
  readonly connectionsMax?: number;
}

export const POSTGRES_CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_S = 10;
const END_TIMEOUT_S = 5;

const SET_LIMITS = `select set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true),
  set_config('idle_in_transaction_session_timeout', $3, true)`;
/** A transaction of ours is never idle for long: what waits that long is a client that is gone. */
const IDLE_TIMEOUT_MS = 10_000;

const SINGLE_LIMITS = { lockMs: LIMITS.lockTimeoutMs, statementMs: LIMITS.statementTimeoutMs };

/** Errors of the connection rather than of Postgres: no SQLSTATE, but a code of the library or of the system. */
const CONNECTION_ERROR =
  /^(?:CONNECT|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/;

const connectionError = (error: unknown): string | null => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' && CONNECTION_ERROR.test(error.code) ? error.code : null;
};

type Queryable = Pick<postgres.Sql, 'unsafe'>;

const encoded = (param: SqlParam): string | number | boolean | null =>
  typeof param === 'object' && param !== null ? arrayLiteral(param) : param;

const createSession = (sql: Queryable, prepare: boolean): SqlSession => ({
  query: (text, params = []) => sql.unsafe(text, params.map(encoded), { prepare }),
  exec: async (text) => {
    await sql.unsafe(text).simple();
  },
});

/** Sent ahead of the work without waiting for the answer, so that it costs no round trip. */
const setLimits = (sql: Queryable, limits: TimeLimits | null, prepare: boolean) => {
  // No query, so that the work may still choose its isolation.
  if (limits === null) return sql.unsafe('set local lock_timeout = 0').execute();
  const { lockMs, statementMs } = limits;
  return sql.unsafe(SET_LIMITS, [lockMs, statementMs, IDLE_TIMEOUT_MS].map(String), { prepare }).execute();
};

export const createPostgresDatabase = (options: PostgresOptions): SqlDatabase => {
  const { url, prepare } = options;
  const sql = postgres(url, {
    max: options.connectionsMax ?? POSTGRES_CONNECTIONS_MAX,
    prepare,
    connect_timeout: CONNECT_TIMEOUT_S,
    onnotice: () => {},
    // A pooler may refuse start-up settings; it comes with a database that has statistics.
    connection: {
      application_name: 'cairn-server',
      ...(prepare ? { ...PREPARED_SETTINGS, lock_timeout: LIMITS.lockTimeoutMs } : {}),
    },
  });
  const session = createSession(sql, prepare);
  const transaction: SqlDatabase['transaction'] = async (work, limits) => {
    const { value } = await sql.begin(async (tx) => {
      const limited = setLimits(tx, limits, prepare);
      const [result] = await Promise.all([work(createSession(tx, prepare)), limited]);
      return { value: result };
    });
    return value;
  };
  return {
    ...session,
    transaction,
    // What stands alone and waits for nothing but a lock is limited by the connection, where that may be told so.
    single: (work) => (prepare ? work(session) : transaction(work, SINGLE_LIMITS)),
    unavailable: (error) => transientState(error) ?? connectionError(error),
    close: () => sql.end({ timeout: END_TIMEOUT_S }),
  };
};
