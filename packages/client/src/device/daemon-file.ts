/**
 * Reads `daemon.json` and `daemon.token`, by which a client finds the daemon. The daemon writes both atomically when it is ready, and
 * deletes them when it stops. After a kill they may be left over.
 */
import { orElse } from '@cairn/schema';
import { isCopied } from '../adapters/lock.ts';
import { readPlain } from '../adapters/plain-file.ts';
import type { Paths } from './paths.ts';

export type RunningDaemon = NonNullable<ReturnType<typeof readRunningDaemon>>;

/** Returns null if one of the files is missing or invalid, or if the folder is a copy of the daemon's. */
export const readRunningDaemon = (paths: Pick<Paths, 'daemonFile' | 'tokenFile' | 'lock'>) =>
  orElse(() => {
    const file: Readonly<Record<string, unknown>> = { ...Object(JSON.parse(readPlain(paths.daemonFile))) };
    const token = readPlain(paths.tokenFile).trim();
    const { pid, port, version, startedAt = '', processStart = 'unknown', socket, store } = file;
    if (typeof pid !== 'number' || typeof port !== 'number' || typeof version !== 'string') return null;
    if (isCopied(paths.lock)) return null;
    return {
      pid,
      port,
      version,
      startedAt: String(startedAt),
      /** The start time of its process; `unknown` from older daemons. */
      processStart: String(processStart),
      socket: typeof socket === 'string' ? socket : null,
      token,
      /** The address of the server with the daemon's memories; null for a file on this device. */
      store: typeof store === 'string' ? store : null,
    };
  }, null);
