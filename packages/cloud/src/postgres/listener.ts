/** A connection that listens until it is lost. It is never repaired: the caller opens another. */
import pg from 'pg';
import { atMost } from './at-most.ts';

export type Listener = Awaited<ReturnType<typeof openListener>>;

interface ListenerDeps {
  /** The URL of a connection that keeps one session: no pooler in transaction mode. */
  readonly url: string;
  readonly channel: string;
  readonly onMessage: (text: string) => void;
  /** Called once, unless `close` was called before. */
  readonly onLost: () => void;
}

const CONNECT_MS_MAX = 5_000;
const CLOSE_MS_MAX = 1_000;

/** Resolves when it listens. Rejects if it cannot. */
export const openListener = async (deps: ListenerDeps) => {
  let listens = false;
  let over = false;
  const client = new pg.Client({
    connectionString: connectionUrl(deps.url, {}),
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    application_name: 'cairn-server hints',
  });
  // The connection is abandoned in either case.
  const end = (): Promise<void> => atMost(CLOSE_MS_MAX, client.end()).catch(() => {});
  const lost = (): void => {
    if (over || !listens) return;
    over = true;
    deps.onLost();
    void end();
  };
  client.on('error', lost);
  client.on('end', lost);
  client.on('notification', ({ payload }) => {
    if (!over) deps.onMessage(payload ?? '');
  });
  try {
    await client.connect();
    await client.query(`listen ${deps.channel}`);
  } catch (error) {
    await end();
    throw error;
  }
  listens = true;
  return {
    /** Notifies every listener of the channel, including this one. Rejects if the connection is lost. */
    notify: async (text: string) => {
      await client.query('select pg_notify($1, $2)', [deps.channel, text]);
    },
    close: () => {
      over = true;
      return end();
    },
  };
};

/**
 * Returns the URL for node-postgres. Adds our settings to those of the URL. `sslmode` has psql's meaning: `require` encrypts,
 * `verify-full` also checks the certificate.
 */
export const connectionUrl = (url: string, settings: Readonly<Record<string, string | number>>): string => {
  const parsed = new URL(url);
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const options = [parsed.searchParams.get('options'), ...ours].filter((one) => one !== null);
  if (options.length > 0) parsed.searchParams.set('options', options.join(' '));
  if (parsed.searchParams.has('sslmode')) parsed.searchParams.set('uselibpqcompat', 'true');
  return parsed.href;
};
