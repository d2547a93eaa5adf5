/**
 * The daemon's API inside a command, on a file that cannot be written: a full disk, a file system that is mounted read-only, a
 * folder of somebody else. No lock, no door and no file of its own: everything is read, and what would write is refused with the
 * reason. [RL-22]
 */
import { randomBytes } from 'node:crypto';
import { hostname, tmpdir } from 'node:os';
import { type DaemonClient, type Paths, readAnswer } from '@cairn/client/device';
import { openEngine } from '@cairn/core';
import { type CairnError, err, ok, type Result } from '@cairn/schema';
import { createConfigReader } from './adapters/config-reader.ts';
import { createLog } from './adapters/log.ts';
import { seeLostTail } from './adapters/lost-tail.ts';
import { systemClock } from './adapters/system-time.ts';
import { createServiceApp } from './composition/doors.ts';
import { createServices } from './composition/services.ts';
import { createEngineBox } from './services/engine-box.ts';
import { createEventBus } from './services/events.ts';
import { createTurns } from './services/turns.ts';

export interface ReadingOptions {
  readonly paths: Paths;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Why there is no daemon. */
  readonly why: CairnError;
}

export interface Reading extends Pick<DaemonClient, 'request'> {
  close(): void;
}

export const openReading = async ({
  paths,
  env,
  why,
}: ReadingOptions): Promise<Result<Reading, CairnError>> => {
  const hostName = hostname();
  const reader = createConfigReader(paths, env, hostName);
  if (!reader.ok) return reader;
  // Nothing is embedded, and no model is asked: what they make could not be kept.
  const config = reader.value.load();
  if (!config.ok) return config;
  // A database on a server needs to be owned, and that is written down here.
  if (config.value.store !== null) return err(why);
  const log = createLog({ path: paths.log, foreground: false });
  const events = createEventBus();
  // The first opening makes the log sound.
  const lostTail = seeLostTail(paths.database, systemClock.nowMs());
  const box = createEngineBox(() =>
    openEngine({
      path: paths.database,
      deviceName: config.value.deviceName,
      reading: { why, copyFolders: copyFolders(env) },
    }),
  );
  const opened = await box.open();
  if (!opened.ok) return opened;
  const stopSignal = new AbortController().signal;
  const services = createServices({ paths, hostName }, config.value, {
    ...{
      box,
      events,
      log,
      reader: reader.value,
      lostTail,
      renewLock: () => false,
      scopes: null,
      about: null,
      turns: createTurns(systemClock.nowMs),
    },
    reasons: { stopSignal, stop: () => undefined },
  });
  const token = randomBytes(32).toString('hex');
  const app = createServiceApp(paths, config.value, services, token, () => 0, null);
  return ok({
    request: async (method, path, body, { signal } = {}) => {
      if (!isReading(method, path)) return err({ ...why, status: null, problem: null });
      const request = new Request(`http://127.0.0.1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      });
      const answer = await app.fetch(request, { door: 'unix' });
      return readAnswer({ status: answer.status, text: await answer.text() });
    },
    close: () => {
      services.mcp.end();
      void box.close();
    },
  });
};

/** These ask; every other request that is no GET would write. */
const ASKING = /^\/v1\/(?:search|context|context\/prompt|doctor|hooks\/.+)(?:\?|$)/;

const isReading = (method: string, path: string): boolean => method === 'GET' || ASKING.test(path);

/** In memory first: it is not the disk that is full. */
const copyFolders = (env: ReadingOptions['env']): readonly string[] =>
  [env.XDG_RUNTIME_DIR ?? '', '/dev/shm', tmpdir()].filter((folder) => folder !== '');
