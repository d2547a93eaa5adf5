/**
 * A client whose connection keeps its prepared statements. `@libsql/client` prepares every statement again and finds out by an
 * exception whether it gives rows; for a save of six statements that is half of the time that is not the disk's. The
 * client takes a pool of connections, so the one connection of ours is handed to it with a `prepare` that remembers.
 */
import { ConnectionPool, Sqlite3Client } from '@libsql/client/sqlite3';

type Connection = ReturnType<ConnectionPool['acquireSync']>;
type Statement = ReturnType<Connection['prepare']>;

/** The constants of the store are fewer than this. Those of `queries` have many forms: the one that was used least recently goes. */
const KEPT_MAX = 200;
/** These hold on to what they were prepared with, or run once. */
const RUN_ONCE = /^\s*(PRAGMA|VACUUM|ATTACH|CREATE|DROP)\b/i;

/** One connection, opened at once. `busyTimeoutMs`: how long a statement waits for another process. */
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

/** Answers what the client asks of every statement before each run, without asking SQLite again. */
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
