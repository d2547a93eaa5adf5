/**
 * Brings the file to the present shape: versioned steps in one transaction, a snapshot before it when there is anything to
 * lose, row counts compared before it is committed. A file that a newer program wrote is left as it is. [ST-1]
 */
import { rm } from 'node:fs/promises';
import { LOCAL_MIGRATIONS } from '@cairn/schema/migrations/local';
import { isStoreFailure, storeFailure } from '../ports/store-failure.ts';
import { columnsOf } from './columns.ts';
import type { Database, Sql } from './database.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  /** SHA-256 of `sql`, hex. */
  readonly checksum: string;
  readonly sql: string;
}

/** A step in the words that it once had; with `sql` a file of then is as one of now. */
interface Earlier extends Omit<Migration, 'name'> {
  readonly becomes: string;
}

/** `newer`: made by a program that this one does not know; nothing was touched, and only reading is possible. */
export type MigrationOutcome =
  /** `isNew`: there was nothing before. */
  | { readonly kind: 'ready'; readonly applied: readonly string[]; readonly isNew: boolean }
  | { readonly kind: 'newer'; readonly message: string };

const HAS_MIGRATIONS = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'migrations'";
const HAS_TABLES =
  "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'remote_owner'";
const APPLIED = 'SELECT version, checksum FROM migrations ORDER BY version';
const RECORD = 'INSERT INTO migrations (version, name, checksum, applied_at) VALUES (?1, ?2, ?3, ?4)';
const RENEW = 'UPDATE migrations SET checksum = ?2 WHERE version = ?1';
/** Steps that were changed after they had made files: what such a file lacks. */
const EARLIER: readonly Earlier[] = [
  {
    version: 0,
    checksum: '5acf0088b098713e2af799e064f192d25ab92d3c6c824934cc59c00204ba0847',
    becomes: '75eb2672acf544e7cefc68c44be0b1867e22bed75f50b277df278fe9fbbf3f6b',
    sql: 'ALTER TABLE forgotten ADD COLUMN content_hash text',
  },
];
/** The tables whose rows nobody may lose. Those that a step adds or drops on purpose are not among them. */
const COUNTED = ['registers', 'memories', 'revisions', 'forgotten', 'outbox', 'quarantine'] as const;

export interface MigrateDeps {
  readonly database: Database;
  readonly nowMs: () => number;
  readonly migrations?: readonly Migration[];
}

/** Throws `StoreFailure` when a step fails; the file is then as it was. */
export const migrate = async ({
  database,
  nowMs,
  migrations = LOCAL_MIGRATIONS,
}: MigrateDeps): Promise<MigrationOutcome> => {
  const applied = await readApplied(database);
  if (stateOf(applied, migrations) === 'newer') return { kind: 'newer', message: NEWER };
  const pending = pendingOf(applied, migrations);
  const earlier = earlierOf(applied);
  // A remote database has none: the transaction alone has to do. [ST-3]
  const snapshot = database.path === null ? null : snapshotPath(database.path);
  if (pending.length + earlier.length > 0) {
    if (applied.length > 0 && snapshot !== null) await takeSnapshot(database, snapshot);
    await applyAll(database, { earlier, pending }, nowMs());
    // The configuration that a full-text table got in there is read when it is reopened.
    await database.reconnect();
  }
  // ST-4: a snapshot holds what may be forgotten later, so it goes as soon as it is not needed.
  if (snapshot !== null) await rm(snapshot, { force: true });
  return { kind: 'ready', applied: pending.map(({ name }) => name), isNew: applied.length === 0 };
};

export const snapshotPath = (path: string): string => `${path}.before-upgrade`;

/** The state of a file for a program that knows these migrations. */
export const stateOf = (
  applied: readonly Applied[],
  migrations: readonly Migration[],
): 'present' | 'old' | 'newer' => {
  const earlier = earlierOf(applied);
  const isKnown = (one: Applied): boolean => [...migrations, ...earlier].some((known) => isSame(known, one));
  if (!applied.every(isKnown)) return 'newer';
  return pendingOf(applied, migrations).length + earlier.length === 0 ? 'present' : 'old';
};

const isSame = (a: Applied, b: Applied): boolean => a.version === b.version && a.checksum === b.checksum;

const earlierOf = (applied: readonly Applied[]): readonly Earlier[] =>
  EARLIER.filter((one) => applied.some((other) => isSame(one, other)));

const pendingOf = (applied: readonly Applied[], migrations: readonly Migration[]): readonly Migration[] =>
  migrations.filter(({ version }) => !applied.some((one) => one.version === version));

export const NEWER =
  'This database was written by a newer version of Cairn. It can be read but not changed: update Cairn on this device.';

export interface Applied {
  readonly version: number;
  readonly checksum: string;
}

/** Throws `StoreFailure` when there are tables, but not Cairn's. */
export const readApplied = async (database: Sql): Promise<readonly Applied[]> => {
  if ((await countOf(database, HAS_MIGRATIONS)) === 0) {
    if ((await countOf(database, HAS_TABLES)) > 0)
      throw storeFailure('corrupt', 'the file is a database, but not one of Cairn');
    return [];
  }
  return (await database.all(APPLIED)).map((row) => {
    const columns = columnsOf(row);
    return { version: columns.integer(), checksum: columns.text() };
  });
};

const takeSnapshot = async (database: Database, snapshot: string): Promise<void> => {
  await rm(snapshot, { force: true });
  await database.run('VACUUM INTO ?1', [snapshot]);
};

interface Steps {
  readonly earlier: readonly Earlier[];
  readonly pending: readonly Migration[];
}

const applyAll = async (database: Database, { earlier, pending }: Steps, nowMs: number): Promise<void> => {
  const tx = await database.begin('write');
  try {
    const before = await rowCounts(tx);
    for (const { version, becomes, sql } of earlier) {
      await tx.script(sql);
      await tx.post(RENEW, [version, becomes]);
    }
    for (const { version, name, checksum, sql } of pending) {
      await tx.script(sql);
      await tx.post(RECORD, [version, name, checksum, nowMs]);
    }
    compareCounts(before, await rowCounts(tx));
    await tx.commit();
  } catch (error) {
    await tx.rollback();
    throw isDoneAlready(error) ? storeFailure('unreadable', UNRECORDED, error) : error;
  }
};

/** A step makes what is there: the file has it, and its list of steps has lost it. [RL-26] */
const isDoneAlready = (error: unknown): boolean =>
  isStoreFailure(error) && /already exists|duplicate column name/.test(error.message);

const UNRECORDED =
  'This database has an upgrade that its own list of upgrades does not name, so it is damaged or was put together by hand. Nothing was changed. `cairn restore FILE` puts a backup in its place, such as the newest file of the folder `backups`.';

const rowCounts = async (sql: Sql): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  for (const table of COUNTED) {
    const exists = `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '${table}'`;
    if ((await countOf(sql, exists)) > 0)
      counts.set(table, await countOf(sql, `SELECT count(*) FROM ${table}`));
  }
  return counts;
};

const compareCounts = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): void => {
  for (const [table, count] of before) {
    if ((after.get(table) ?? 0) < count)
      throw storeFailure('unreadable', `The upgrade would lose rows of ${table}, so it was not made.`);
  }
};

const countOf = async (sql: Sql, statement: string): Promise<number> => {
  const [row] = await sql.all(statement);
  return row === undefined ? 0 : columnsOf(row).integer();
};
