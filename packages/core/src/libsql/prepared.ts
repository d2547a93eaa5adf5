/**
 * A client whose connection caches its prepared statements. `@libsql/client` prepares every statement again, and catches
 * an exception to find out whether a statement returns rows. Without disk time, that is half of the time of a save (six
 * statements). The client takes a pool of connections, so it gets a pool of one connection with a caching `prepare`.
 */
import { ConnectionPool, Sqlite3Client } from '@libsql/client/sqlite3';

type Connection = ReturnType<ConnectionPool['acquireSync']>;
type Statement = ReturnType<Connection['prepare']>;

/** More than the store's constant statements. `queries` makes statements of many forms, so the cache is an LRU. */
const KEPT_MAX = 200;
/** Statements that are not cached, because they keep the state of their preparation or run only once. */
const RUN_ONCE = /^\s*(PRAGMA|VACUUM|ATTACH|CREATE|DROP)\b/i;

/** Opens the connection. `busyTimeoutMs`: how long a statement waits for another process. */
export const createPreparedClient = (path: string, busyTimeoutMs: number): Sqlite3Client => {
  const pool = new ConnectionPool(path, { timeout: busyTimeoutMs }, 1);
  const connection = pool.acquireSync();
  const prepare = connection.prepare.bind(connection);
  const kept = new Map<string, Statement>();
  Object.defineProperty(connection, 'prepare', {
    value: (sql: string): Statement => {
      const known = kept.get(sql);
      if (known === undefined && RUN_ONCE.test(sql)) return prepare(sql);
      const statement = known ?? withCachedShape(prepare(sql));
      kept.delete(sql);
      kept.set(sql, statement);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      return statement;
    },
  });
  pool.release(connection);
  return new Sqlite3Client(pool, 'number');
};

/** Caches the properties that the client reads from every statement before each run. */
const withCachedShape = (statement: Statement): Statement => {
  statement.safeIntegers(true);
  Object.defineProperty(statement, 'safeIntegers', { value: () => statement });
  if (!statement.reader) {
    // For the client, any exception here means "returns no rows".
    const noRows = new Error('this statement gives no rows');
    return Object.defineProperty(statement, 'raw', {
      value: () => {
        throw noRows;
      },
    });
  }
  statement.raw(true);
  const columns = statement.columns();
  return Object.defineProperties(statement, {
    raw: { value: () => statement },
    columns: { value: () => columns },
  });
};
