import type { SqlDatabase } from './database.ts';

interface Named {
  readonly name: string;
  readonly database: SqlDatabase;
}

/** Takes a lock with a random key, because another server may look at the same time. */
const LOCK = `select pg_advisory_xact_lock(key)::text as locked, key::text as key
  from (select (random() * 9e15)::bigint as key) as made`;
const IS_FREE = 'select pg_try_advisory_xact_lock($1::bigint) as free';

/**
 * Returns two names of one database, or null. Two addresses of a database differ when one is a pooler. Each database has its own
 * advisory locks, so a lock that is taken through one name is taken through the other one only in the same database. [OP-20]
 */
export const sharedDatabase = async (all: readonly Named[]): Promise<readonly [string, string] | null> => {
  for (const [at, { name, database }] of all.entries()) {
    const others = all.slice(at + 1);
    if (others.length === 0) return null;
    const same = await database.transaction(async (session) => {
      const [row] = await session.query(LOCK);
      for (const other of others) {
        const [answer] = await other.database.query(IS_FREE, [String(row?.key)]);
        if (answer?.free === false) return other.name;
      }
      return null;
    }, null);
    if (same !== null) return [name, same];
  }
  return null;
};
