/**
 * Connects to the daemon by its TCP port when its socket file is missing. A file of its own, so that importers of the types of
 * `http.ts` need no types of Node. [RL-20]
 */
import { createConnection, type Socket } from 'node:net';
import { isAlive } from '../adapters/process-identity.ts';
import type { RunningDaemon } from './daemon-file.ts';

export const byPort = ({ port }: Pick<RunningDaemon, 'port'>): Socket =>
  createConnection({ host: '127.0.0.1', port, noDelay: true });

/**
 * Returns true if the daemon has a socket and still runs, because then something deleted the socket file. After the daemon's end, its
 * port may belong to another program.
 */
export const mayAskPort = ({ socket, pid }: RunningDaemon): boolean => socket !== null && isAlive(pid);

/** EAGAIN: too many connections wait on the socket already. */
const NOT_ACCEPTED = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK', 'ENOTDIR', 'EACCES', 'EAGAIN']);

/** Returns true if no process accepted the connection, so nothing was done. */
export const isRefusal = (error: Error): boolean => 'code' in error && NOT_ACCEPTED.has(String(error.code));
