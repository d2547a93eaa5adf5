/**
 * Migrates the file to the present schema: versioned steps in one transaction, after a snapshot if the file has data. Row counts
 * are compared before the commit. A file that a newer program wrote is left as it is. [ST-1]
 */
import { rm } from 'node:fs/promises';
import { LOCAL_MIGRATIONS, type Migration } from '@cairn/schema/migrations';
import { isStoreFailure, storeFailure } from '../ports/store-failure.ts';
import { countOf, fromPlain, reading } from './columns.ts';
import { type Database, inTransaction, type Sql } from './database.ts';

/** A migration that was changed later. `becomes`: the checksum of its present form. `sql` updates files of the earlier form. */
interface Earlier extends Omit<Migration, 'name'> {
  readonly becomes: string;
}

/** `newer`: a newer program made the file; nothing was changed, and it can only be read. */
export type MigrationOutcome =
  /** `isNew`: the file had no migrations. */
  | { readonly kind: 'ready'; readonly applied: readonly string[]; readonly isNew: boolean }
  | { readonly kind: 'newer'; readonly message: string };

const HAS_MIGRATIONS = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'migrations'";
const HAS_TABLES =
  "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'remote_owner'";
const APPLIED = 'SELECT version, checksum FROM migrations ORDER BY version';
const RECORD = 'INSERT INTO migrations (version, name, checksum, applied_at) VALUES (?1, ?2, ?3, ?4)';
const RENEW = 'UPDATE migrations SET checksum = ?2 WHERE version = ?1';
const EARLIER: readonly Earlier[] = [
  {
    version: 0,
    checksum: '5acf0088b098713e2af799e064f192d25ab92d3c6c824934cc59c00204ba0847',
    becomes: '75eb2672acf544e7cefc68c44be0b1867e22bed75f50b277df278fe9fbbf3f6b',
    sql: 'ALTER TABLE forgotten ADD COLUMN content_hash text',
  },
];
/** The tables whose rows no migration may lose. Tables that a migration adds or drops on purpose are not listed. */
const COUNTED = ['registers', 'memories', 'revisions', 'forgotten', 'outbox', 'quarantine'] as const;

export interface MigrateDeps {
  readonly database: Database;
  readonly nowMs: () => number;
  readonly migrations?: readonly Migration[] | undefined;
}

/** Applies the pending steps. Throws `StoreFailure` when a step fails; the file is unchanged then. */
export const migrate = async ({
  database,
  nowMs,
  migrations = LOCAL_MIGRATIONS,
}: MigrateDeps): Promise<MigrationOutcome> => {
  const applied = await readApplied(database);
  if (stateOf(applied, migrations) === 'newer') return { kind: 'newer', message: NEWER };
  const pending = pendingOf(applied, migrations);
  const earlier = earlierOf(applied);
  // A remote database has no snapshot, only the transaction. [ST-3]
  const snapshot = database.path === null ? null : snapshotPath(database.path);
  if (pending.length + earlier.length > 0) {
    if (applied.length > 0 && snapshot !== null) {
      await rm(snapshot, { force: true });
      await database.run('VACUUM INTO ?1', [snapshot]);
    }
    await applyAll(database, earlier, pending, nowMs());
    // A connection reads the configuration of a full-text table only when it opens.
    await database.reconnect();
  }
  // A snapshot holds memories that may be forgotten later, so it is removed as soon as possible. [ST-4]
  if (snapshot !== null) await rm(snapshot, { force: true });
  return { kind: 'ready', applied: pending.map(({ name }) => name), isNew: applied.length === 0 };
};

export const snapshotPath = (path: string): string => `${path}.before-upgrade`;

/** Returns the state of a file for a program with these migrations. */
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

/** Reads the list of applied migrations. Throws `StoreFailure` when the tables are not Cairn's. */
export const readApplied = async (database: Sql): Promise<readonly Applied[]> => {
  if ((await countOf(database, HAS_MIGRATIONS)) === 0) {
    if ((await countOf(database, HAS_TABLES)) > 0)
      throw storeFailure('corrupt', 'the file is a database, but not one of Cairn');
    return [];
  }
  return fromPlain(await database.all(APPLIED), reading({ version: 'integer', checksum: 'text' }));
};

const applyAll = (
  database: Database,
  earlier: readonly Earlier[],
  pending: readonly Migration[],
  nowMs: number,
): Promise<void> =>
  inTransaction(database, async (tx) => {
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
  }).catch((error: unknown) => {
    throw isDoneAlready(error) ? storeFailure('unreadable', UNRECORDED, error) : error;
  });

/** True when the tables or columns of a migration exist already, although the list of migrations lacks it. [RL-26] */
const isDoneAlready = (error: unknown): boolean =>
  isStoreFailure(error) && /already exists|duplicate column name/.test(error.message);

const UNRECORDED =
  'The upgrades of this database do not match its list of upgrades: it is damaged, or was edited by hand. Nothing was changed. Run `cairn restore FILE` with a backup, such as the newest file in the folder `backups`.';

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
