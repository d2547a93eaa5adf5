/**
 * Runs the daemon's API inside a command when the home cannot be written: a full disk, a read-only file system, somebody else's folder.
 * It takes no lock, opens no listener and writes nothing there. Reads work, and writes are refused with the reason. [RL-22]
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type DaemonClient, type Paths, readAnswer } from '@cairn/client/device';
import { type Answer, openEngine } from '@cairn/core';
import { type CairnError, defined, err, ok } from '@cairn/schema';
import { createConfigReader } from './adapters/config-reader.ts';
import { createLog } from './adapters/log.ts';
import { seeLostTail } from './adapters/lost-tail.ts';
import { copyFolders, copyName, removeLeftCopies } from './adapters/reading-copies.ts';
import { systemClock } from './adapters/system-time.ts';
import { createServiceApp } from './composition/doors.ts';
import { createServices } from './composition/services.ts';
import { createEngineBox } from './services/engine-box.ts';
import { createEventBus } from './services/events.ts';
import { createTurns } from './services/turns.ts';

export interface ReadingOptions {
  readonly paths: Paths;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Why no daemon can run. Writes are refused with it. */
  readonly why: CairnError;
}

export interface Reading extends Pick<DaemonClient, 'request'> {
  close(): void;
}

export const openReading = async ({ paths, env, why }: ReadingOptions): Answer<Reading> => {
  const hostName = hostname();
  const reader = createConfigReader(paths, env, hostName);
  if (!reader.ok) return reader;
  // No embedder and no model is used, because their results could not be stored.
  const config = reader.value.load();
  if (!config.ok) return config;
  // A database on a server needs an owner, which would have to be stored here.
  if (config.value.store !== null) return err(why);
  const log = createLog({ path: paths.log, foreground: false });
  const events = createEventBus();
  // Read before the database is opened, because opening it removes the evidence.
  const lostTail = seeLostTail(paths.database, systemClock.nowMs());
  const folders = copyFolders(env);
  removeLeftCopies(folders, systemClock.nowMs());
  const box = createEngineBox(() =>
    openEngine({
      path: paths.database,
      deviceName: config.value.deviceName,
      reading: { why, copyFolders: folders, copyName: copyName() },
    }),
  );
  const opened = await box.open();
  if (!opened.ok) return opened;
  const stopSignal = new AbortController().signal;
  const services = createServices({ paths, hostName }, config.value, {
    ...{ box, events, log, lostTail, reader: reader.value, scopes: null, personal: null },
    ...{ renewLock: () => false, turns: createTurns(systemClock.nowMs) },
    reasons: { stopSignal, stop: () => undefined },
  });
  const token = randomBytes(32).toString('hex');
  const app = createServiceApp(paths, config.value, services, token, () => 0, null);
  return ok({
    request: async (method, path, body, { signal } = {}) => {
      if (method !== 'GET' && !ASKING.test(path)) return err({ ...why, status: null, problem: null });
      const request = new Request(`http://127.0.0.1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...defined({ body: body === undefined ? body : JSON.stringify(body), signal }),
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

/** The POST routes that are allowed, because they only read. */
const ASKING = /^\/v1\/(?:search|context|context\/prompt|why|schedules\/preview|doctor|hooks\/.+)(?:\?|$)/;
