/** One connection that listens, for as long as it lives. It is never mended: who loses one opens another. */
import pg from 'pg';
import { atMost } from './at-most.ts';

export interface Listener {
  /** To every listener of the channel, this one too. Rejects when the connection is gone. */
  notify(text: string): Promise<void>;
  close(): Promise<void>;
}

interface ListenerDeps {
  /** The address of a connection that is one session throughout: no pooler in transaction mode. */
  readonly url: string;
  readonly channel: string;
  readonly onMessage: (text: string) => void;
  /** Once, unless `close` came first. */
  readonly onLost: () => void;
}

const CONNECT_MS_MAX = 5_000;
const CLOSE_MS_MAX = 1_000;

/** Resolves when it listens; rejects when it cannot. */
export const openListener = async (deps: ListenerDeps): Promise<Listener> => {
  let listens = false;
  let over = false;
  const client = new pg.Client({
    connectionString: connectionUrl(deps.url, {}),
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    application_name: 'cairn-server hints',
  });
  // The line is given up either way.
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
    notify: async (text) => {
      await client.query('select pg_notify($1, $2)', [deps.channel, text]);
    },
    close: () => {
      over = true;
      return end();
    },
  };
};

/**
 * The URL that node-postgres is given: our settings join those that the URL has, and `sslmode` means what it means to psql
 * (`require` encrypts, `verify-full` also asks for a known certificate).
 */
export const connectionUrl = (url: string, settings: Readonly<Record<string, string | number>>): string => {
  const parsed = new URL(url);
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const options = [parsed.searchParams.get('options'), ...ours].filter((one) => one !== null);
  if (options.length > 0) parsed.searchParams.set('options', options.join(' '));
  if (parsed.searchParams.has('sslmode')) parsed.searchParams.set('uselibpqcompat', 'true');
  return parsed.href;
};
