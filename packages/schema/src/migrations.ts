/**
 * The migrations of both databases, read from their SQL files. The build runs this module and puts what it exports in its place, so
 * that a program carries its migrations and reads no file.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Migration {
  readonly version: number;
  readonly name: string;
  /** SHA-256 of `sql`, hex. */
  readonly checksum: string;
  readonly sql: string;
}

const textOf = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

const migrationOf = (version: number, name: string, path: string): Migration => {
  const sql = textOf(path)
    .replaceAll(/--> statement-breakpoint\n?/g, '\n')
    .trim();
  return { version, name, checksum: hash('sha256', sql), sql };
};

const migrationsOf = (folder: string): readonly Migration[] => {
  const journal: { entries: { idx: number; tag: string }[] } = JSON.parse(
    textOf(`./migrations/${folder}/meta/_journal.json`),
  );
  return journal.entries.map(({ idx, tag }) => migrationOf(idx, tag, `./migrations/${folder}/${tag}.sql`));
};

export const LOCAL_MIGRATIONS = migrationsOf('local');
export const CLOUD_MIGRATIONS = migrationsOf('cloud');
/** It is no migration: it is applied again when it has changed. Its place among them is a number that none of them has. */
export const SUPABASE_ACCESS = migrationOf(-1, 'supabase', './migrations/supabase/access.sql');
