/** Compares this device with its server when a person asks. The sync driver compares them by itself. [SY-E5, TR-15] */
import {
  type Answer,
  createVerifier,
  type DigestSource,
  type Engine,
  type TransportError,
  type VerifyEngine,
} from '@cairn/core';
import { type CairnError, cairnError, err, ok, type Result, refuse, type SyncResult } from '@cairn/schema';
import { createQueue } from './queue.ts';
import { serverErrorToCairn } from './server-error.ts';
import type { SharedDeps } from './shared-deps.ts';

export type VerifyService = ReturnType<typeof createVerifyService>;

export interface VerifyDeps extends Pick<SharedDeps, 'clock' | 'log'> {
  readonly engine: () => VerifyEngine & Pick<Engine, 'readOnly'>;
  readonly sync: {
    digests(): DigestSource | null;
    syncNow(timeoutMs: number): Promise<Result<SyncResult, { readonly error: CairnError }>>;
    /** Sends one small question to the server. Returns the error, or null on success. */
    reach(): Promise<TransportError | null>;
  };
}

const SETTLE_MS_MAX = 60_000;
/** Errors that mean the server is away. A sync explains all others, and also heals most of them. */
const AWAY: ReadonlySet<TransportError['kind']> = new Set([
  'unreachable',
  'bad_answer',
  'unavailable',
  'internal',
  'rate_limited',
]);

export const createVerifyService = (deps: VerifyDeps) => {
  const { engine, sync, clock, log } = deps;
  /** Runs one job at a time, because concurrent repairs would do the same work twice. */
  const inTurn = createQueue();

  /**
   * Does the work only if the server answers. Without a server, a sync would retry for a minute, and each waiting job
   * would add another minute. [RL-12]
   */
  const whereReached = async <T>(work: () => Answer<T>): Answer<T> => {
    const away = await sync.reach();
    if (away === null || !AWAY.has(away.kind)) return inTurn(work);
    return refuse('timeout', `Nothing was compared: ${serverErrorToCairn(away).message}`, true);
  };

  const verifierOf = () => {
    const source = sync.digests();
    const { readOnly } = engine();
    if (readOnly !== null) return err(readOnly);
    if (source === null)
      return refuse(
        'not_in_vault',
        'This device does not belong to a vault, so there is nothing to compare it with.',
      );
    const settle = async () => {
      const settled = await sync.syncNow(SETTLE_MS_MAX);
      return settled.ok ? settled : err(settled.error.error);
    };
    return ok(createVerifier({ engine: engine(), source, settle, clock, explain }));
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

const explain = (error: TransportError): CairnError =>
  error.kind === 'not_found'
    ? cairnError('server_error', 'The server is too old to be compared with. Update it, then try again.')
    : serverErrorToCairn(error);
