/**
 * Embeds one batch after another, and adapts to the embedder's batch size and to texts that it refuses. A batch that fails is halved
 * until the text at fault is alone. That text is set aside, and the other texts continue. [F-2]
 */
import {
  type Embedder,
  type EmbedFailure,
  type Engine,
  isZero,
  mixedVector,
  retryDelayMs,
  textHashOf,
  textsOf,
  unitVector,
} from '@cairn/core';
import { err, ok, type Result } from '@cairn/schema';
import type { SharedDeps } from './shared-deps.ts';
import { createTextVectors } from './text-vectors.ts';
import { createTextsAside } from './texts-aside.ts';

export interface EmbeddingDeps
  extends Pick<SharedDeps, 'steadyMs' | 'timers' | 'events' | 'housekeeper' | 'log'> {
  readonly engine: () => Pick<Engine, 'unembedded' | 'vectorCounts' | 'keepVectors' | 'evictVectors'>;
  readonly embedder: Embedder;
}

/**
 * `some`: a batch was embedded. `mayBeMore` says whether other texts may wait. `none`: nothing can be embedded. `againAtMs` says when a
 * text that was set aside may be tried again, or is null. `failed`: the next try is due in `retryMs`.
 */
export type BatchOutcome =
  | { readonly kind: 'some'; readonly mayBeMore: boolean }
  | { readonly kind: 'none'; readonly againAtMs: number | null }
  | { readonly kind: 'failed'; readonly retryMs: number };

type Owner = Awaited<ReturnType<Engine['unembedded']>>['texts'][number];

/**
 * Size of the cache of single texts' vectors. Each turn of a session is part of three vectors. The cache holds at least what one call
 * needs: each row, and a neighbouring text on either side.
 */
const TEXTS_MIN = 500;
const TEXTS_PER_CALL = 4;
/** Pause after a call that failed for good. Then another text is tried alone. */
export const FAILED_PAUSE_MS = 60_000;
/** Shortest pause if the embedder asks for time while the text at fault is sought. A crashed child process restarts sooner. */
const ASKED_PAUSE_MS = 10_000;
/** Pause before half of a failed batch is tried. */
const HALVED_PAUSE_MS = 1_000;
/** Refusals of single texts in a row that point to a wrong configuration. */
const REFUSALS_MAX = 3;

export const createEmbeddingBatches = (deps: EmbeddingDeps) => {
  const { engine, embedder, timers, steadyMs, log } = deps;
  /** Failed texts by their hashes, including texts that are only embedded as a neighbour. */
  const aside = createTextsAside();
  const made = createTextVectors(Math.max(TEXTS_MIN, TEXTS_PER_CALL * embedder.batchMax));
  let batchMax = embedder.batchMax;
  let refusals = 0;
  /** Whether a text was embedded since the last text failed alone. */
  let isProved = false;
  let vectorsKnown = false;
  let problem: string | null = null;
  /** The last logged message. Null once a text was embedded. */
  let warned: string | null = null;
  let stopped = false;
  let wake = (): void => undefined;
  /** Waits. The wait ends early when the daemon stops. */
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      timers.after(ms, resolve);
    });

  const embed = async (texts: readonly string[]): Promise<Result<readonly Float32Array[], EmbedFailure>> => {
    // While the refused text is sought, one try is enough.
    const isSeeking = batchMax < embedder.batchMax;
    for (let tries = 1; ; tries++) {
      const answer = await embedder.embed(texts);
      const delayMs = answer.ok || stopped || isSeeking ? null : retryDelayMs(tries, answer.error);
      if (answer.ok || delayMs === null)
        return answer.ok ? usable(answer.value, texts.length, embedder) : answer;
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
    // A server that asks for time is overloaded, so no text is at fault.
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

  /**
   * Returns the next texts that never failed. Without any, suspected texts get another try. Otherwise returns one text that was aside for
   * long enough. `isAll`: no other texts wait.
   */
  const choose = (waiting: readonly Owner[], isAll: boolean): readonly Owner[] => {
    if (isAll) aside.keepOnly(new Set(waiting.flatMap(textsOf).map(textHashOf)));
    const free = waiting.filter(({ text }) => aside.isFree(textHashOf(text)));
    if (free.length > 0) return free.slice(0, batchMax);
    if (aside.releaseSuspects()) return choose(waiting, isAll);
    const now = steadyMs();
    return waiting.filter(({ text }) => aside.isDue(textHashOf(text), now)).slice(0, 1);
  };

  /** Returns the texts of an owner that have to be embedded first. Neighbours that are set aside are left out. */
  const missing = (owner: Owner): readonly string[] =>
    textsOf(owner).filter(
      (text, at) => made.of(text) === undefined && (at === 0 || aside.isFree(textHashOf(text))),
    );

  const vectorsOf = (owner: Owner, known: ReadonlySet<string>) => {
    const vector = known.has(owner.hash) ? null : mixedVector(owner, made.of);
    return vector === null ? [] : [{ hash: owner.hash, vector }];
  };

  const next = async (): Promise<BatchOutcome> => {
    const limit = batchMax + aside.size();
    const found = await engine().unembedded(embedder.model, limit);
    const owners = choose(found.texts, found.texts.length < limit);
    if (owners.length === 0) return { kind: 'none', againAtMs: aside.dueAtMs() };
    const known = new Set(found.known);
    const fresh = owners.filter(({ hash }) => !known.has(hash));
    const texts = [...new Set(fresh.flatMap(missing))].slice(0, batchMax);
    const answer = texts.length === 0 ? ok([]) : await embed(texts);
    if (stopped) return { kind: 'none', againAtMs: null };
    if (!answer.ok) return failed(answer.error, texts.map(textHashOf));
    made.keep(texts, answer.value);
    const ready = owners.filter((owner) => known.has(owner.hash) || missing(owner).length === 0);
    const kept = await engine().keepVectors({
      model: embedder.model,
      vectors: ready.flatMap((owner) => vectorsOf(owner, known)),
      owners: ready,
    });
    if (!kept.ok) {
      made.clear();
      return paused({ message: kept.error.message, retryable: true, retryAfterMs: null });
    }
    for (const text of [...texts, ...ready.map((owner) => owner.text)]) aside.release(textHashOf(text));
    if (texts.length > 0) {
      isProved = true;
      warned = null;
      refusals = 0;
      aside.proved(steadyMs());
    }
    vectorsKnown = true;
    problem = null;
    batchMax = Math.min(embedder.batchMax, batchMax * 2);
    return { kind: 'some', mayBeMore: found.texts.length === limit };
  };

  return {
    next,
    problem: () => problem,
    aside: aside.status,
    hasVectors: () => vectorsKnown,
    noteVectors: (exist: boolean): void => {
      vectorsKnown = exist;
    },
    stop: (): void => {
      stopped = true;
      wake();
    },
  };
};

/** Returns vectors of length 1. Zeros stay zeros if the embedder may know nothing of a text. Fails if any vector has no direction. */
const usable = (
  vectors: readonly Float32Array[],
  count: number,
  { hasVocabulary }: Embedder,
): Result<readonly Float32Array[], EmbedFailure> => {
  const units = vectors
    .map((vector) => unitVector(vector) ?? (hasVocabulary === true && isZero(vector) ? vector : null))
    .filter((vector) => vector !== null);
  return units.length === count
    ? ok(units)
    : err({
        message: 'The embedder returned vectors without a direction.',
        retryable: true,
        retryAfterMs: null,
      });
};
