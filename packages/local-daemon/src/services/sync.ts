/**
 * Syncs while the device is in a vault. It combines the engine's driver over HTTP, the stream of hints, and the
 * inviter. All queues here are bounded, and none delays a save.
 */
import {
  createSyncDriver,
  type DigestSource,
  HEALING_SENTENCES,
  type Random,
  type SyncDriver,
  type SyncTransport,
  type TransportError,
  type VaultSecrets,
  vaultKeysOf,
} from '@cairn/core';
import {
  type CairnError,
  cairnError,
  err,
  type Hint,
  LIMITS,
  ok,
  type Result,
  type SyncResult,
  type SyncStatus,
} from '@cairn/schema';
import { SIGNED_OUT } from './account/account.ts';
import { createInviter, type Inviter } from './inviter.ts';
import type { ServerApi } from './server-api.ts';
import type { SharedDeps } from './shared-deps.ts';
import { progressOf, syncStatusOf } from './sync-status.ts';
import type { VaultSession } from './vault.ts';

/** Returns the sync status of a file that can only be read. The vault of a newer program's file is not known. [ST-1, RL-22] */
const asReadOnly = (status: SyncStatus, { kind, message }: CairnError, nowMs: number): SyncStatus =>
  status.vault === null && kind !== 'storage_newer'
    ? status
    : {
        ...status,
        state: 'stopped',
        nextTryAt: null,
        lastError: { kind, message, at: new Date(nowMs).toISOString() },
      };

/** Connection to one server with this device's token. */
export interface SyncLink {
  readonly api: ServerApi;
  readonly transport: SyncTransport;
  openHints(onHint: (hint: Hint) => void, onOpen: () => void): { close(): void };
  close(): void;
}

export interface SyncServiceDeps
  extends Pick<
    SharedDeps,
    'engine' | 'clock' | 'timers' | 'events' | 'keyring' | 'notes' | 'crypto' | 'log'
  > {
  readonly random: Random;
  readonly linkTo: (server: string, token: () => Promise<string | null>) => SyncLink;
  /** Returns whether a person signed out of this server. [SY-A9] */
  readonly isSignedOut: (server: string) => boolean;
}

export type SyncService = ReturnType<typeof createSyncService>;
type Synced = Promise<
  Result<SyncResult, { readonly error: CairnError; readonly progress: SyncResult | null }>
>;

interface Running extends VaultSession {
  readonly driver: SyncDriver;
  readonly link: SyncLink;
  readonly closeHints: () => void;
}

/** Milliseconds that a refused sync has to show whether it continues, after a person started it again. */
const RESTART_MS_MAX = 15_000;

export const createSyncService = (deps: SyncServiceDeps) => {
  const { engine, events } = deps;
  let running: Running | null = null;
  /** Listeners that are called at every change of the driver's state. */
  const watchers = new Set<() => void>();

  const onChange = (): void => {
    const { state } = running?.driver.state() ?? { state: 'off' };
    events.publish({ kind: 'sync', state });
    for (const watcher of [...watchers]) watcher();
  };

  /** Starts sync for the engine's vault. Without a vault it does nothing. */
  const begin = async (): Promise<void> => {
    const facts = await engine().syncFacts();
    if (facts.vault === null || running !== null || deps.isSignedOut(facts.vault.server)) return;
    const secrets = await deps.keyring.load();
    if (secrets !== null && secrets.vault !== facts.vault.id)
      await engine().setStopped({
        kind: 'keys_missing',
        message: `The keys on this device belong to another vault. Run \`cairn leave\` (memories stay), then join again.`,
        at: deps.clock.nowMs(),
      });
    else if (secrets !== null && (facts.unread.unknown ?? 0) > 0) await readAgain(deps, secrets);
    running = start(deps, facts.vault.server, onChange);
    const started = await running.driver.start();
    if (!started.ok) deps.log.error('sync did not start', { kind: started.error.kind });
  };

  /** Ends sync. Once it resolves, nothing uses the engine. */
  const end = async (): Promise<void> => {
    const ending = running;
    running = null;
    ending?.closeHints();
    ending?.inviter.close();
    const stopped = ending?.driver.stop();
    // Cancels requests in progress, because a server that hangs must not delay the daemon.
    ending?.link.close();
    await stopped;
    if (ending !== null) onChange();
  };

  const syncNow = async (timeoutMs: number): Synced => {
    if (running === null) return err({ error: await outside(deps), progress: null });
    const done = await running.driver.syncNow({ timeoutMs });
    if (done.ok) return done;
    return err({ error: done.error, progress: progressOf(await engine().syncFacts()) });
  };

  return {
    begin,
    end,
    localWrite: (): void => running?.driver.poke('local_write'),
    /** Starts an attempt without waiting for it. Only after a refused sync it waits, to report whether sync continues. */
    nudge: async (): Synced => {
      if (running === null) return err({ error: await outside(deps), progress: null });
      if (isRefused(running.driver)) return syncNow(RESTART_MS_MAX);
      running.driver.poke('person');
      return ok(progressOf(await engine().syncFacts()));
    },
    syncNow,
    /** Pulls before a session's context, for at most 1.5 s. Offline or late, the context is made without the pull. [SY-P5] */
    pullBriefly: async (): Promise<void> => {
      if (running === null || isRefused(running.driver)) return;
      await pullAttempted(running.driver, watchers);
    },
    retryDead: async () => {
      const requeued = await engine().retryDead();
      if (requeued.ok) running?.driver.poke('local_write');
      return requeued;
    },
    status: async (): Promise<SyncStatus> => {
      const status = syncStatusOf(await engine().syncFacts(), running?.driver ?? null);
      const { readOnly } = engine();
      return readOnly === null ? status : asReadOnly(status, readOnly, deps.clock.nowMs());
    },
    useKeys: async (secrets: VaultSecrets): Promise<void> => {
      const used = await engine().useKeys(vaultKeysOf(secrets));
      if (!used.ok) deps.log.error('new keys were not taken', { kind: used.error.kind });
      running?.driver.poke('keys');
    },
    session: (): VaultSession | null => running,
    /** Returns why sync is paused, as a sentence. Null if nobody signed out of this server. */
    whyPaused: (server: string) => (deps.isSignedOut(server) ? SIGNED_OUT : null),
    /** Returns null without a vault. [SY-E5] */
    digests: (): DigestSource | null => running?.link.transport ?? null,
    /** Sends one small question to the server. Returns the error, or null on success and without a vault. [RL-12] */
    reach: async (): Promise<TransportError | null> => {
      const answer = await running?.api.devices();
      return answer === undefined || answer.ok ? null : answer.error;
    },
  };
};

const start = (deps: SyncServiceDeps, server: string, onChange: () => void): Running => {
  const link = deps.linkTo(server, async () => (await deps.keyring.load())?.token ?? null);
  let hints: { close(): void } | null = null;
  const closeHints = (): void => {
    hints?.close();
    hints = null;
  };
  const onHint = (hint: Hint): void => {
    if (hint.kind === 'pairing') inviter.look();
    else if (hint.kind === 'keys') driver.poke('keys');
    else if (hint.kind !== 'ping') driver.poke('hint');
  };
  const driver = createSyncDriver({
    ...deps,
    engine: loggingEngine(deps),
    transport: link.transport,
    events: {
      open: () => {
        // Hints are lost while the stream is closed, and one of them may report a revocation.
        hints ??= link.openHints(onHint, () => driver.poke('keys'));
      },
      close: closeHints,
    },
    onChange,
  });
  const inviter: Inviter = createInviter({
    ...deps,
    server,
    api: link.api,
    nowMs: () => deps.clock.nowMs(),
    fetchKeys: () => driver.poke('keys'),
  });
  return { driver, link, inviter, api: link.api, closeHints };
};

/** Whether sync was refused, so that only a person may start another attempt. */
const isRefused = (driver: SyncDriver): boolean => {
  const { state } = driver.state();
  return state === 'stopped' || state === 'locked_out';
};

/** Returns the engine for the driver. It logs events that a person may want to know. */
const loggingEngine = (deps: SyncServiceDeps): Parameters<typeof createSyncDriver>[0]['engine'] => {
  const { engine, log } = deps;
  // A restore ends this driver before it replaces the engine.
  const present = engine();
  return {
    ...present,
    fork(device, push) {
      log.warn(HEALING_SENTENCES.device_forked, { why: 'device_forked' });
      return present.fork(device, push);
    },
    heal(why) {
      log.warn(HEALING_SENTENCES[why], { why });
      return present.heal(why);
    },
    noteMembersMended(mended) {
      log.warn('the member list of a restored server had gone on elsewhere: signed again what it lacked', {
        revoked: mended.revoked.length,
        added: mended.added.length,
        generations: mended.generations,
      });
      return present.noteMembersMended(mended);
    },
  };
};

/** Reads entries that an older program could not read, before the first call to the server. [SY-M6] */
const readAgain = async ({ engine, log }: SyncServiceDeps, secrets: VaultSecrets): Promise<void> => {
  const used = await engine().useKeys(vaultKeysOf(secrets));
  if (!used.ok || used.value.recovered === 0) return;
  log.info('read what an older program had kept unread', { registers: used.value.recovered });
};

/** Makes one attempt at once, even during a back-off. Resolves when the attempt succeeds or fails, or at the time limit. */
const pullAttempted = (driver: SyncDriver, watchers: Set<() => void>): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      watchers.delete(look);
      resolve();
    };
    const look = (): void => {
      const { state } = driver.state();
      if (state === 'waiting' || state === 'off' || isRefused(driver)) finish();
    };
    driver.syncNow({ timeoutMs: LIMITS.contextPullMsMax }).then(finish, finish);
    watchers.add(look);
  });

const outside = async ({ engine, isSignedOut }: SyncServiceDeps): Promise<CairnError> => {
  const { readOnly } = engine();
  if (readOnly !== null) return readOnly;
  const { vault } = await engine().syncFacts();
  return vault !== null && isSignedOut(vault.server)
    ? cairnError('sync_stopped', SIGNED_OUT)
    : cairnError(
        'not_in_vault',
        'This device does not belong to a vault. Run `cairn vault create`, or `cairn join` with a code.',
      );
};
