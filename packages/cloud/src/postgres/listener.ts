/** One connection that listens, for as long as it lives. It is never mended: who loses one opens another. */
import postgres from 'postgres';

export interface Listener {
  /** To every listener of the channel, this one too. Rejects when the connection is gone. */
  notify(text: string): Promise<void>;
  close(): Promise<void>;
}

interface ListenerDeps {
  /** Of a connection that is one session throughout: no pooler in transaction mode. */
  readonly url: string;
  readonly channel: string;
  readonly onMessage: (text: string) => void;
  /** Once, unless `close` came first. */
  readonly onLost: () => void;
}

const CONNECT_TIMEOUT_S = 5;
const END_TIMEOUT_S = 1;

/** Resolves when it listens; rejects when it cannot. */
export const openListener = async (deps: ListenerDeps): Promise<Listener> => {
  let over = false;
  const settings = {
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    connect_timeout: CONNECT_TIMEOUT_S,
    onnotice: () => {},
    connection: { application_name: 'cairn-server hints' },
    onclose: () => {
      if (over) return;
      over = true;
      deps.onLost();
      void end();
    },
    // Not among the library's types, though it is what its own `listen` is made of: that one gives up when the first try to
    // listen again fails, and tells nobody.
    onnotify: (_channel: string, text: string) => {
      if (!over) deps.onMessage(text);
    },
  };
  const sql = postgres(deps.url, settings);
  const end = (): Promise<void> => sql.end({ timeout: END_TIMEOUT_S }).catch(() => {});
  try {
    await sql.unsafe(`listen ${deps.channel}`).simple();
  } catch (error) {
    over = true;
    await end();
    throw error;
  }
  return {
    notify: async (text) => {
      // The library would connect anew, and not listen.
      if (over) throw new Error('the connection is gone');
      await sql.unsafe('select pg_notify($1, $2)', [deps.channel, text], { prepare: true });
    },
    close: () => {
      over = true;
      return end();
    },
  };
};
