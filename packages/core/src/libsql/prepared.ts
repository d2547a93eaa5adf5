/**
 * A client whose connection caches its prepared statements. `@libsql/client` prepares every statement again, and an
 * exception tells it whether a statement returns rows. That costs half of the time of a save (six statements), without the disk.
 * The client takes a pool of connections, so it gets a pool of one connection with a caching `prepare`.
 */
import { ConnectionPool, Sqlite3Client } from '@libsql/client/sqlite3';

type Connection = ReturnType<ConnectionPool['acquireSync']>;
type Statement = ReturnType<Connection['prepare']>;

/** More than the store's constant statements. Statements of `queries` have many forms, so the cache drops the least recently used. */
const KEPT_MAX = 200;
/** Not cached: they keep the state of their preparation, or run only once. */
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

/** Caches what the client asks of every statement before each run. */
const withCachedShape = (statement: Statement): Statement => {
  statement.safeIntegers(true);
  Object.defineProperty(statement, 'safeIntegers', { value: () => statement });
  if (!statement.reader) {
    // The client takes any exception here for "gives no rows".
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
