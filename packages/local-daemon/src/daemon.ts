/**
 * The daemon, put together: the lock, the store, the services, the doors. One process per device; whoever comes second
 * leaves at once.
 */
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { machineZone, type Paths, readWorkspaceFile, takeLock, VERSION } from '@cairn/client/device';
import { checkBackup, countTokens, isRemoteFailure, openEngine } from '@cairn/core';
import { type CairnError, cairnError, err, ok, type Result } from '@cairn/schema';
import { type ConfigReader, createConfigReader } from './adapters/config-reader.ts';
import { createDatabaseFiles } from './adapters/database-files.ts';
import { lookAtFile, readDocument } from './adapters/document-files.ts';
import { createEmbeddingParts } from './adapters/embedding-parts.ts';
import { listFolder } from './adapters/folder-files.ts';
import { createGitProjects } from './adapters/git-projects.ts';
import { createHookParts } from './adapters/hook-parts.ts';
import { createKeyringFile } from './adapters/keyring-file.ts';
import { lazyCrypto } from './adapters/lazy-crypto.ts';
import type { Doors } from './adapters/listen.ts';
import { createLog } from './adapters/log.ts';
import { createMachineFacts } from './adapters/machine-facts.ts';
import { createPairingFile } from './adapters/pairing-file.ts';
import {
  makePrivateFolders,
  readPrivateFile,
  removePrivateFile,
  writePrivateFile,
} from './adapters/private-file.ts';
import { createScheduleParts } from './adapters/schedule-parts.ts';
import { createServerLink } from './adapters/server-link.ts';
import { createSettingsParts } from './adapters/settings-parts.ts';
import { reportStart } from './adapters/start-report.ts';
import { storePlace } from './adapters/store-place.ts';
import { summarising } from './adapters/summary-parts.ts';
import { after, sleep, steadyMs, systemClock } from './adapters/system-time.ts';
import { endOnDeath, endOnUncaught, type StopReasons, watchForStop } from './adapters/until-stopped.ts';
import type { Config } from './config.ts';
import { createMcpService } from './mcp/mcp-service.ts';
import { createPace } from './mcp/pace.ts';
import { openServiceDoors } from './service-doors.ts';
import { createAccessCounts } from './services/access-counts.ts';
import { createCare } from './services/care.ts';
import { createDayFigures } from './services/day-figures.ts';
import { createDoctor } from './services/doctor.ts';
import { createDocumentWatch } from './services/document-watch.ts';
import { createEngineBox, type EngineBox } from './services/engine-box.ts';
import { createEventBus, type EventBus } from './services/events.ts';
import { createExtraction } from './services/extraction/extraction-parts.ts';
import { createGate } from './services/gate.ts';
import { createGivenContexts } from './services/given-contexts.ts';
import { createHousekeeping } from './services/housekeeping/housekeeping.ts';
import type { Log } from './services/log.ts';
import { createMemories } from './services/memories.ts';
import { createProjects } from './services/projects.ts';
import { createPrompts } from './services/prompts.ts';
import { createRemovedMemories } from './services/removed-memories.ts';
import { createReviewService } from './services/review.ts';
import { createSessionFiles } from './services/sessions/session-files.ts';
import { createLiveConfig } from './services/settings/live-config.ts';
import { createSyncService } from './services/sync.ts';
import { createVaultService } from './services/vault.ts';
import { createVerifyService } from './services/verify.ts';

export interface DaemonOptions {
  readonly paths: Paths;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hostName: string;
  /** Log to standard error too, and stay attached. */
  readonly foreground: boolean;
  /** Says why there will be no daemon to whoever watches. */
  readonly complain: (sentence: string) => void;
}

/** Requests in flight may take this long once the daemon stops. */
const GRACE_MS = 5_000;
const TOKEN_BYTES = 32;

/** Runs until something stops it, and answers the exit code. */
export const runDaemon = async (options: DaemonOptions): Promise<number> => {
  const { paths } = options;
  const lock = takeOwnLock(paths);
  if (!lock.ok) return failStart(options, lock.error, null);
  if (lock.value.kind === 'held') {
    options.complain(`The daemon already runs here, pid ${lock.value.pid}.`);
    await reportStart({ kind: 'held', pid: lock.value.pid });
    return 0;
  }
  const log = createLog({ path: paths.log, foreground: options.foreground });
  endOnUncaught(log);
  // Whoever hears that the start failed finds the lock free.
  const started = await withRelease(lock.value, () => start(options, log));
  if (!started.ok) return failStart(options, started.error, log);
  await reportStart({ kind: 'ready' });
  await stopped(started.value.reasons.stopSignal);
  await started.value.stop();
  lock.value.release();
  log.info('stopped');
  return 0;
};

type Lock = Extract<ReturnType<typeof takeLock>, { kind: 'taken' }>;

/** Gives the lock back when the work fails. */
const withRelease = async (lock: Lock, work: () => Promise<Result<Started, CairnError>>) => {
  try {
    const started = await work();
    if (!started.ok) lock.release();
    return started;
  } catch (error) {
    lock.release();
    // A remote database may go away between two steps of the start.
    if (isRemoteFailure(error)) return err(error.cairnError);
    throw error;
  }
};

const stopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const takeOwnLock = (paths: Paths): Result<ReturnType<typeof takeLock>, CairnError> => {
  try {
    makePrivateFolders(paths.folders);
    return ok(takeLock(paths.lock));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err(
      cairnError(
        'storage_read_only',
        `Cairn cannot write to its folder ${paths.home}: ${reason}. Make it writable, or set CAIRN_HOME to a folder that is.`,
      ),
    );
  }
};

const failStart = async (
  { complain }: DaemonOptions,
  { kind, message }: CairnError,
  log: Log | null,
): Promise<number> => {
  log?.error(message, { kind });
  complain(message);
  await reportStart({ kind: 'failed', reason: kind, message });
  return 1;
};

interface Started {
  readonly reasons: StopReasons;
  stop(): Promise<void>;
}

const start = async (options: DaemonOptions, log: Log): Promise<Result<Started, CairnError>> => {
  const { paths, hostName } = options;
  const reader = createConfigReader(paths, options.env, hostName);
  if (!reader.ok) return reader;
  const config = reader.value.parse(readPrivateFile(paths.config));
  if (!config.ok) return config;
  const deviceName = config.value.deviceName;
  const place = storePlace(paths, config.value, log);
  const events = createEventBus();
  let onErased = (): Promise<void> => Promise.resolve();
  const open = () =>
    openEngine({ ...place, deviceName, onDeath: endOnDeath(log), onErased: () => onErased() });
  const box = createEngineBox(events, open);
  const opened = await box.open();
  if (!opened.ok) return opened;

  const reasons = watchForStop(paths, log);
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const services = createServices(options, config.value, {
    ...{ box, events, reasons, log, reader: reader.value },
  });
  onErased = services.scheduled.erased;
  const doors = await openServiceDoors(paths, config.value, services, token);
  if (!doors.ok) {
    await box.close();
    return doors;
  }
  // A file of a newer program is only read here. [ST-1]
  if (!box.current().readOnly) {
    await services.sync.begin();
    services.summaries.begin();
    services.sessions.begin();
    services.extraction.begin();
    services.documents.watch();
    services.hooks.begin();
    await services.embedding.begin();
    await services.scheduled.begin();
    services.figures.begin();
  }
  announce(paths, doors.value, token, config.value.store?.url ?? null);
  log.info('ready', { version: VERSION, port: doors.value.port });
  return ok({
    reasons,
    stop: async () => {
      removePrivateFile(paths.daemonFile);
      services.documents.close();
      services.mcp.end();
      await Promise.all([
        doors.value.close(GRACE_MS),
        services.sync.end(),
        services.summaries.end(),
        services.sessions.end(),
        services.extraction.end(),
        services.embedding.end(),
        services.hooks.end(),
        services.scheduled.end(),
        services.given.end(),
      ]);
      await services.figures.end();
      await services.access.flush();
      if (!box.current().readOnly) await box.current().checkpoint();
      await box.close();
      removePrivateFile(paths.tokenFile);
      if (paths.socket !== null) removePrivateFile(paths.socket);
    },
  });
};

/** What the services stand on. */
interface Foundation {
  readonly box: EngineBox;
  readonly events: EventBus;
  readonly reasons: StopReasons;
  readonly log: Log;
  readonly reader: ConfigReader;
}

const createServices = (
  { paths, hostName }: DaemonOptions,
  config: Config,
  { box, events, reasons, log, reader }: Foundation,
) => {
  const engine = () => box.current();
  const live = createLiveConfig(config);
  const timers = { after };
  const random = { bytes: (count: number) => new Uint8Array(randomBytes(count)) };
  const keyring = createKeyringFile(paths.keys);
  const notes = createPairingFile(paths.pendingJoin);
  const gate = createGate();
  const crypto = lazyCrypto(random);
  const linkTo = (server: string, token: () => Promise<string | null>) =>
    createServerLink({ server, token, timers, random: () => randomBytes(4).readUInt32BE() / 2 ** 32 });
  const shared = { engine, keyring, notes, crypto, linkTo, events, log };
  const sync = createSyncService({ ...shared, clock: systemClock, timers, random });
  const vault = createVaultService({
    ...shared,
    nowMs: systemClock.nowMs,
    randomBytes: random.bytes,
    sleep,
    sync,
    deviceName: config.deviceName,
    session: sync.session,
    useKeys: sync.useKeys,
    nudge: sync.localWrite,
  });
  const housekeeper = createHousekeeping({ engine, clock: systemClock, timers, random, log });
  const verify = createVerifyService({ engine, sync, clock: systemClock, events, log });
  const { stopSignal } = reasons;
  const summarised = summarising({ engine, config, random, timers, housekeeper, events, log, stopSignal });
  const documents = createDocumentWatch({
    engine,
    files: { look: lookAtFile, read: readDocument, list: async (folder) => (await listFolder(folder)).files },
    housekeeper,
  });
  const embedding = createEmbeddingParts(config.embed, {
    ...{ engine, events, timers, housekeeper, steadyMs, log },
  });
  const care = createCare({
    box,
    gate,
    files: config.store === null ? createDatabaseFiles(paths.database, paths.backups) : null,
    checkBackup,
    sync,
    openCopy: (path) => openEngine({ path, deviceName: config.deviceName }),
    settleCopies: () => scheduled.settle(),
    beginAnew: () => embedding.begin().then(scheduled.beginAnew),
    log,
  });
  const doctor = createDoctor({
    engine,
    store: config.store,
    embedderStatus: embedding.status,
    machine: createMachineFacts(paths),
    version: VERSION,
    retryDead: sync.retryDead,
    syncStatus: sync.status,
    nowMs: systemClock.nowMs,
    languageModel: () => summarised.languageModel.state(),
  });
  const access = createAccessCounts({
    write: (ids) => engine().noteAccess(ids),
    timers,
    onError: (error) => log.warn('access counts were lost', { error: String(error) }),
  });
  const wrote = (ids: readonly string[]): void => {
    events.publish({ kind: 'changed', ids });
    sync.localWrite();
  };
  const removed = createRemovedMemories({ engine, keyring, housekeeper, wrote });
  const review = createReviewService({ engine, gate, timers, stopSignal, log });
  const forgot = (ids: readonly string[]): void => {
    if (ids.length === 0) return;
    wrote(ids);
    summarised.summaries.forgot();
  };
  const projects = createProjects({ identify: createGitProjects(), aliases: () => live.current().projects });
  const { meaningOf } = embedding;
  const extraction = createExtraction({
    isOn: config.isExtracting,
    asker: summarised.languageModel,
    clock: systemClock,
    ...{ engine, events, wrote, timers, log },
  });
  const summaries = {
    ...summarised.summaries,
    sessionBegan() {
      summarised.summaries.sessionBegan();
      extraction.sessionBegan();
    },
  };
  const told = { wrote, forgot };
  const figures = createDayFigures({ engine, gate, clock: systemClock, housekeeper, log });
  const given = createGivenContexts({ engine, gate, events, nowMs: systemClock.nowMs, log });
  const memories = createMemories({
    ...{ engine, projects, access, meaningOf, sync, summaries, figures, steadyMs, given, ...told },
  });
  const prompts = createPrompts({
    ...{ engine, projects, sync, readFile: readWorkspaceFile, timezone: machineZone },
    configFolder: dirname(paths.config),
    machine: { hostName, os: process.platform, arch: process.arch },
  });
  const mcp = createMcpService({
    memories,
    gate,
    countTokens,
    fence: { secret: randomBytes(TOKEN_BYTES).toString('hex'), reader: '' },
    notePace: createPace(systemClock.nowMs),
    version: VERSION,
    onBug: (error, where) =>
      log.error('an MCP request failed', {
        where,
        error: error instanceof Error ? error.name : typeof error,
      }),
  });
  const asker = summarised.languageModel;
  const settings = createSettingsParts(paths, {
    ...{
      live,
      reader,
      engine,
      events,
      asker,
      useModel: summarised.useModel,
      embedderStatus: embedding.status,
    },
  });
  const scheduled = createScheduleParts(paths, config, {
    ...{ engine, gate, events, sync, projects, keyring, asker, housekeeping: housekeeper, timers, log },
  });
  const hooks = createHookParts(paths, {
    ...{ engine, projects, sync, summaries, given, nowMs: systemClock.nowMs, timers, log },
  });
  return {
    ...{ engine, gate, projects, access, events, sync, verify, documents, vault, care, doctor, review },
    ...{ extraction, hooks, figures, given, settings, timers, log, scheduled, removed },
    ...{ memories, prompts, mcp, wrote, sessionFiles: createSessionFiles(readDocument) },
    ...summarised,
    embedding,
    nowMs: systemClock.nowMs,
    stopSignal,
    shutdown: () => reasons.stop('asked to'),
  };
};

/** The token before the file that says where to use it. */
const announce = (paths: Paths, doors: Doors, token: string, store: string | null): void => {
  writePrivateFile(paths.tokenFile, `${token}\n`);
  const file = {
    pid: process.pid,
    port: doors.port,
    version: VERSION,
    startedAt: new Date(systemClock.nowMs()).toISOString(),
    socket: doors.socket,
    store,
  };
  writePrivateFile(paths.daemonFile, `${JSON.stringify(file)}\n`);
};
