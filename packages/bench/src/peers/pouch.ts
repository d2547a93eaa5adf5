/** Replication by PouchDB, for comparison with a bootstrap. Server and client are two processes that talk HTTP over loopback. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@cairn/schema';
import { pidAlive } from '@cairn/test-support';
import { chunksOf } from '../measure.ts';
import { endProcess } from '../processes/device.ts';
import { cleanEnv } from '../processes/places.ts';
import { tempFolder, type World } from '../world.ts';
import { isInstalled } from './is-installed.ts';

export type PouchPeer = NonNullable<Awaited<ReturnType<typeof startPouch>>>;

export interface PouchTuning {
  readonly batchSize: number;
  readonly batchesLimit: number;
}

const FILL_DOCUMENTS = 1_000;

/** Starts PouchDB. Returns null when it is missing; see `isInstalled`. */
export const startPouch = async (world: World, bodies: readonly Readonly<Record<string, unknown>>[]) => {
  if (!(await isInstalled(world, 'PouchDB', folder, ['pouchdb', 'express-pouchdb']))) return null;
  const server = start(world, 'server', [await tempFolder(world, 'pouch-server')]);
  const { url } = await answerOf(server);
  if (typeof url !== 'string') throw new Error('the PouchDB server did not say where it listens');
  const database = `${url}/memories`;
  world.say(`giving ${bodies.length} documents to a PouchDB server`);
  await send(database, 'PUT', null);
  for (const docs of chunksOf(bodies, FILL_DOCUMENTS)) await send(`${database}/_bulk_docs`, 'POST', { docs });
  return {
    /** Address of the database, and process id of its server. */
    database,
    pid: server.pid ?? 0,
    /** Returns the milliseconds until a new client on disk has every document. */
    replicate: (tuning: PouchTuning | null) =>
      replicate(world, { database, documents: bodies.length, tuning }),
  };
};

interface Replication {
  readonly database: string;
  readonly documents: number;
  readonly tuning: PouchTuning | null;
}

const replicate = async (world: World, { database, documents, tuning }: Replication): Promise<number> => {
  const place = await tempFolder(world, 'pouch');
  const options = tuning === null ? [] : [String(tuning.batchSize), String(tuning.batchesLimit)];
  const client = start(world, 'client', [database, join(place, 'memories'), ...options]);
  const answer = await answerOf(client);
  if (answer.documents !== documents)
    throw new Error(`${String(answer.documents)} of ${documents} documents were replicated`);
  return Number(answer.tookMs);
};

const start = (world: World, program: 'server' | 'client', args: readonly string[]): ChildProcess => {
  const child = fork(join(folder, `${program}.mjs`), [...args], {
    env: cleanEnv({}),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  world.cleanup.add(async () => {
    if (child.pid !== undefined && pidAlive(child.pid) && child.exitCode === null)
      await endProcess(child.pid);
  });
  return child;
};

/** Returns the first message of the process. Rejects when the process ends without one. */
const answerOf = async (child: ChildProcess): Promise<Readonly<Record<string, unknown>>> => {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of PouchDB ended with ${String(code)}`);
  });
  const [message]: unknown[] = await Promise.race([once(child, 'message'), ended]);
  // The process ends at the end of the bench, when nothing waits for its message any more.
  ended.catch(() => undefined);
  return isRecord(message) ? message : {};
};

const send = async (url: string, method: string, body: unknown): Promise<void> => {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the PouchDB server refused ${method}: ${answer.status} ${text}`);
};

/**
 * PouchDB and its HTTP server, pinned by a separate lockfile outside the workspace. Building and testing Cairn needs none of its 250
 * packages. docs/decisions says why.
 */
const folder = fileURLToPath(new URL('../../peers/pouchdb/', import.meta.url));
