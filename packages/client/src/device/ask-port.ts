/** The daemon's other door, for when its socket's file is gone. Beside `http.ts`, whose declarations are read without Node's. [RL-20] */
import { createConnection, type Socket } from 'node:net';
import { isAlive } from '../adapters/process-identity.ts';
import type { RunningDaemon } from './daemon-file.ts';

export const byPort = ({ port }: Pick<RunningDaemon, 'port'>): Socket =>
  createConnection({ host: '127.0.0.1', port, noDelay: true });

/** A tidier of old files took the socket's file. The port of a daemon that is gone may belong to somebody else. */
export const mayAskPort = ({ socket, pid }: RunningDaemon): boolean => socket !== null && isAlive(pid);

const NOBODY_LISTENS = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK', 'ENOTDIR', 'EACCES']);

/** Nobody took the connection, so nothing was done. */
export const isRefusal = (error: Error): boolean => 'code' in error && NOBODY_LISTENS.has(String(error.code));
