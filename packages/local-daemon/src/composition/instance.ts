/** Opens a home: its store and the services over it. The daemon has one instance for itself and one for each scope. [SP-1] */
import { isInTheWay, lockTarget, type Paths } from '@cairn/client/device';
import { type Answer, type Keyring, openEngine } from '@cairn/core';
import { type Checked, errorText, ok, refuse, refuseInput } from '@cairn/schema';
import { createKeyringFile } from '../adapters/keyring-file.ts';
import { noteLostTail } from '../adapters/lost-tail.ts';
import { storePlace } from '../adapters/store-place.ts';
import { systemClock } from '../adapters/system-time.ts';
import { endOnDeath } from '../adapters/until-stopped.ts';
import type { Config } from '../config.ts';
import { createEngineBox } from '../services/engine-box.ts';
import { createEventBus } from '../services/events.ts';
import { createServices, type Foundation } from './services.ts';

export interface Place {
  readonly paths: Paths;
  readonly hostName: string;
}

export type Shared = Pick<
  Foundation,
  'reasons' | 'log' | 'reader' | 'renewLock' | 'turns' | 'scopes' | 'personal'
>;

/** Reports damaged keys, or another file in their place, before anything else begins. [RL-44] */
const canRead = (keyring: Keyring): Answer<unknown> =>
  keyring.load().then(ok, (error: unknown) => refuseInput(errorText(error)));

/** Locks the file to which the database leads as a link. Returns the function that releases the lock. */
const lockLinked = (database: string): Checked<() => void> => {
  try {
    const lock = lockTarget(database);
    if (lock.kind === 'taken') return ok(lock.release);
    return refuseInput(
      `${database} leads to a file that is open in process ${lock.pid}. End that process, then try again.`,
    );
  } catch {
    // The engine reports what is wrong there.
    return ok(() => undefined);
  }
};

export const openInstance = async (place: Place, config: Config, shared: Shared) => {
  const { database } = place.paths;
  if (config.store === null && isInTheWay(database))
    return refuse('storage_corrupt', `${database} is no file.`);
  const lock = config.store === null ? lockLinked(database) : ok(() => undefined);
  if (!lock.ok) return lock;
  const release = lock.value;
  const opened = await openLocked(place, config, shared).catch((error: unknown) => {
    release();
    throw error;
  });
  if (!opened.ok) {
    release();
    return opened;
  }
  const { close } = opened.value;
  return ok({ ...opened.value, close: () => close().finally(release) });
};

const openLocked = async (place: Place, config: Config, shared: Shared) => {
  const { paths } = place;
  const { log } = shared;
  const keys = await canRead(createKeyringFile(paths.keys));
  if (!keys.ok) return keys;
  const where = storePlace(paths, config, log);
  const events = createEventBus();
  // The engine opens after the services exist, because it reports erasures to them.
  const box = createEngineBox(() =>
    openEngine({
      ...where,
      deviceName: config.deviceName,
      tuning: config.tuning,
      onDeath: endOnDeath(log),
      onErased: services.scheduled.erased,
      onEvent: events.publish,
    }),
  );
  const lostTail = config.store === null ? noteLostTail(paths.database, systemClock.nowMs()) : null;
  if (lostTail !== null) log.warn('the write-ahead log had lost its end', { ...lostTail });
  const services = createServices(place, config, { ...shared, box, events, lostTail });
  const opened = await box.open();
  if (!opened.ok) return opened;
  return ok({
    services,
    async begin(): Promise<void> {
      // A newer program's file is only read. [ST-1]
      if (box.current().readOnly) return;
      await services.sync.begin();
      services.summaries.begin();
      services.sessions.begin();
      services.extraction.begin();
      services.documents.watch();
      services.hooks.begin();
      await services.embedding.begin();
      await services.scheduled.begin();
      services.figures.begin();
      services.used.begin();
    },
    /** Starts no more background work, and ends running work. */
    async rest(): Promise<void> {
      services.documents.close();
      services.mcp.end();
      await Promise.all([
        services.sync.end(),
        services.summaries.end(),
        services.sessions.end(),
        services.extraction.end(),
        services.embedding.end(),
        services.hooks.end(),
        services.scheduled.end(),
        services.given.end(),
        services.used.end(),
        services.branches.end(),
      ]);
    },
    /** Closes the store. Called after the last request. */
    async close(): Promise<void> {
      await services.figures.end();
      await services.access.flush();
      if (!box.current().readOnly) await box.current().checkpoint();
      await box.close();
    },
  });
};
