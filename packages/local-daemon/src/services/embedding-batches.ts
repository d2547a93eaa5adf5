/**
 * One batch after the other, and what was learned of the embedder in between: how much it takes at once, and which texts it
 * never takes. A batch that fails is halved until the text at fault is alone; that one is set aside, the others go on. [F-2]
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
import { type AsideStatus, createTextsAside } from './texts-aside.ts';

/** What of the engine embedding needs. */
export type EmbeddingEngine = Pick<Engine, 'unembedded' | 'vectorCounts' | 'keepVectors' | 'evictVectors'>;

export interface EmbeddingDeps {
  readonly engine: () => EmbeddingEngine;
  readonly embedder: Embedder;
  readonly events: EventBus;
  readonly timers: Timers;
  /** Never steps back. */
  readonly steadyMs: () => number;
  readonly log: Log;
}

/**
 * `none`: nothing can be embedded now; `againAtMs`: when something that was set aside may be, null: nothing was. `failed`: the
 * next try in so many milliseconds.
 */
export type BatchOutcome =
  | { readonly kind: 'some' }
  | { readonly kind: 'none'; readonly againAtMs: number | null }
  | { readonly kind: 'failed'; readonly retryMs: number };

export interface EmbeddingBatches {
  next(): Promise<BatchOutcome>;
  /** Why the embedder does not work; null when it does. */
  problem(): string | null;
  aside(): AsideStatus;
  hasVectors(): boolean;
  noteVectors(are: boolean): void;
  stop(): void;
}

type Text = Awaited<ReturnType<Engine['unembedded']>>['texts'][number];

/** After a call that failed for good; then another text is tried alone. */
export const FAILED_PAUSE_MS = 60_000;
/** While the text at fault is sought, whoever asks for less gets so much: a child that crashed is back sooner than that. */
const ASKED_PAUSE_MS = 10_000;
/** Before half of what failed is tried. */
const HALVED_PAUSE_MS = 1_000;
/** Refusals of single texts in a row after which it is the configuration that is wrong. */
const REFUSALS_MAX = 3;

export const createEmbeddingBatches = (deps: EmbeddingDeps): EmbeddingBatches => {
  const { engine, embedder, timers, steadyMs, log } = deps;
  const aside = createTextsAside();
  let batchMax = embedder.batchMax;
  let refusals = 0;
  /** Whether it embedded anything since a text failed alone. */
  let isProved = false;
  let vectorsKnown = false;
  let problem: string | null = null;
  /** The last that was logged while nothing worked. */
  let warned: string | null = null;
  let stopped = false;
  let wake = (): void => undefined;
  /** Ends early when the daemon stops. */
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      timers.after(ms, resolve);
    });

  const embed = async (texts: readonly string[]): Promise<Result<readonly Float32Array[], EmbedFailure>> => {
    // While the text at fault is sought, one try is enough.
    const isSeeking = batchMax < embedder.batchMax;
    for (let tries = 1; ; tries++) {
      const answer = await embedder.embed(texts);
      const delayMs = answer.ok || stopped || isSeeking ? null : retryDelayMs(tries, answer.error);
      if (answer.ok || delayMs === null) return answer.ok ? usable(answer.value, texts.length) : answer;
      problem = answer.error.message;
      await sleep(delayMs);
      if (stopped) return answer;
    }
  };

  const paused = (failure: EmbedFailure): BatchOutcome => {
    if (warned !== failure.message) log.warn('texts cannot be embedded', { reason: failure.message });
    warned = failure.message;
    problem = failure.message;
    return { kind: 'failed', retryMs: Math.max(FAILED_PAUSE_MS, failure.retryAfterMs ?? 0) };
  };

  const failedAlone = (hash: string, failure: EmbedFailure): BatchOutcome => {
    const { message, retryable } = failure;
    if (!retryable) refusals++;
    const wasAside = !aside.isFree(hash);
    if (isProved || wasAside || (!retryable && refusals < REFUSALS_MAX)) {
      log.warn('a text cannot be embedded and is left aside', { reason: message });
      aside.setAside(hash, message, steadyMs());
      if (isProved || wasAside) problem = null;
      isProved = false;
      return { kind: 'failed', retryMs: 0 };
    }
    aside.suspect(hash, message);
    batchMax = 1;
    return paused(failure);
  };

  const failed = (failure: EmbedFailure, hashes: readonly string[]): BatchOutcome => {
    // Who asks for time has too much to do; that is no text's fault.
    if (failure.retryAfterMs !== null) {
      const isSeeking = batchMax < embedder.batchMax;
      const outcome = paused(failure);
      return isSeeking
        ? { kind: 'failed', retryMs: Math.max(ASKED_PAUSE_MS, failure.retryAfterMs) }
        : outcome;
    }
    const [first] = hashes;
    if (first !== undefined && hashes.length === 1) return failedAlone(first, failure);
    problem = failure.message;
    batchMax = Math.max(1, Math.floor(hashes.length / 2));
    return { kind: 'failed', retryMs: failure.retryable ? HALVED_PAUSE_MS : 0 };
  };

  /** The next texts: those that never failed; when there is none, one of those that were aside for long enough. */
  const choose = (texts: readonly Text[], isAll: boolean): readonly Text[] => {
    if (isAll) aside.keepOnly(new Set(texts.map(({ hash }) => hash)));
    const free = texts.filter(({ hash }) => aside.isFree(hash));
    if (free.length > 0) return free.slice(0, batchMax);
    if (aside.releaseSuspects()) return choose(texts, isAll);
    const now = steadyMs();
    return texts.filter(({ hash }) => aside.isDue(hash, now)).slice(0, 1);
  };

  const next = async (): Promise<BatchOutcome> => {
    const limit = batchMax + aside.size();
    const found = await engine().unembedded(embedder.model, limit);
    const owners = choose(found.texts, found.texts.length < limit);
    if (owners.length === 0) return { kind: 'none', againAtMs: aside.dueAtMs() };
    const known = new Set(found.known);
    const fresh = new Map(
      owners.filter(({ hash }) => !known.has(hash)).map(({ hash, text }) => [hash, text]),
    );
    const hashes = [...fresh.keys()];
    const made = hashes.length === 0 ? ok([]) : await embed([...fresh.values()]);
    if (stopped) return { kind: 'none', againAtMs: null };
    if (!made.ok) return failed(made.error, hashes);
    const vectors = made.value.flatMap((vector, at) => {
      const hash = hashes[at];
      return hash === undefined ? [] : [{ hash, vector }];
    });
    const kept = await engine().keepVectors({ model: embedder.model, vectors, owners });
    if (!kept.ok) return paused({ message: kept.error.message, retryable: true, retryAfterMs: null });
    for (const { hash } of owners) aside.release(hash);
    if (hashes.length > 0) {
      isProved = true;
      warned = null;
      refusals = 0;
      aside.proved(steadyMs());
    }
    vectorsKnown = true;
    problem = null;
    batchMax = Math.min(embedder.batchMax, batchMax * 2);
    return { kind: 'some' };
  };

  return {
    next,
    problem: () => problem,
    aside: aside.status,
    hasVectors: () => vectorsKnown,
    noteVectors: (are) => {
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
