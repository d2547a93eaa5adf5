/**
 * How the server connects to its Postgres. A pooler in transaction mode (Supabase's port 6543, PgBouncer) may give each transaction a
 * different connection. It supports neither prepared statements nor LISTEN, so LISTEN needs a separate URL.
 */
import { err, ok, type Result } from '@cairn/schema';

export interface PostgresConfig {
  readonly kind: 'postgres';
  readonly url: string;
  /** The URL for LISTEN. If null, the server polls every 5 s for changes of other replicas. [SY-L3] */
  readonly directUrl: string | null;
  readonly prepare: boolean;
}

/** The port of Supabase's poolers in transaction mode, shared and dedicated. */
const TRANSACTION_POOLER_PORT = '6543';

const isPooler = (url: string): boolean => new URL(url).port === TRANSACTION_POOLER_PORT;

/** `prepare` undefined: the port decides. */
export const databaseConfig = (
  url: string,
  directUrl?: string,
  prepare?: boolean,
): Result<PostgresConfig, string> => {
  if (!URL.canParse(url)) return err(unreadable('DATABASE_URL'));
  if (directUrl !== undefined && !URL.canParse(directUrl)) return err(unreadable('DATABASE_DIRECT_URL'));
  if (directUrl !== undefined && isPooler(directUrl)) {
    return err(
      'DATABASE_DIRECT_URL names the pooler in transaction mode (port 6543), which cannot LISTEN: give the direct connection or the pooler in session mode, both on port 5432.',
    );
  }
  const prepares = prepare ?? !isPooler(url);
  return ok({ kind: 'postgres', url, directUrl: directUrl ?? (prepares ? url : null), prepare: prepares });
};

/** The name of the database of `DATABASE_URL` or the data folder. */
export const FIRST = 'first';

export interface NamedDatabase {
  readonly name: string;
  readonly database: PostgresConfig;
}

/** All databases of a server, the first one first. */
export const allDatabases = <T>(config: {
  readonly database: T;
  readonly otherDatabases: readonly NamedDatabase[];
}): readonly { readonly name: string; readonly database: T | PostgresConfig }[] => [
  { name: FIRST, database: config.database },
  ...config.otherDatabases,
];

const NAMED = /^([a-z][a-z0-9-]{0,30})=(postgres(?:ql)?:\/\/.+)$/;

/** Parses a list of `name=postgres://…`, separated by white space. */
export const namedDatabases = (
  text: string,
  isPostgres: boolean,
): Result<readonly NamedDatabase[], string> => {
  const databases: NamedDatabase[] = [];
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    if (!isPostgres) return err('CAIRN_DATABASES is set without DATABASE_URL: set DATABASE_URL as well.');
    const [, name, url] = NAMED.exec(word) ?? [];
    if (name === undefined || url === undefined)
      return err('CAIRN_DATABASES has to be words like two=postgres://user:password@host:5432/name.');
    if (name === FIRST)
      return err(`CAIRN_DATABASES cannot name a database "${FIRST}": that is DATABASE_URL.`);
    if (databases.some((one) => one.name === name)) return err(`CAIRN_DATABASES names "${name}" twice.`);
    const database = databaseConfig(url);
    if (!database.ok) return err(database.error.replace('DATABASE_URL', `"${name}" of CAIRN_DATABASES`));
    databases.push({ name, database: database.value });
  }
  return ok(databases);
};

const unreadable = (name: string): string =>
  `${name} cannot be read as a URL: percent-encode special characters of the password, such as # as %23.`;

/** Returns a warning for the log if changes of other replicas are seen late. */
export const poolerAdvice = (config: PostgresConfig): string | null =>
  config.directUrl === null
    ? 'DATABASE_URL is a pooler in transaction mode, which cannot LISTEN: devices on other replicas see a change up to 5 s late. Set DATABASE_DIRECT_URL (port 5432).'
    : null;
