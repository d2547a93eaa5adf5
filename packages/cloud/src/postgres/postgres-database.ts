/** A Postgres through node-postgres. Statements of a transaction go out without waiting for the answers before them. */
import { LIMITS } from '@cairn/schema';
import pg from 'pg';
import {
  PREPARED_SETTINGS,
  type SqlDatabase,
  type SqlParam,
  type SqlRow,
  type SqlSession,
  type TimeLimits,
  transientState,
} from '../sql/database.ts';
import { atMost } from './at-most.ts';
import { connectionUrl } from './listener.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Prepared statements; off behind a pooler that hands out a connection per transaction. */
  readonly prepare: boolean;
  readonly connectionsMax?: number;
}

export const POSTGRES_CONNECTIONS_MAX = 10;
const CONNECT_MS_MAX = 10_000;
const CLOSE_MS_MAX = 5_000;
const KEEP_ALIVE_MS = 60_000;
/** Postgres frees what a connection has piled up. */
const CONNECTION_S_MAX = 3_600;

const SET_LIMITS = `select set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true),
  set_config('idle_in_transaction_session_timeout', $3, true)`;
/** A transaction of ours is never idle for long: what waits that long is a client that is gone. */
const IDLE_TIMEOUT_MS = 10_000;

const SINGLE_LIMITS = { lockMs: LIMITS.lockTimeoutMs, statementMs: LIMITS.statementTimeoutMs };

/** Of what stands alone. A push of many writers is one statement, and may take longer than one of a transaction. */
const CONNECTION_LIMITS = {
  lock_timeout: LIMITS.lockTimeoutMs,
  statement_timeout: 6 * LIMITS.statementTimeoutMs,
};

/** Errors of the connection rather than of Postgres have no SQLSTATE: a code of the system, or a sentence of the library. */
const CONNECTION_CODE = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/;
const CONNECTION_SENTENCE = /^(?:Connection terminated|Client has encountered a connection error)|timeout/;

const connectionError = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null;
  if ('code' in error)
    return typeof error.code === 'string' && CONNECTION_CODE.test(error.code) ? error.code : null;
  return CONNECTION_SENTENCE.test(error.message) ? error.message : null;
};

type Client = Pick<pg.PoolClient, 'query'>;

const encoded = (param: SqlParam): string | number | boolean | null =>
  typeof param === 'object' && param !== null ? arrayLiteral(param) : param;

/** A statement stays prepared under its name. Our statements are constants, so there are few. */
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

/** Nothing is asked once `end` was called: by then another transaction may have the client. */
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
  // No query, so that the work may still choose its isolation.
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
  // Sent together, so that beginning costs no round trip. All are awaited, so that none comes after the rollback.
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
  // Postgres answers so when a statement had failed.
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
  return value;
};

const openPool = ({ url, prepare, connectionsMax }: PostgresOptions): pg.Pool => {
  // A pooler may refuse start-up settings; it comes with a database that has statistics.
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
  // The caller that has the connection is told by its own statement; the pool opens another.
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
      client.release(connectionError(error) !== null);
      throw error;
    }
  };

  /**
   * Postgres tells an error before it frees the locks: they are free once it has answered something else. The first error is the one
   * that the caller needs; a line that is gone fails here too.
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
    // A statement that stands alone and waits for nothing but a lock is limited by the connection, where that may be told so.
    single: (work) => (prepare ? work(session) : transaction(work, SINGLE_LIMITS)),
    unavailable: (error) => transientState(error) ?? connectionError(error),
    close: () => (pool.ending ? Promise.resolve() : atMost(CLOSE_MS_MAX, pool.end())),
  };
};

/** The library escapes arrays element by element with regular expressions, which took a tenth of a push. */
const quoted = (text: string): string =>
  text.includes('"') || text.includes('\\') ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : `"${text}"`;

/** An array as Postgres reads it: `{"a","b"}` or `{1,2}`. */
export const arrayLiteral = (values: readonly string[] | readonly number[]): string =>
  `{${values.map((value) => (typeof value === 'number' ? String(value) : quoted(value))).join(',')}}`;
