/** Composes the daemon: the lock, the store, the services, the listeners. One process per device; a second one exits at once. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { ELSEWHERE, lockHolder, type Paths, processStart, takeLock, VERSION } from '@cairn/client/device';
import { type Answer, isRemoteFailure } from '@cairn/core';
import {
  type CairnError,
  type Checked,
  err,
  errorText,
  isShortOfFiles,
  ok,
  orElse,
  systemCodeOf,
  UNWRITABLE_CODES,
  unwritable,
} from '@cairn/schema';
import { createBackupFolder } from './adapters/backup-folder.ts';
import { createConfigReader } from './adapters/config-reader.ts';
import { takeKernelLock } from './adapters/kernel-lock.ts';
import type { Doors } from './adapters/listen.ts';
import { createLog } from './adapters/log.ts';
import { keepPresent } from './adapters/presence.ts';
import { makePrivateFolders } from './adapters/private-file.ts';
import { copyFolders, removeLeftCopies } from './adapters/reading-copies.ts';
import { reportStart } from './adapters/start-report.ts';
import { systemClock } from './adapters/system-time.ts';
import {
  createStopReasons,
  endOnUncaught,
  type StopReasons,
  stopOnSignals,
} from './adapters/until-stopped.ts';
import { openServiceDoors } from './composition/doors.ts';
import { openInstance } from './composition/instance.ts';
import { createHomeScopes } from './composition/scopes.ts';
import type { Log } from './services/log.ts';
import { createTurns } from './services/turns.ts';

export interface DaemonOptions {
  readonly paths: Paths;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hostName: string;
  /** Whether to log to standard error, too. */
  readonly foreground: boolean;
  /** Shows the person why no daemon starts. */
  readonly complain: (sentence: string) => void;
}

/** Grace period for running requests when the daemon stops. */
const GRACE_MS = 5_000;
const TOKEN_BYTES = 32;

/** Runs until something stops it. Returns the exit code. */
export const runDaemon = async (options: DaemonOptions): Promise<number> => {
  const { paths } = options;
  const lock = takeOwnLock(paths);
  if (!lock.ok) return failStart(options, lock.error, null);
  if (lock.value.kind === 'held') {
    const who = lock.value.pid === ELSEWHERE ? 'in another container' : `pid ${lock.value.pid}`;
    options.complain(`The daemon already runs here, ${who}.`);
    await reportStart({ kind: 'held', pid: lock.value.pid });
    return 0;
  }
  const log = createLog({ path: paths.log, foreground: options.foreground });
  endOnUncaught(log);
  // The lock is released before the failure is reported, so that the caller can try again at once.
  const held = lock.value;
  removeLeftCopies(copyFolders(options.env), systemClock.nowMs());
  const started = await withRelease(paths, held, () => start(options, held, log));
  if (!started.ok) return failStart(options, started.error, log);
  await reportStart({ kind: 'ready' });
  const { stopSignal } = started.value.reasons;
  if (!stopSignal.aborted) await once(stopSignal, 'abort');
  await started.value.stop();
  held.release();
  log.info('stopped');
  return 0;
};

type Lock = Extract<ReturnType<typeof takeLock>, { kind: 'taken' }>;

/** Releases the lock if the work fails. */
const withRelease = async (paths: Paths, lock: Lock, work: () => Answer<Started>) => {
  try {
    const started = await work();
    if (started.ok) return started;
    letGo(lock);
    return isShortOfFiles(started.error.message) ? err(unwritable('EMFILE', paths.home, '')) : started;
  } catch (error) {
    letGo(lock);
    // A remote database may become unreachable between two steps of the start.
    if (isRemoteFailure(error)) return err(error.cairnError);
    const code = isShortOfFiles(String(error)) ? 'EMFILE' : systemCodeOf(error);
    if (UNWRITABLE_CODES.has(code)) return err(unwritable(code, paths.home, String(error)));
    throw error;
  }
};

/** Releases the lock and ignores errors, because the next daemon takes over the lock of an ended process. */
const letGo = (lock: Lock): void => orElse(lock.release, undefined);

const takeOwnLock = (paths: Paths): Checked<ReturnType<typeof takeLock>> => {
  try {
    makePrivateFolders(paths.folders);
    const kernel = takeKernelLock(`${paths.lock}.kernel`);
    if (kernel === null) return ok({ kind: 'held', pid: lockHolder(paths.lock) ?? ELSEWHERE });
    const lock = takeLock(paths.lock, 'daemon');
    if (lock.kind === 'held') {
      kernel.release();
      return ok(lock);
    }
    const release = (): void => {
      kernel.release();
      lock.release();
    };
    return ok({ ...lock, release });
  } catch (error) {
    return err(unwritable(systemCodeOf(error), paths.home, errorText(error)));
  }
};

const failStart = async (
  { complain, paths }: DaemonOptions,
  error: CairnError,
  log: Log | null,
): Promise<number> => {
  const { kind } = error;
  const message = kind === 'storage_corrupt' && !error.retryable ? howToReplace(paths) : error.message;
  log?.error(message, { kind });
  complain(message);
  await reportStart({ kind: 'failed', reason: kind, message });
  return 1;
};

/** Returns how to replace a damaged database. `cairn restore` needs no daemon for it. [RL-43] */
const howToReplace = ({ database, backups }: Paths): string => {
  const newest = orElse(() => createBackupFolder(backups, database).list().at(-1), undefined);
  const file = newest === undefined ? 'FILE' : join(backups, newest);
  return `The database ${database} is damaged, and no daemon can open it. \`cairn restore ${file}\` replaces it with a backup${newest === undefined ? '' : ' (this is the newest copy)'}. Without a backup, move it elsewhere, with its -wal and -shm files if they exist. \`cairn join\` or \`cairn recover\` then fetches what a vault has.`;
};

interface Started {
  readonly reasons: StopReasons;
  stop(): Promise<void>;
}

const start = async (options: DaemonOptions, lock: Lock, log: Log): Answer<Started> => {
  const { paths, hostName } = options;
  const reader = createConfigReader(paths, options.env, hostName);
  if (!reader.ok) return reader;
  const config = reader.value.load();
  if (!config.ok) return config;
  const reasons = createStopReasons(log);
  const turns = createTurns(systemClock.nowMs);
  const shared = { reasons, log, reader: reader.value, renewLock: lock.renew, turns };
  const scopes = createHomeScopes({ ...options, config: config.value, shared, own: () => services });
  const instance = await openInstance(options, config.value, { ...shared, scopes, personal: null });
  if (!instance.ok) return instance;
  const { services } = instance.value;

  stopOnSignals(reasons);
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const doors = await openServiceDoors(paths, config.value, services, token, scopes);
  if (!doors.ok) {
    await instance.value.close();
    return doors;
  }
  await instance.value.begin();
  scopes.begin();
  const presence = keepPresent({
    ...{ paths, token, log, renewLock: lock.renew, doors: doors.value, stop: reasons.stop },
    daemonJson: daemonJsonOf(doors.value, config.value.store?.url ?? null),
    hasFile: config.value.store === null,
  });
  log.info('ready', { version: VERSION, port: doors.value.port });
  return ok({
    reasons,
    stop: async () => {
      presence.hide();
      await Promise.all([instance.value.rest(), doors.value.close(GRACE_MS)]);
      await scopes.end();
      await instance.value.close();
      presence.remove();
    },
  });
};

/** Returns the text of `daemon.json`. */
const daemonJsonOf = ({ port, socket }: Doors, store: string | null): string => {
  const startedAt = new Date(systemClock.nowMs()).toISOString();
  const own = { pid: process.pid, processStart: processStart(process.pid) ?? 'unknown' };
  return `${JSON.stringify({ ...own, port, version: VERSION, startedAt, socket, store })}\n`;
};
