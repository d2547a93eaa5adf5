/**
 * How the server reaches its Postgres. A pooler in transaction mode (Supabase's port 6543, PgBouncer) gives every transaction
 * another connection: no prepared statements there, and no LISTEN, which needs a URL of its own.
 */
import { err, ok, type Result } from '@cairn/schema';

export interface PostgresConfig {
  readonly kind: 'postgres';
  readonly url: string;
  /** Where LISTEN works; null: nowhere, and other replicas' changes are seen by asking every 5 s. [SY-L3] */
  readonly directUrl: string | null;
  readonly prepare: boolean;
}

interface DatabaseSettings {
  readonly url: string;
  readonly directUrl: string | undefined;
  /** Undefined: as the port suggests. */
  readonly prepare: boolean | undefined;
}

/** Supabase's poolers in transaction mode, the shared and the dedicated one. */
const TRANSACTION_POOLER_PORT = '6543';

const isPooler = (url: string): boolean => new URL(url).port === TRANSACTION_POOLER_PORT;

export const databaseConfig = ({
  url,
  directUrl,
  prepare,
}: DatabaseSettings): Result<PostgresConfig, string> => {
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

const unreadable = (name: string): string =>
  `${name} cannot be read as a URL: percent-encode special characters of the password, such as # as %23.`;

/** Advice at the start when changes of other replicas are seen late. */
export const poolerAdvice = (config: PostgresConfig): string | null =>
  config.directUrl === null
    ? 'DATABASE_URL is a pooler in transaction mode, which cannot LISTEN: devices on other replicas see a change up to 5 s late. Set DATABASE_DIRECT_URL (port 5432).'
    : null;
