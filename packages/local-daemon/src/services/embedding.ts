/**
 * Embeds what waits, after it was saved: in the background, one call at a time, once things are quiet, and little by little
 * while they are not. What waits is in the database, so nothing is lost when the daemon or the embedder ends. [F-2, F-3]
 */
import {
  type Embedder,
  type EmbedFailure,
  type Engine,
  retryDelayMs,
  type Timers,
  unitVector,
} from '@cairn/core';
import { err, ok, type Result } from '@cairn/schema';
import type { EventBus } from './events.ts';
import type { Log } from './log.ts';

/** What of the engine embedding needs. */
type EmbeddingEngine = Pick<Engine, 'unembedded' | 'vectorCounts' | 'keepVectors' | 'evictVectors'>;

export interface EmbeddingDeps {
  readonly engine: () => EmbeddingEngine;
  readonly embedder: Embedder;
  readonly events: EventBus;
  readonly timers: Timers;
  /** Never steps back. */
  readonly steadyMs: () => number;
  readonly log: Log;
}

export interface EmbeddingStatus {
  readonly pending: number;
  /** Why the last call failed, in a sentence; null when it did not. */
  readonly problem: string | null;
}

export interface EmbeddingService {
  /** Looks whether anything waits from before. */
  begin(): Promise<void>;
  end(): Promise<void>;
  /** Whether any vector is there to be found. */
  hasVectors(): boolean;
  status(): Promise<EmbeddingStatus>;
}

/** Saves come in bursts; the embedder starts when one is over, or goes on for so long. */
const QUIET_MS = 2_000;
const BUSY_MS_MAX = 10_000;
/** Between two batches while saves go on: an eighth of one processor at the most. */
const BUSY_PAUSE_MS = 1_000;
const PAUSE_MS = 10;
/** After the start nobody should wait for what was left over. */
const BOOT_MS = 15_000;
/** After a call that failed for good; then the next text is tried alone. */
const FAILED_PAUSE_MS = 60_000;
/** Refusals of single texts in a row after which it is the configuration that is wrong. */
const REFUSALS_MAX = 3;
const EVICT_MS = 86_400_000;

export const createEmbedding = (deps: EmbeddingDeps): EmbeddingService => {
  const { engine, embedder, timers, steadyMs } = deps;
  const work = createWork(deps);
  let cancel: (() => void) | null = null;
  let running: Promise<void> | null = null;
  /** From the first batch until nothing waits; then the steps set their own pace, and saves change nothing about it. */
  let isGoing = false;
  /** Of the saves that no step has looked at yet. */
  let firstWriteAt: number | null = null;
  let lastWriteAt = Number.NEGATIVE_INFINITY;
  let evictedAt = Number.NEGATIVE_INFINITY;
  let ended = false;
  const schedule = (delayMs: number): void => {
    if (ended || running !== null) return;
    cancel?.();
    cancel = timers.after(delayMs, () => {
      cancel = null;
      isGoing = true;
      running = step()
        .catch((error: unknown) => {
          deps.log.warn('embedding failed', { error: String(error) });
          return FAILED_PAUSE_MS;
        })
        .then((nextMs) => {
          running = null;
          isGoing = nextMs !== null;
          if (nextMs !== null) schedule(nextMs);
          else if (firstWriteAt !== null) schedule(untilQuietMs(firstWriteAt));
        });
    });
  };
  const untilQuietMs = (since: number): number =>
    Math.max(0, Math.min(QUIET_MS, since + BUSY_MS_MAX - steadyMs()));
  /** Milliseconds until the next step; null: nothing waits. */
  const step = async (): Promise<number | null> => {
    firstWriteAt = null;
    const did = await work.batch();
    if (did.kind === 'failed') return did.retryMs;
    if (did.kind === 'some') return steadyMs() - lastWriteAt < QUIET_MS ? BUSY_PAUSE_MS : PAUSE_MS;
    if (steadyMs() - evictedAt > EVICT_MS) {
      evictedAt = steadyMs();
      await evict(engine);
    }
    return null;
  };
  const wrote = (): void => {
    const now = steadyMs();
    lastWriteAt = now;
    firstWriteAt ??= now;
    if (!isGoing) schedule(untilQuietMs(firstWriteAt));
  };
  const unsubscribe = deps.events.subscribe((event) => {
    if (event.kind === 'changed') wrote();
  });
  return {
    async begin() {
      const { vectors } = await engine().vectorCounts();
      work.noteVectors(vectors > 0);
      // Asked by name: for another model than the one before everything waits.
      const { texts } = await engine().unembedded(embedder.model, 1);
      if (texts.length > 0) schedule(BOOT_MS);
    },
    async end() {
      ended = true;
      unsubscribe();
      cancel?.();
      work.stop();
      await embedder.close();
      await running;
    },
    hasVectors: work.hasVectors,
    status: async () => ({ pending: (await engine().vectorCounts()).waiting, problem: work.problem() }),
  };
};

const evict = async (engine: () => EmbeddingEngine): Promise<void> => {
  for (let after: number | null = 0; after !== null; ) after = await engine().evictVectors(after);
};

type Did = { readonly kind: 'some' | 'none' } | { readonly kind: 'failed'; readonly retryMs: number };

/** One batch after the other; what it learned of the embedder is kept in between. */
const createWork = ({ engine, embedder, timers, log }: EmbeddingDeps) => {
  /** Texts that the embedder refuses, until the daemon starts anew. */
  const refused = new Set<string>();
  let batchMax = embedder.batchMax;
  let refusals = 0;
  let vectorsKnown = false;
  let problem: string | null = null;
  let stopped = false;
  let wake = (): void => undefined;
  /** Ends early when the daemon stops. */
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      timers.after(ms, resolve);
    });

  const embed = async (texts: readonly string[]): Promise<Result<readonly Float32Array[], EmbedFailure>> => {
    for (let tries = 1; ; tries++) {
      const answer = await embedder.embed(texts);
      const delayMs = answer.ok || stopped ? null : retryDelayMs(tries, answer.error);
      if (answer.ok || delayMs === null) return answer.ok ? usable(answer.value, texts.length) : answer;
      problem = answer.error.message;
      await sleep(delayMs);
      if (stopped) return answer;
    }
  };

  const failed = (failure: EmbedFailure, hashes: readonly string[]): Did => {
    if (problem !== failure.message) log.warn('texts cannot be embedded', { reason: failure.message });
    problem = failure.message;
    if (failure.retryable)
      return { kind: 'failed', retryMs: Math.max(FAILED_PAUSE_MS, failure.retryAfterMs ?? 0) };
    // One text may be what is refused: smaller batches find it.
    if (hashes.length > 1) {
      batchMax = Math.max(1, Math.floor(hashes.length / 2));
      return { kind: 'failed', retryMs: 0 };
    }
    refusals++;
    if (refusals < REFUSALS_MAX) for (const hash of hashes) refused.add(hash);
    return { kind: 'failed', retryMs: refusals < REFUSALS_MAX ? 0 : FAILED_PAUSE_MS };
  };

  const batch = async (): Promise<Did> => {
    const found = await engine().unembedded(embedder.model, batchMax + refused.size);
    const owners = found.texts.filter(({ hash }) => !refused.has(hash)).slice(0, batchMax);
    if (owners.length === 0) return { kind: 'none' };
    const known = new Set(found.known);
    const fresh = new Map(
      owners.filter(({ hash }) => !known.has(hash)).map(({ hash, text }) => [hash, text]),
    );
    const hashes = [...fresh.keys()];
    const made = hashes.length === 0 ? ok([]) : await embed([...fresh.values()]);
    if (stopped) return { kind: 'none' };
    if (!made.ok) return failed(made.error, hashes);
    const vectors = made.value.flatMap((vector, at) => {
      const hash = hashes[at];
      return hash === undefined ? [] : [{ hash, vector }];
    });
    const kept = await engine().keepVectors({ model: embedder.model, vectors, owners });
    if (!kept.ok) return failed({ message: kept.error.message, retryable: true, retryAfterMs: null }, hashes);
    vectorsKnown = true;
    problem = null;
    refusals = 0;
    batchMax = Math.min(embedder.batchMax, batchMax * 2);
    return { kind: 'some' };
  };

  return {
    batch,
    problem: () => problem,
    hasVectors: () => vectorsKnown,
    noteVectors: (are: boolean) => {
      vectorsKnown = are;
    },
    stop: () => {
      stopped = true;
      wake();
    },
  };
};

/** Of length 1, or not at all. */
const usable = (
  vectors: readonly Float32Array[],
  count: number,
): Result<readonly Float32Array[], EmbedFailure> => {
  const units = vectors.map(unitVector).filter((vector) => vector !== null);
  return units.length === count
    ? ok(units)
    : err({
        message: 'The embedder answered vectors without a direction.',
        retryable: true,
        retryAfterMs: null,
      });
};
