// `npm run test:supabase`: runs Supabase's real command line, from npm, on `supabase/` and a private Postgres with Supabase's roles. CI
// does not run it, because the program has 140 MB. Its `db diff` would need docker for a second database, so it gets two databases.

import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { prepareSupabase } from '@cairn/cloud/testing';
import { startPostgres, tempHome } from '@cairn/test-support';

const VERSION = '2.117.0';
const root = fileURLToPath(new URL('../..', import.meta.url));
const home = await tempHome('supabase-cli');
const cluster = await startPostgres();
if (cluster === null) throw new Error('this needs Postgres (Debian: apt-get install postgresql)');

const run = async (
  file: string,
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
) => {
  const env = {
    PATH: process.env.PATH,
    HOME: home.path,
    DO_NOT_TRACK: '1',
    SUPABASE_TELEMETRY_DISABLED: '1',
    ...more,
  };
  const { stdout, stderr } = await promisify(execFile)(file, [...args], { cwd, env, timeout: 240_000 });
  return `${stdout}${stderr}`;
};
const expect = (holds: boolean, what: string, said = ''): void => {
  if (!holds) throw new Error(`not so: ${what}\n${said}`);
  process.stdout.write(`${what}\n`);
};
const newProject = async (): Promise<string> => {
  const url = await cluster.createDatabase();
  await prepareSupabase(url);
  return url;
};

try {
  const program = join(home.path, 'program');
  const project = join(home.path, 'project');
  await mkdir(program);
  await cp(join(root, 'supabase'), join(project, 'supabase'), { recursive: true });
  await promisify(execFile)('npm', [
    'i',
    '--prefix',
    program,
    '--no-audit',
    '--no-fund',
    `supabase@${VERSION}`,
  ]);
  const cli = (args: readonly string[]) =>
    run(join(program, 'node_modules', '.bin', 'supabase'), args, project);
  const urlOf = (database: string) => `${database}?sslmode=disable`;
  const push = (database: string) => cli(['db', 'push', '--db-url', urlOf(database), '--yes']);
  const diff = (from: string, to: string) =>
    cli(['db', 'diff', '--use-pg-delta', '--from', urlOf(from), '--to', urlOf(to)]);

  const [pushed, served, empty] = [await newProject(), await newProject(), await newProject()];
  expect(
    (await push(pushed)).includes('Finished supabase db push'),
    'supabase db push applies supabase/migrations',
  );
  expect((await push(pushed)).includes('up to date'), 'a second one has nothing to do');
  await run(join(root, 'bin', 'cairn-server'), ['migrate'], root, { DATABASE_URL: served });
  const different = await diff(pushed, empty);
  expect(different.includes('cairn'), 'supabase db diff sees a project without them');
  const same = await diff(pushed, served);
  expect(
    same.trim() === '',
    'supabase db diff shows nothing against a database that cairn-server made',
    same,
  );
  const verified = await run(join(root, 'bin', 'cairn-server'), ['admin', 'verify'], root, {
    DATABASE_URL: pushed,
  });
  expect(
    verified.includes('everything is correct'),
    'cairn-server takes the database of supabase db push for its own',
  );
} finally {
  await cluster.stop();
  await home.remove();
}
