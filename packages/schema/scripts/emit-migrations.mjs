/**
 * Writes the repository's `supabase/` from the migrations of the cloud, drops old snapshots, and checks that nothing drifted.
 * `src/migrations/{local,cloud}/*.sql` are the truth (drizzle-kit writes them, custom ones are written by hand).
 *
 *   node scripts/emit-migrations.mjs           emit and drop
 *   node scripts/emit-migrations.mjs --check   exit 1 when `supabase/` differs from the migrations or the tables from them
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLOUD_MIGRATIONS, SUPABASE_ACCESS } from '../src/migrations.ts';
import { supabaseDrift, supabaseFiles } from './emit-supabase.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dialects = { local: 'sqlite', cloud: 'postgresql' };

/** Snapshots of the tables before the newest. drizzle-kit compares with the newest only. */
const oldSnapshots = Object.keys(dialects).flatMap((name) => {
  const folder = join(root, 'src', 'migrations', name, 'meta');
  const snapshots = readdirSync(folder).filter((one) => one.endsWith('_snapshot.json'));
  return snapshots
    .sort()
    .slice(0, -1)
    .map((one) => join(folder, one));
});

/** drizzle-kit, on a copy of the migrations: a new file means that the tables changed without one. */
const tablesDrifted = (name, dialect) => {
  const copy = mkdtempSync(join(tmpdir(), 'cairn-drift-'));
  try {
    cpSync(join(root, 'src', 'migrations', name), copy, { recursive: true });
    const before = readdirSync(copy).length;
    const run = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules', 'drizzle-kit', 'bin.cjs'),
        'generate',
        `--dialect=${dialect}`,
        `--schema=./src/${name}-tables/tables.ts`,
        `--out=${relative(root, copy)}`,
      ],
      { cwd: root, encoding: 'utf8' },
    );
    const isNew = readdirSync(copy).length !== before;
    // It ends with 0 too when it has a question and nobody to ask.
    if (run.status !== 0 || !(isNew || run.stdout.includes('No schema changes')))
      throw new Error(`drizzle-kit failed: ${run.stdout}${run.stderr}`);
    return isNew;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
};

const repository = join(root, '..', '..');
const check = process.argv.includes('--check');
const problems = [];
const forSupabase = supabaseFiles(CLOUD_MIGRATIONS, SUPABASE_ACCESS);
if (check) {
  for (const [name, dialect] of Object.entries(dialects)) {
    if (tablesDrifted(name, dialect))
      problems.push(
        `src/${name}-tables/tables.ts has no migration: run drizzle-kit generate, then \`pnpm run migrations\``,
      );
  }
  for (const path of oldSnapshots)
    problems.push(`${relative(root, path)} is of no use any more: run \`pnpm run migrations\``);
  for (const path of supabaseDrift(repository, forSupabase)) {
    problems.push(
      `${path} is not what the migrations say: run \`pnpm run migrations\`, delete what is not emitted`,
    );
  }
} else {
  for (const path of oldSnapshots) rmSync(path);
  rmSync(join(repository, 'supabase', 'migrations'), { recursive: true, force: true });
  for (const [path, text] of forSupabase) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
