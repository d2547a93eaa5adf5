/**
 * Writes the SQL migrations of both databases as TypeScript modules, so that bundles carry them, and checks that nothing
 * drifted. `src/migrations/{local,cloud}/*.sql` are the truth (drizzle-kit writes them, custom ones are written by hand);
 * `src/migrations/{local,cloud,supabase}.ts` and the repository's `supabase/` are emitted.
 *
 *   node scripts/emit-migrations.mjs           emit
 *   node scripts/emit-migrations.mjs --check   exit 1 when a module differs from its files or the tables from the migrations
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { supabaseDrift, supabaseFiles } from './emit-supabase.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dialects = [
  { name: 'local', dialect: 'sqlite', constant: 'LOCAL_MIGRATIONS' },
  { name: 'cloud', dialect: 'postgresql', constant: 'CLOUD_MIGRATIONS' },
];

const folderOf = (name) => join(root, 'src', 'migrations', name);
const moduleOf = (name) => join(root, 'src', 'migrations', `${name}.ts`);

const readMigrations = (name) => {
  const journal = JSON.parse(readFileSync(join(folderOf(name), 'meta', '_journal.json'), 'utf8'));
  return journal.entries.map(({ idx, tag }) => {
    const text = readFileSync(join(folderOf(name), `${tag}.sql`), 'utf8');
    const sql = text.replaceAll(/--> statement-breakpoint\n?/g, '\n').trim();
    return { version: idx, name: tag, checksum: createHash('sha256').update(sql).digest('hex'), sql };
  });
};

const quoted = (sql) =>
  `\`\n${sql.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\n\``;

const emit = ({ name, constant }) => {
  const entries = readMigrations(name).map(
    (one) => `  {
    version: ${one.version},
    name: '${one.name}',
    checksum: '${one.checksum}',
    sql: ${quoted(one.sql)},
  },`,
  );
  return `/** Emitted by scripts/emit-migrations.mjs from the SQL files beside it; not written by hand. \`checksum\`: SHA-256 of the SQL. */
export const ${constant}: readonly {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}[] = [
${entries.join('\n')}
];
`;
};

/** drizzle-kit, on a copy of the migrations: a new file means that the tables changed without one. */
const tablesDrifted = ({ name, dialect }) => {
  const copy = mkdtempSync(join(tmpdir(), 'cairn-drift-'));
  try {
    cpSync(folderOf(name), copy, { recursive: true });
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
const ACCESS_FILE = join(root, 'src', 'migrations', 'supabase', 'access.sql');
const accessModule = join(root, 'src', 'migrations', 'supabase.ts');

/** It is no migration: it is applied again when it has changed. Its place among them is a number that none of them has. */
const readAccess = () => {
  const sql = readFileSync(ACCESS_FILE, 'utf8').trim();
  return { version: -1, name: 'supabase', checksum: createHash('sha256').update(sql).digest('hex'), sql };
};

const emitAccess = ({ version, name, checksum, sql }) =>
  `/** Emitted by scripts/emit-migrations.mjs from supabase/access.sql; not written by hand. \`checksum\`: SHA-256 of the SQL. */
export const SUPABASE_ACCESS = {
  version: ${version},
  name: '${name}',
  checksum: '${checksum}',
  sql: ${quoted(sql)},
};
`;

const check = process.argv.includes('--check');
const problems = [];
for (const one of dialects) {
  if (!existsSync(join(folderOf(one.name), 'meta', '_journal.json'))) continue;
  const text = emit(one);
  if (!check) {
    writeFileSync(moduleOf(one.name), text);
    continue;
  }
  if (!existsSync(moduleOf(one.name)) || readFileSync(moduleOf(one.name), 'utf8') !== text) {
    problems.push(`src/migrations/${one.name}.ts differs from its SQL files: run \`pnpm run migrations\``);
  }
  if (tablesDrifted(one)) {
    problems.push(
      `src/${one.name}-tables/tables.ts has no migration: run drizzle-kit generate, then \`pnpm run migrations\``,
    );
  }
}
const access = readAccess();
const forSupabase = supabaseFiles(readMigrations('cloud'), access);
if (check) {
  if (!existsSync(accessModule) || readFileSync(accessModule, 'utf8') !== emitAccess(access)) {
    problems.push('src/migrations/supabase.ts differs from supabase/access.sql: run `pnpm run migrations`');
  }
  for (const path of supabaseDrift(repository, forSupabase)) {
    problems.push(
      `${path} is not what the migrations say: run \`pnpm run migrations\`, delete what is not emitted`,
    );
  }
} else {
  writeFileSync(accessModule, emitAccess(access));
  rmSync(join(repository, 'supabase', 'migrations'), { recursive: true, force: true });
  for (const [path, text] of forSupabase) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
