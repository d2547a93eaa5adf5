/**
 * Migrates the schema `cairn` in one transaction under an advisory lock, so that servers that start together do not collide. Never
 * touches a database that a newer program has migrated. On Supabase it then grants its roles their rights.
 */
import { migrations } from '@cairn/schema/cloud-tables';
import { CLOUD_MIGRATIONS, SUPABASE_ACCESS } from '@cairn/schema/migrations';
import { eq, gte } from 'drizzle-orm';
import type { SqlDatabase, SqlSession } from './database.ts';
import { db, read, readOne, write } from './queries.ts';
import { flag, text } from './rows.ts';
import * as statements from './statements.ts';

export type MigrationOutcome =
  | { readonly kind: 'migrated'; readonly applied: readonly string[] }
  /** The database has no tables of Cairn, and they may not be made. */
  | { readonly kind: 'missing' }
  /** A new database has an encoding in which not every text can be stored. */
  | { readonly kind: 'encoding'; readonly found: string }
  /** The database has migrations that this program does not know. */
  | { readonly kind: 'newer'; readonly found: number; readonly known: number }
  /** An applied migration differs from this program's. */
  | { readonly kind: 'altered'; readonly name: string };

interface Applied {
  readonly version: number;
  readonly checksum: string;
}

const isTrue = async (session: SqlSession, statement: string): Promise<boolean> => {
  const [row] = await session.query(statement);
  return row !== undefined && flag(row, 'present');
};

const appliedMigrations = async (session: SqlSession): Promise<readonly Applied[]> => {
  if (!(await isTrue(session, statements.HAS_MIGRATIONS))) return [];
  const { version, checksum } = migrations;
  const all = db.select({ version, checksum }).from(migrations).where(gte(version, 0));
  return read(session, all.orderBy(version));
};

type Refusal = Exclude<MigrationOutcome, { kind: 'migrated' }>;

const refusal = (applied: readonly Applied[]): Refusal | null => {
  const known = CLOUD_MIGRATIONS.at(-1)?.version ?? -1;
  const found = applied.at(-1)?.version ?? -1;
  if (found > known) return { kind: 'newer', found, known };
  for (const { version, checksum } of applied) {
    const carried = CLOUD_MIGRATIONS.find((one) => one.version === version);
    if (carried?.checksum !== checksum) return { kind: 'altered', name: carried?.name ?? String(version) };
  }
  return null;
};

/** Returns why the tables may not be made here; null if they may. Databases of other encodings that have them serve sealed vaults. */
const refusalToMake = async (session: SqlSession, mayMake: boolean): Promise<Refusal | null> => {
  if (!mayMake) return { kind: 'missing' };
  const [row = {}] = await session.query(statements.ENCODING);
  const found = text(row, 'encoding');
  return found === 'UTF8' ? null : { kind: 'encoding', found };
};

/** `mayMake` false: a database without the tables stays as it is. */
export const migrate = (database: SqlDatabase, nowMs: number, mayMake = true): Promise<MigrationOutcome> =>
  database.transaction(async (session) => {
    await session.query(statements.LOCK_MIGRATIONS);
    const applied = await appliedMigrations(session);
    const refused = applied.length === 0 ? await refusalToMake(session, mayMake) : refusal(applied);
    if (refused !== null) return refused;
    if (!(await isTrue(session, statements.HAS_SCHEMA))) await session.exec(statements.CREATE_SCHEMA);
    const done = new Set(applied.map((one) => one.version));
    const due = CLOUD_MIGRATIONS.filter((one) => !done.has(one.version));
    for (const { version, name, checksum, sql } of due) {
      await session.exec(sql);
      await write(session, db.insert(migrations).values({ version, name, checksum, appliedAt: nowMs }));
    }
    const granted = await grantAccess(session, due.length > 0, nowMs);
    return { kind: 'migrated', applied: [...due.map((one) => one.name), ...granted] };
  }, null);

/** Grants rights on Supabase if the grants differ from the applied ones, and after every migration, which may add tables. [SY-S5] */
const grantAccess = async (session: SqlSession, isNew: boolean, nowMs: number) => {
  if (!(await isTrue(session, statements.HAS_SUPABASE))) return [];
  const { version, name, checksum, sql } = SUPABASE_ACCESS;
  const applied = db.select({ checksum: migrations.checksum }).from(migrations);
  const row = await readOne(session, applied.where(eq(migrations.version, version)));
  if (!isNew && row?.checksum === checksum) return [];
  await session.exec(sql);
  const done = { checksum, appliedAt: nowMs };
  const note = db.insert(migrations).values({ version, name, ...done });
  await write(session, note.onConflictDoUpdate({ target: migrations.version, set: done }));
  return [name];
};

/** Returns whether the database answers and has every migration of this program. */
export const isMigrated = async (database: SqlDatabase): Promise<boolean> => {
  const applied = await appliedMigrations(database);
  return applied.length === CLOUD_MIGRATIONS.length && refusal(applied) === null;
};
