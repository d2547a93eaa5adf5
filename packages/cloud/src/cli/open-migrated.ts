/** Opens the configured database and migrates it. The error is a sentence that says what to set. */
import { err, ok, type Result } from '@cairn/schema';
import { isMade, openDatabase } from '../adapters/open-database.ts';
import type { ServerConfig } from '../config.ts';
import { allDatabases, FIRST } from '../config-database.ts';
import { type SqlDatabase, sqlState } from '../sql/database.ts';
import { type MigrationOutcome, migrate } from '../sql/migrate.ts';
import { sharedDatabase } from '../sql/shared-database.ts';

const SETTINGS =
  'Run this command with the settings of the server (CAIRN_SERVER_DATA or DATABASE_URL), and as a user who may read its folder.';

const migrationRefusal = (outcome: MigrationOutcome): string | null => {
  switch (outcome.kind) {
    case 'migrated':
      return null;
    case 'missing':
      return `There is no database of cairn-server there: it has no tables of Cairn. ${SETTINGS} \`cairn-server migrate\` makes the tables of a new one.`;
    case 'encoding':
      return `The database has the encoding ${outcome.found}, and Cairn needs UTF8. Make another: createdb --encoding UTF8 --template template0 NAME.`;
    case 'newer':
      return `The database was written by a newer cairn-server (migration ${outcome.found}, this one knows ${outcome.known}). Update cairn-server.`;
    case 'altered':
      return `The database's migration "${outcome.name}" differs from that of this cairn-server. It does not come from a release; restore a backup.`;
  }
};

/** Mistakes in the settings, by SQLSTATE: the database answers and refuses. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong. Correct DATABASE_URL',
  '28000': 'this user may not log in from here. Correct the user in DATABASE_URL, or pg_hba.conf',
  '3D000': 'there is no database of this name. Create it (`createdb`), or correct the name in DATABASE_URL',
  '42501':
    'this user may not create tables there. Make it the owner of the database, or `grant create on database … to …`',
  '25006': 'it is a read-only replica. Set DATABASE_URL to the primary',
  CA001:
    'its schema public has something else called "memories", which is the name of the view of readable vaults. Rename it, or give Cairn a project of its own',
  '53300': 'it has no free connection. Raise its max_connections, or run fewer servers',
};

const NO_PASSWORD =
  'it needs a password, and DATABASE_URL has none: postgres://user:password@host/name, or set PGPASSWORD';

/** Node's codes of a certificate that is not accepted. */
const CERTIFICATE = /^(?:CERT_|DEPTH_ZERO_|ERR_TLS_|SELF_SIGNED_|UNABLE_TO_)/;

/** Returns what is wrong between the two about TLS. The client library's own errors have no code. */
const tlsSentence = (error: Error): string | undefined => {
  if (error.message === 'The server does not support SSL connections')
    return 'it offers no TLS. Remove sslmode from DATABASE_URL, or turn ssl on in postgresql.conf';
  if (/^SECURITY WARNING: Using sslmode=verify-ca/.test(error.message))
    return "sslmode=verify-ca needs the authority's certificate: add sslrootcert=FILE to DATABASE_URL, or take verify-full";
  if (sqlState(error) === '28000' && error.message.endsWith('no encryption'))
    return `${error.message}. It may want TLS: add ?sslmode=require to DATABASE_URL. Or correct pg_hba.conf`;
  return CERTIFICATE.test(sqlState(error))
    ? `its certificate is not accepted (${error.message}). Name the authority's certificate by sslrootcert=FILE in DATABASE_URL, and the host as the certificate names it`
    : undefined;
};

const openingSentence = (error: unknown): string | undefined => {
  const tls = error instanceof Error ? tlsSentence(error) : undefined;
  if (tls !== undefined) return tls;
  // The client library found no password. Its error has no SQLSTATE.
  if (error instanceof Error && /^SASL: .*password/.test(error.message)) return NO_PASSWORD;
  // This user may not open the socket, or a file that DATABASE_URL names.
  if (error instanceof Error && /^(?:EACCES|EPERM)$/.test(sqlState(error)))
    return `${error.message}. Run cairn-server as a user who may, or correct DATABASE_URL`;
  return REFUSALS[sqlState(error)];
};

/** Returns why the database cannot be used. Null if the error is a bug. */
const openingRefusal = (
  config: ServerConfig['database'],
  database: SqlDatabase,
  error: unknown,
): string | null => {
  const reason = database.unavailable(error);
  if (config.kind === 'pglite')
    return reason === null ? null : `The embedded database in ${config.folder} cannot be used (${reason}).`;
  const said = openingSentence(error);
  if (said !== undefined) return `The database of DATABASE_URL cannot be used: ${said}.`;
  return reason === null
    ? null
    : `The database does not answer (${reason}). Check DATABASE_URL, and whether the database runs.`;
};

/** `mayMake` false: a database without Cairn's tables stays as it is. Else a wrong setting would look like a server without vaults. */
export const openMigrated = async (
  config: ServerConfig['database'],
  nowMs: number,
  mayMake = true,
): Promise<Result<SqlDatabase, string>> => {
  if (!mayMake && config.kind === 'pglite' && !isMade(config.folder))
    return err(`There is no database in ${config.folder}. ${SETTINGS}`);
  const opened = await openDatabase(config);
  if (!opened.ok) return opened;
  const database = opened.value;
  try {
    const refusal = migrationRefusal(await migrate(database, nowMs, mayMake));
    if (refusal === null) return ok(database);
    await database.close();
    return err(refusal);
  } catch (error) {
    await database.close();
    const refusal = openingRefusal(config, database, error);
    if (refusal === null) throw error;
    return err(refusal);
  }
};

export interface Opened {
  readonly name: string;
  readonly settings: ServerConfig['database'];
  readonly database: SqlDatabase;
}

interface Opening {
  readonly mayMake?: boolean;
  /** Called before each. */
  readonly onOpening?: (name: string) => void;
}

/** Opens and migrates all databases of a server. If one cannot be used, closes the others. [OP-20] */
export const openAllMigrated = async (
  config: ServerConfig,
  nowMs: number,
  { mayMake = true, onOpening = () => {} }: Opening = {},
): Promise<Result<readonly Opened[], string>> => {
  const opened: Opened[] = [];
  const refuse = async (sentence: string) => {
    await Promise.all(opened.map(({ database }) => database.close()));
    return err(sentence);
  };
  for (const { name, database: settings } of allDatabases(config)) {
    onOpening(name);
    const one = await openMigrated(settings, nowMs, mayMake);
    if (!one.ok) return refuse(name === FIRST ? one.error : `"${name}" of CAIRN_DATABASES: ${one.error}`);
    opened.push({ name, settings, database: one.value });
  }
  const shared = await sharedDatabase(opened);
  if (shared === null) return ok(opened);
  const [one, other] = shared;
  return refuse(`"${one}" and "${other}" are one database. Remove "${other}" from CAIRN_DATABASES.`);
};
