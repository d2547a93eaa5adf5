/**
 * `supabase/` of the repository: the cloud migrations as the Supabase CLI applies them (`supabase db push`), and its settings.
 * Each file does nothing where `cairn-server` has done its work, and says in `cairn.migrations` what it did, so that either may
 * go first.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Numbers order the files. The CLI applies a number once, in rising order, and refuses a project that knows one which is not here.
 * So whatever changes gets a number above all others: migrations from the fifth on at every hundred, the access behind the last
 * of them. When `access.sql` changes, its number goes to ACCESS_PAST, and ACCESS_EDITION rises unless a migration came, too.
 */
const FIRST_AT = 20261122000000;
const FIRST_WITH_ROOM = 5;
const ACCESS_EDITION = 1;
const ACCESS_PAST = [20261122000100, 20261122000601];
const migrationAt = (at) => FIRST_AT + (at < FIRST_WITH_ROOM ? at : at * 100);

const HEAD = '-- Emitted by packages/schema/scripts/emit-migrations.mjs; not written by hand.\n';
const NOW_MS = '(extract(epoch from now()) * 1000)::bigint';

const once = ({ version, name, checksum, sql }) => `${HEAD}DO $cairn_once$
BEGIN
  IF to_regclass('cairn.migrations') IS NOT NULL THEN
    IF EXISTS (SELECT FROM cairn.migrations WHERE version = ${version}) THEN
      RETURN;
    END IF;
  END IF;
  IF to_regnamespace('cairn') IS NULL THEN
    CREATE SCHEMA cairn;
  END IF;
  EXECUTE $cairn_sql$
${sql}
$cairn_sql$;
  INSERT INTO cairn.migrations (version, name, checksum, applied_at)
  VALUES (${version}, '${name}', '${checksum}', ${NOW_MS});
END
$cairn_once$;
`;

const PAST = `${HEAD}-- Access as it was; a later file says what it is.\n`;

const always = ({ version, name, checksum, sql }) => `${HEAD}${sql}

INSERT INTO cairn.migrations (version, name, checksum, applied_at)
VALUES (${version}, '${name}', '${checksum}', ${NOW_MS})
ON CONFLICT (version) DO UPDATE SET checksum = excluded.checksum, applied_at = excluded.applied_at;
`;

const CONFIG = `# For \`supabase start\` and \`supabase db push\` of the Supabase CLI. Emitted by packages/schema/scripts/emit-migrations.mjs.
project_id = "cairn"

[api]
enabled = true
# Never \`cairn\`: its tables are the server's own. Readable vaults are seen through public.memories.
schemas = ["public", "graphql_public"]
extra_search_path = ["public", "extensions"]
max_rows = 1000

[db]
major_version = 17

[db.pooler]
enabled = false

[db.migrations]
enabled = true

[db.seed]
enabled = false

[auth]
enabled = true
site_url = "http://127.0.0.1:3000"
# \`cairn login --provider\` comes back to a free port of the device.
additional_redirect_urls = ["http://127.0.0.1:*/**"]
jwt_expiry = 3600
enable_signup = true
# An anonymous user owns no vault.
enable_anonymous_sign_ins = false
# Sessions have to be signed with an asymmetric key: \`supabase gen signing-key --algorithm ES256\` makes one.
# signing_keys_path = "./signing_keys.json"
`;

/** Path below the repository's root → text. */
export const supabaseFiles = (migrations, access) => {
  const fileOf = (number, name) => `supabase/migrations/${number}_cairn_${name}.sql`;
  return new Map([
    ['supabase/config.toml', CONFIG],
    ...migrations.map((one, at) => [fileOf(migrationAt(at), one.name.replace(/^\d+_/, '')), once(one)]),
    ...ACCESS_PAST.map((number) => [fileOf(number, 'access'), PAST]),
    [fileOf(migrationAt(migrations.length - 1) + ACCESS_EDITION, 'access'), always(access)],
  ]);
};

/** Files of `supabase/` that are missing, different, or not ours. */
export const supabaseDrift = (repository, files) => {
  const wrong = [...files].filter(([path, text]) => readOrNull(join(repository, path)) !== text);
  const present =
    readOrNull(join(repository, 'supabase', 'config.toml')) === null
      ? []
      : readdirSync(join(repository, 'supabase', 'migrations'));
  const strange = present.filter((name) => !files.has(`supabase/migrations/${name}`));
  return [...wrong.map(([path]) => path), ...strange.map((name) => `supabase/migrations/${name}`)];
};

const readOrNull = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};
