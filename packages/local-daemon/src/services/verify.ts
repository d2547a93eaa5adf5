/**
 * Comparing this device with its server: when asked, and once a day by itself, so that what was lost without a sound is
 * seen in `cairn status` before it is missed. [SY-E5]
 */
import {
  type Clock,
  createVerifier,
  type DigestSource,
  type Engine,
  type TransportError,
  type VerifyEngine,
} from '@cairn/core';
import {
  type CairnError,
  cairnError,
  err,
  ok,
  type RepairResult,
  type Result,
  type SyncResult,
  type SyncStateName,
  type VerifyResult,
} from '@cairn/schema';
import type { EventBus } from './events.ts';
import type { Housekeeper, JobOutcome } from './housekeeping/housekeeping.ts';
import type { Log } from './log.ts';
import { NEWER_FILE } from './newer-file.ts';
import { serverErrorToCairn } from './server-error.ts';

export interface VerifyService {
  verify(): Promise<Result<VerifyResult, CairnError>>;
  repair(): Promise<Result<RepairResult, CairnError>>;
  /** Looks every hour whether a day has passed since the last comparison. */
  watch(): void;
  close(): void;
}

export interface VerifyDeps {
  readonly engine: () => VerifyEngine & Pick<Engine, 'readOnly'>;
  readonly sync: {
    digests(): DigestSource | null;
    syncNow(timeoutMs: number): Promise<Result<SyncResult, { readonly error: CairnError }>>;
    status(): Promise<{ readonly state: SyncStateName }>;
  };
  readonly clock: Clock;
  readonly housekeeper: Housekeeper;
  readonly events: EventBus;
  readonly log: Log;
}

const SETTLE_MS_MAX = 60_000;
const LOOK_MS = 3_600_000;
const VERIFY_EVERY_MS = 86_400_000;

export const createVerifyService = (deps: VerifyDeps): VerifyService => {
  const { engine, sync, clock, log } = deps;
  let last: Promise<unknown> = Promise.resolve();
  let stop: () => void = () => undefined;

  /** One at a time: a repair that another repair disturbs would only do its work twice. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };

  const verifierOf = (options: { readonly rows: boolean }) => {
    const source = sync.digests();
    if (engine().readOnly) return err(NEWER_FILE);
    if (source === null) return err(notInVault());
    const present = engine();
    const takeRegisters: VerifyEngine['takeRegisters'] = async (items, asked) => {
      const taken = await present.takeRegisters(items, asked);
      if (taken.ok && taken.value.memories.length > 0)
        deps.events.publish({ kind: 'changed', ids: taken.value.memories });
      if (taken.ok && taken.value.schedules.length > 0)
        deps.events.publish({ kind: 'scheduled', ids: taken.value.schedules });
      if (taken.ok && taken.value.profile) deps.events.publish({ kind: 'profile' });
      return taken;
    };
    const checkProjection: VerifyEngine['checkProjection'] = options.rows
      ? (fix) => present.checkProjection(fix)
      : async () => ok({ unfit: 0 });
    const settle = async () => {
      const settled = await sync.syncNow(SETTLE_MS_MAX);
      return settled.ok ? settled : err(settled.error.error);
    };
    return ok(
      createVerifier({
        engine: { ...present, checkProjection, takeRegisters },
        source,
        settle,
        clock,
        explain,
      }),
    );
  };

  const verify = (options: { readonly rows: boolean }) =>
    inTurn(async () => {
      const verifier = verifierOf(options);
      return verifier.ok ? verifier.value.verify() : verifier;
    });

  /** At rest and online only: a device that is away is not different, it is away. */
  const look = async (): Promise<JobOutcome> => {
    if (sync.digests() === null || (await sync.status()).state !== 'idle') return null;
    const { verified } = await engine().syncFacts();
    if (verified !== null && clock.nowMs() - verified.at < VERIFY_EVERY_MS) return null;
    const found = await verify({ rows: false });
    if (!found.ok) {
      log.warn('this device could not be compared with its server', { kind: found.error.kind });
      return { status: 'skipped', said: found.error.message };
    }
    const { differing } = found.value;
    if (differing === 0) return { status: 'ok', said: 'This device and its server hold the same.' };
    log.warn('this device and its server differ: run `cairn sync verify`', { differing });
    return { status: 'ok', said: `${differing} differences: run \`cairn sync verify\`.` };
  };

  return {
    verify: () => verify({ rows: true }),
    repair: () =>
      inTurn(async () => {
        const verifier = verifierOf({ rows: true });
        const repaired = verifier.ok ? await verifier.value.repair() : verifier;
        if (repaired.ok) {
          const { sent, received, rebuilt, equal } = repaired.value;
          log.info('repaired', { sent, received, rebuilt, equal });
        }
        return repaired;
      }),
    watch: () => {
      stop();
      stop = deps.housekeeper.add({
        ...{ id: 'sys_verify', name: 'compare with the server', everyMs: LOOK_MS, firstMs: LOOK_MS },
        run: look,
      });
    },
    close: () => stop(),
  };
};

const notInVault = (): CairnError =>
  cairnError('not_in_vault', 'This device is in no vault, so there is nothing to compare it with.');

const explain = (error: TransportError): CairnError =>
  error.kind === 'not_found'
    ? cairnError('server_error', 'The server is too old to be compared with. Update it, then try again.')
    : serverErrorToCairn(error);
