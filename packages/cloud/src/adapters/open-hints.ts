/** Joins the hints of this process with those of other replicas, if the database supports LISTEN. [SY-L3] */
import { randomBytes } from 'node:crypto';
import type { ServerConfig } from '../config.ts';
import type { Log } from '../ports/request-log.ts';
import { createReplicaChannel, type ReplicaChannel } from '../postgres/replica-channel.ts';
import type { SqlDatabase } from '../sql/database.ts';
import { NOTIFY } from '../sql/statements.ts';
import { createProcessHints } from './process-hints.ts';

interface HintsDeps {
  readonly config: ServerConfig['database'];
  readonly database: SqlDatabase;
  readonly log: Log;
}

export const openHints = ({ config, database, log }: HintsDeps) => {
  let channel: ReplicaChannel | null = null;
  const { publish, subscribe, deliver, close } = createProcessHints((shared) => channel?.share(shared));
  return {
    publish,
    subscribe,
    /** Starts to listen to other replicas. Calls `onUp` whenever hints may have been missed. */
    join: (onUp: () => void): void => {
      if (config.kind === 'pglite' || config.directUrl === null) return;
      channel = createReplicaChannel({
        ...log,
        url: config.directUrl,
        replica: randomBytes(8).toString('hex'),
        random: Math.random,
        notifyElsewhere: async (name, text) => {
          await database.query(NOTIFY, [name, text]);
        },
        onHint: deliver,
        onUp,
      });
    },
    close: async (): Promise<void> => {
      close();
      await channel?.close();
    },
  };
};
