/** Parses the environment. Every value may also come from a file that `NAME_FILE` names. */
import { err, HOUR_MS, ok, type Result } from '@cairn/schema';
import * as z from 'zod';
import {
  databaseConfig,
  type NamedDatabase,
  namedDatabases,
  type PostgresConfig,
} from './config-database.ts';
import { type SupabaseConfig, supabaseConfig } from './config-supabase.ts';
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from './ports/request-log.ts';
import type { Registration } from './ports/sync-store.ts';

export interface ServerConfig {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly database: PostgresConfig | { readonly kind: 'pglite'; readonly folder: string };
  /** Further databases by name, to which vaults may be moved. [OP-20] */
  readonly otherDatabases: readonly NamedDatabase[];
  /** Null: no Supabase session opens a vault. */
  readonly supabase: SupabaseConfig | null;
  readonly setupToken: string | null;
  readonly registration: Registration;
  /** Whether X-Forwarded-For is trusted. */
  readonly trustProxy: boolean;
  /** Null: there is no /metrics. */
  readonly metricsToken: string | null;
  /** Null: there is no /admin. */
  readonly adminToken: string | null;
  readonly logLevel: LogLevel;
  /** Null: text on a terminal, JSON elsewhere. */
  readonly logFormat: LogFormat | null;
  /** Milliseconds for which a stopping server still serves, while /readyz reports that it is not ready. */
  readonly drainMs: number;
  /** Null: no backups are made. */
  readonly backups: { readonly folder: string; readonly everyMs: number } | null;
}

interface ConfigInput {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null if the user has no home folder, such as a container's user id without an entry in /etc/passwd. */
  readonly homeFolder: string | null;
  /** Throws if the file cannot be read. */
  readonly readText: (path: string) => string;
}

const PORT_MAX = 65_535;
const SECRET_CHARS_MIN = 16;
const DRAIN_S_MAX = 60;
const BACKUP_HOURS_MAX = 168;

const secret = z
  .string()
  .regex(/^\S+$/, 'may not hold spaces')
  .min(
    SECRET_CHARS_MIN,
    `has to have at least ${SECRET_CHARS_MIN} characters: \`openssl rand -hex 32\` makes one`,
  );

const wholeNumber = (least: number, most: number, what = '') => {
  const sentence = `has to be a number ${what}from ${least} to ${most}`;
  const digits = z.string().regex(new RegExp(`^\\d{1,${String(most).length}}$`), sentence);
  return digits.transform(Number).refine((n) => n >= least && n <= most, sentence);
};

const truth = z
  .enum(['0', '1', 'false', 'true'], 'has to be 1 or 0')
  .transform((text) => text === '1' || text === 'true');

const postgresUrl = z
  .string()
  .regex(/^postgres(?:ql)?:\/\//, 'has to be a URL like postgres://user:password@host:5432/name');

const schema = z.object({
  CAIRN_SERVER_HOST: z.string().default('127.0.0.1'),
  CAIRN_SERVER_PORT: wholeNumber(0, PORT_MAX).default(8787),
  CAIRN_SERVER_DATA: z.string().optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  CAIRN_DATABASE_PREPARE: truth.optional(),
  CAIRN_DATABASES: z.string().optional(),
  SUPABASE_URL: z.string().optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().regex(/^\S+$/, 'may not hold spaces').optional(),
  SUPABASE_JWT_ISSUER: z.string().optional(),
  CAIRN_SETUP_TOKEN: secret.optional(),
  CAIRN_REGISTRATION: z.enum(['closed', 'open'], 'has to be open or closed').default('closed'),
  CAIRN_TRUST_PROXY: truth.default(false),
  CAIRN_METRICS_TOKEN: secret.optional(),
  CAIRN_ADMIN_TOKEN: secret.optional(),
  CAIRN_LOG_LEVEL: z.enum(LOG_LEVELS, `has to be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  CAIRN_LOG_FORMAT: z.enum(LOG_FORMATS, `has to be ${LOG_FORMATS.join(' or ')}`).optional(),
  CAIRN_DRAIN_SECONDS: wholeNumber(0, DRAIN_S_MAX, 'of seconds ').default(0),
  CAIRN_BACKUP_FOLDER: z.string().startsWith('/', 'has to be an absolute path').optional(),
  CAIRN_BACKUP_HOURS: wholeNumber(1, BACKUP_HOURS_MAX, 'of hours ').default(24),
});

const NAMES = Object.keys(schema.shape);

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'this user may not read',
  EISDIR: 'is a folder',
};

/** Returns undefined if neither the variable nor its file is set. An empty value counts as not set. */
const settingOf = (name: string, { env, readText }: ConfigInput): Result<string | undefined, string> => {
  const direct = env[name];
  const file = env[`${name}_FILE`];
  if (direct !== undefined && direct !== '') {
    return file === undefined || file === ''
      ? ok(direct)
      : err(`${name} and ${name}_FILE are both set: set one of them.`);
  }
  if (file === undefined || file === '') return ok(undefined);
  try {
    const text = readText(file).trim();
    return text === '' ? err(`${name}_FILE names ${file}, which is empty.`) : ok(text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return err(`${name}_FILE names ${file}, which ${UNREADABLE[code] ?? 'cannot be read'}.`);
  }
};

const dataFolder = (given: string | undefined, { env, homeFolder }: ConfigInput): Result<string, string> => {
  if (given !== undefined) return ok(given);
  const base = env.XDG_DATA_HOME;
  if (base !== undefined && base !== '') return ok(`${base}/cairn-server`);
  return homeFolder === null
    ? err('CAIRN_SERVER_DATA is not set, and this user has no home: set it to a folder for the database.')
    : ok(`${homeFolder}/.local/share/cairn-server`);
};

const databaseOf = (
  settings: z.infer<typeof schema>,
  input: ConfigInput,
): Result<ServerConfig['database'], string> => {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, CAIRN_DATABASE_PREPARE: prepare } = settings;
  if (url !== undefined) return databaseConfig(url, directUrl, prepare);
  if (directUrl !== undefined) {
    return err('DATABASE_DIRECT_URL is set without DATABASE_URL: set DATABASE_URL as well.');
  }
  const folder = dataFolder(settings.CAIRN_SERVER_DATA, input);
  return folder.ok ? ok({ kind: 'pglite', folder: folder.value }) : folder;
};

/** Kubernetes and linked containers set such variables for a service of the name `cairn-server`. */
const LINKED = /^CAIRN_SERVER_(?:SERVICE_(?:HOST|PORT)|PORT_\d+_)|^CAIRN_SERVER_(?:NAME|ENV_\w+)$/;
/** Removes variables of links. One has the name of a setting, with an address such as `tcp://10.0.0.1:8787`. */
const withoutLinks = (env: ConfigInput['env']): ConfigInput['env'] =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) =>
        !LINKED.test(name) && !(name === 'CAIRN_SERVER_PORT' && /^(?:tcp|udp):/.test(value ?? '')),
    ),
  );

/** Only the server reads variables with these prefixes, so an unknown one is an error. Otherwise a typing mistake would go unnoticed. */
const OURS = /^CAIRN_(?:SERVER|DATABASE|SETUP|REGISTRATION|TRUST|METRICS|ADMIN|LOG|DRAIN|BACKUP)/;

const unknownNames = ({ env }: ConfigInput): readonly string[] =>
  Object.keys(env).flatMap((given) => {
    const known = NAMES.some((name) => given === name || given === `${name}_FILE`);
    return known || !OURS.test(given)
      ? []
      : [`${given} is no setting. See cairn-server --help for their names.`];
  });

/** Returns the configuration, or one sentence for each mistake, which says what to set. */
export const parseConfig = (given: ConfigInput): Result<ServerConfig, readonly string[]> => {
  const input = { ...given, env: withoutLinks(given.env) };
  const values = NAMES.map((name) => ({ name, value: settingOf(name, input) }));
  const unreadable = values.flatMap(({ value }) => (value.ok ? [] : [value.error]));
  const wrong = [...unreadable, ...unknownNames(input)];
  if (wrong.length > 0) return err(wrong);
  const raw = Object.fromEntries(values.map(({ name, value }) => [name, value.ok ? value.value : undefined]));
  const result = schema.safeParse(raw);
  if (!result.success) {
    return err(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`));
  }
  const rest = result.data;
  const database = databaseOf(rest, input);
  const supabase = supabaseConfig({
    url: rest.SUPABASE_URL,
    publishableKey: rest.SUPABASE_PUBLISHABLE_KEY,
    issuer: rest.SUPABASE_JWT_ISSUER,
  });
  const others = namedDatabases(rest.CAIRN_DATABASES ?? '', rest.DATABASE_URL !== undefined);
  if (!database.ok || !supabase.ok || !others.ok)
    return err([database, supabase, others].flatMap((one) => (one.ok ? [] : [one.error])));
  return ok({
    host: rest.CAIRN_SERVER_HOST,
    port: rest.CAIRN_SERVER_PORT,
    database: database.value,
    otherDatabases: others.value,
    supabase: supabase.value,
    setupToken: rest.CAIRN_SETUP_TOKEN ?? null,
    registration: rest.CAIRN_REGISTRATION,
    trustProxy: rest.CAIRN_TRUST_PROXY,
    metricsToken: rest.CAIRN_METRICS_TOKEN ?? null,
    adminToken: rest.CAIRN_ADMIN_TOKEN ?? null,
    logLevel: rest.CAIRN_LOG_LEVEL,
    logFormat: rest.CAIRN_LOG_FORMAT ?? null,
    drainMs: rest.CAIRN_DRAIN_SECONDS * 1_000,
    backups:
      rest.CAIRN_BACKUP_FOLDER === undefined
        ? null
        : { folder: rest.CAIRN_BACKUP_FOLDER, everyMs: rest.CAIRN_BACKUP_HOURS * HOUR_MS },
  });
};
