/**
 * Comparing this device with its server when a person asks; by itself the driver does. [SY-E5, TR-15]
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
  type VerifyResult,
} from '@cairn/schema';
import type { Log } from './log.ts';
import { serverErrorToCairn } from './server-error.ts';

export interface VerifyService {
  verify(): Promise<Result<VerifyResult, CairnError>>;
  repair(): Promise<Result<RepairResult, CairnError>>;
}

export interface VerifyDeps {
  readonly engine: () => VerifyEngine & Pick<Engine, 'readOnly'>;
  readonly sync: {
    digests(): DigestSource | null;
    syncNow(timeoutMs: number): Promise<Result<SyncResult, { readonly error: CairnError }>>;
    /** One small question to the server: what it failed by, or null. */
    reach(): Promise<TransportError | null>;
  };
  readonly clock: Clock;
  readonly log: Log;
}

const SETTLE_MS_MAX = 60_000;
/** The others are a sync's to explain, which also heals most of them. */
const AWAY: ReadonlySet<TransportError['kind']> = new Set([
  'unreachable',
  'bad_answer',
  'unavailable',
  'internal',
  'rate_limited',
]);

export const createVerifyService = (deps: VerifyDeps): VerifyService => {
  const { engine, sync, clock, log } = deps;
  let last: Promise<unknown> = Promise.resolve();

  /** One at a time: a repair that another repair disturbs would only do its work twice. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };

  /** A sync would go on trying for a minute where nobody answers, and the next in turn for another. [RL-12] */
  const whereReached = async <T>(
    work: () => Promise<Result<T, CairnError>>,
  ): Promise<Result<T, CairnError>> => {
    const away = await sync.reach();
    if (away === null || !AWAY.has(away.kind)) return inTurn(work);
    return err(cairnError('timeout', `Nothing was compared: ${serverErrorToCairn(away).message}`, true));
  };

  const verifierOf = () => {
    const source = sync.digests();
    const { readOnly } = engine();
    if (readOnly !== null) return err(readOnly);
    if (source === null) return err(notInVault());
    const settle = async () => {
      const settled = await sync.syncNow(SETTLE_MS_MAX);
      return settled.ok ? settled : err(settled.error.error);
    };
    return ok(
      createVerifier({
        engine: engine(),
        source,
        settle,
        clock,
        explain,
      }),
    );
  };

  return {
    verify: () =>
      whereReached(async () => {
        const verifier = verifierOf();
        return verifier.ok ? verifier.value.verify() : verifier;
      }),
    repair: () =>
      whereReached(async () => {
        const verifier = verifierOf();
        const repaired = verifier.ok ? await verifier.value.repair() : verifier;
        if (repaired.ok) {
          const { sent, received, rebuilt, equal } = repaired.value;
          log.info('repaired', { sent, received, rebuilt, equal });
        }
        return repaired;
      }),
  };
};

const notInVault = (): CairnError =>
  cairnError(
    'not_in_vault',
    'This device does not belong to a vault, so there is nothing to compare it with.',
  );

const explain = (error: TransportError): CairnError =>
  error.kind === 'not_found'
    ? cairnError('server_error', 'The server is too old to be compared with. Update it, then try again.')
    : serverErrorToCairn(error);
