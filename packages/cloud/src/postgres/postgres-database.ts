/** A Postgres database through node-postgres. Transactions pipeline their statements. */
import { LIMITS } from '@cairn/schema';
import pg from 'pg';
import {
  PREPARED_SETTINGS,
  type SqlDatabase,
  type SqlParam,
  type SqlRow,
  type SqlSession,
  sqlState,
  type TimeLimits,
  transientState,
} from '../sql/database.ts';
import { atMost } from './at-most.ts';
import { connectionUrl } from './listener.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Whether to use prepared statements. False behind a pooler that changes the connection with each transaction. */
  readonly prepare: boolean;
  readonly connectionsMax?: number;
}

export const POSTGRES_CONNECTIONS_MAX = 10;
const CONNECT_MS_MAX = 10_000;
const CLOSE_MS_MAX = 5_000;
const KEEP_ALIVE_MS = 60_000;
/** A connection is replaced at this age, because Postgres accumulates memory for it. */
const CONNECTION_S_MAX = 3_600;

const SET_LIMITS = `select set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true),
  set_config('idle_in_transaction_session_timeout', $3, true)`;
/** A transaction that is idle this long has lost its client. */
const IDLE_TIMEOUT_MS = 10_000;

const SINGLE_LIMITS = { lockMs: LIMITS.lockTimeoutMs, statementMs: LIMITS.statementTimeoutMs };

/** Limits of single statements. One statement may write the pushes of many devices, so it may take longer than in a transaction. */
const CONNECTION_LIMITS = {
  lock_timeout: LIMITS.lockTimeoutMs,
  statement_timeout: 6 * LIMITS.statementTimeoutMs,
};

/** Errors of the connection have no SQLSTATE, but a code of the system or a message of the library. */
const CONNECTION_CODE = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/;
const CONNECTION_SENTENCE = /^(?:Connection terminated|Client has encountered a connection error)|timeout/;

/** A file of a backup fails with these too. */
const REFUSED_CODE = /^(?:EACCES|EPERM)$/;

const connectionError = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null;
  if ('code' in error) {
    const code = String(error.code);
    const isRefused = 'syscall' in error && error.syscall === 'connect' && REFUSED_CODE.test(code);
    return isRefused || CONNECTION_CODE.test(code) ? code : null;
  }
  return CONNECTION_SENTENCE.test(error.message) ? error.message : null;
};

/** A connection keeps this after the database takes writes again, or leads to a primary of before. The next one finds out. */
const READ_ONLY = '25006';
const IS_READ_ONLY = "select current_setting('transaction_read_only') = 'on' as is_read_only";

type Client = Pick<pg.PoolClient, 'query'>;

const encoded = (param: SqlParam): string | number | boolean | null =>
  typeof param === 'object' && param !== null ? arrayLiteral(param) : param;

/** Names of prepared statements by their texts. Statements are constants, so the map stays small. */
const names = new Map<string, string>();
const nameOf = (text: string): string => {
  const name = names.get(text) ?? `cairn_${names.size}`;
  names.set(text, name);
  return name;
};

const asking = (prepare: boolean) => {
  const statement = (text: string, params: readonly SqlParam[]) => ({
    ...(prepare ? { name: nameOf(text) } : {}),
    text,
    values: params.map(encoded),
  });
  return {
    rows: async (client: Client, text: string, params: readonly SqlParam[]): Promise<readonly SqlRow[]> =>
      (await client.query(statement(text, params))).rows,
    values: async (client: Client, text: string, params: readonly SqlParam[]) =>
      (await client.query<unknown[]>({ ...statement(text, params), rowMode: 'array' })).rows,
  };
};
type Ask = ReturnType<typeof asking>;

/** Creates a session that sends nothing after `end`, because another transaction may have the client by then. */
const createSession = (client: Client, ask: Ask): SqlSession & { end(): void } => {
  let isOver = false;
  const alive = (): Client => {
    if (isOver) throw new Error('the transaction is over');
    return client;
  };
  return {
    query: async (text, params = []) => ask.rows(alive(), text, params),
    values: async (text, params) => ask.values(alive(), text, params),
    exec: async (text) => {
      await alive().query(text);
    },
    end: () => {
      isOver = true;
    },
  };
};

const setLimits = (client: Client, limits: TimeLimits | null, ask: Ask): Promise<unknown> => {
  // `set` instead of a query, so that `work` may still choose its isolation level.
  if (limits === null) return client.query('set local lock_timeout = 0; set local statement_timeout = 0');
  const { lockMs, statementMs } = limits;
  return ask.rows(client, SET_LIMITS, [lockMs, statementMs, IDLE_TIMEOUT_MS].map(String));
};

const resultOf = <T>(outcome: PromiseSettledResult<T>): T => {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
};

const transact = async <T>(
  client: Client,
  work: (session: SqlSession) => Promise<T>,
  limits: TimeLimits | null,
  ask: Ask,
): Promise<T> => {
  const session = createSession(client, ask);
  // Sent together, so that `begin` costs no round trip. All are awaited, so that none arrives after the rollback.
  const [begun, limited, done] = await Promise.allSettled([
    client.query('begin'),
    setLimits(client, limits, ask),
    work(session),
  ]);
  session.end();
  resultOf(begun);
  resultOf(limited);
  const value = resultOf(done);
  const { command } = await client.query('commit');
  // After a failed statement, Postgres answers a commit with ROLLBACK.
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
  return value;
};

const openPool = ({ url, prepare, connectionsMax }: PostgresOptions): pg.Pool => {
  // A pooler may refuse start-up settings. Without them, the planner relies on the database's statistics.
  const settings = prepare ? { ...PREPARED_SETTINGS, ...CONNECTION_LIMITS } : {};
  const pool = new pg.Pool({
    connectionString: connectionUrl(url, settings),
    max: connectionsMax ?? POSTGRES_CONNECTIONS_MAX,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: CONNECTION_S_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'cairn-server',
  });
  // The statement's own error reaches the caller. The pool opens another connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

export const createPostgresDatabase = (options: PostgresOptions): SqlDatabase => {
  const { prepare } = options;
  const pool = openPool(options);
  const ask = asking(prepare);

  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      const value = await work(client);
      client.release();
      return value;
    } catch (error) {
      client.release(connectionError(error) !== null || sqlState(error) === READ_ONLY);
      throw error;
    }
  };

  /**
   * Runs `work` on one client of the pool, and throws its error. Postgres reports an error before it releases the statement's locks, so
   * the caller gets the error only after a second statement is answered. On a lost connection the second statement fails too.
   */
  const alone = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
    withClient(async (client) => {
      try {
        return await work(client);
      } catch (error) {
        await client.query('select').catch(() => {});
        throw error;
      }
    });

  const transaction: SqlDatabase['transaction'] = (work, limits) =>
    withClient(async (client) => {
      try {
        return await transact(client, work, limits, ask);
      } catch (error) {
        await client.query('rollback').catch(() => client.end());
        throw error;
      }
    });

  const session: SqlSession = {
    query: (text, params = []) => alone((client) => ask.rows(client, text, params)),
    values: (text, params) => alone((client) => ask.values(client, text, params)),
    exec: (text) => alone(async (client) => void (await client.query(text))),
  };

  return {
    ...session,
    transaction,
    // Without prepared statements the connection has no limits of its own, so a transaction sets them.
    single: (work) => (prepare ? work(session) : transaction(work, SINGLE_LIMITS)),
    unavailable: (error) => transientState(error) ?? connectionError(error),
    whyNoWrites: async () => {
      try {
        await alone(async (client) => {
          const [row] = await ask.rows(client, IS_READ_ONLY, []);
          // Fails as a write would, so that the next question asks over a new connection.
          if (row?.is_read_only === true) throw Object.assign(new Error('read-only'), { code: READ_ONLY });
        });
        return null;
      } catch (error) {
        return sqlState(error) === READ_ONLY ? 'It is read-only.' : null;
      }
    },
    close: () => (pool.ending ? Promise.resolve() : atMost(CLOSE_MS_MAX, pool.end())),
  };
};

/** Quotes an element of an array. The library's own quoting took a tenth of the time of a push. */
const quoted = (text: string): string =>
  text.includes('"') || text.includes('\\') ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : `"${text}"`;

/** Returns an array literal of Postgres: `{"a","b"}` or `{1,2}`. */
export const arrayLiteral = (values: readonly string[] | readonly number[]): string =>
  `{${values.map((value) => (typeof value === 'number' ? String(value) : quoted(value))).join(',')}}`;
