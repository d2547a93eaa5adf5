/**
 * Embeds saved texts in the background, one call at a time. It starts when saves pause. If they continue, it works slowly. Waiting texts
 * are in the database, so nothing is lost when the daemon or the embedder ends. [F-2, F-3]
 */
import { createEmbeddingBatches, type EmbeddingDeps, FAILED_PAUSE_MS } from './embedding-batches.ts';

export type EmbeddingService = ReturnType<typeof createEmbedding>;

/** Debounce of saves: a batch starts after this quiet time, or after `BUSY_MS_MAX` of continuous saves. */
const QUIET_MS = 2_000;
const BUSY_MS_MAX = 10_000;
/** Pause between two batches while saves continue. It limits the load to an eighth of one processor. */
const BUSY_PAUSE_MS = 1_000;
const PAUSE_MS = 10;
/** Delay after the start, so that old texts do not slow down the first calls. */
const BOOT_MS = 15_000;
const EVICT_MS = 86_400_000;
const EVICT_FIRST_MS = 900_000;

export const createEmbedding = (deps: EmbeddingDeps) => {
  const { engine, embedder, timers, steadyMs } = deps;
  const batches = createEmbeddingBatches(deps);
  let cancel: (() => void) | null = null;
  let running: Promise<void> | null = null;
  /** True from the first batch until nothing waits. Meanwhile the steps set their own pace, and saves do not change it. */
  let isGoing = false;
  /** Time of the first save after the last step began. Null without one. */
  let firstWriteAt: number | null = null;
  let lastWriteAt = Number.NEGATIVE_INFINITY;
  /** When a text that was set aside may be tried again. Null when no text is set aside. */
  let asideUntil: number | null = null;
  /** True when the last step may have left texts waiting. */
  let isBehind = false;
  let ended = false;
  const go = (): Promise<void> => {
    cancel?.();
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
        else if (asideUntil !== null) schedule(Math.max(0, asideUntil - steadyMs()));
      });
    return running;
  };
  const schedule = (delayMs: number): void => {
    if (ended || running !== null) return;
    cancel?.();
    cancel = timers.after(delayMs, () => void go());
  };
  const untilQuietMs = (since: number): number =>
    Math.max(0, Math.min(QUIET_MS, since + BUSY_MS_MAX - steadyMs()));
  /** Embeds one batch. Returns the milliseconds until the next step. Null when nothing can be embedded. */
  const step = async (): Promise<number | null> => {
    firstWriteAt = null;
    const did = await batches.next();
    isBehind = did.kind === 'some' && did.mayBeMore;
    if (did.kind === 'failed') return did.retryMs;
    if (did.kind === 'some') return steadyMs() - lastWriteAt < QUIET_MS ? BUSY_PAUSE_MS : PAUSE_MS;
    asideUntil = did.againAtMs;
    return null;
  };
  const wrote = (): void => {
    const now = steadyMs();
    lastWriteAt = now;
    firstWriteAt ??= now;
    if (!isGoing) schedule(untilQuietMs(firstWriteAt));
  };
  const unsubscribe = deps.events.subscribe((event) => {
    if (event.kind === 'changed' || event.kind === 'indexed') wrote();
  });
  return {
    /** Checks whether texts wait. Called at the start, and again when a restore has replaced the database. */
    async begin() {
      deps.housekeeper.add({
        ...{ id: 'sys_vectors', name: 'erase unused vectors', everyMs: EVICT_MS, firstMs: EVICT_FIRST_MS },
        run: async () => {
          for (let after: number | null = 0; after !== null; ) after = await engine().evictVectors(after);
          return null;
        },
      });
      const { vectors } = await engine().vectorCounts(embedder.model);
      batches.noteVectors(vectors > 0);
      // Texts wait for this model by name, so after a change of model all texts wait.
      const { texts } = await engine().unembedded(embedder.model, 1);
      isBehind = texts.length > 0;
      if (!isBehind) return;
      // A running step may still use the previous database, so another step follows it.
      if (running === null) schedule(BOOT_MS);
      else firstWriteAt ??= steadyMs();
    },
    async end() {
      ended = true;
      unsubscribe();
      cancel?.();
      batches.stop();
      await embedder.close();
      await running;
    },
    /** Whether any text has a vector that a search can find. */
    hasVectors: batches.hasVectors,
    /** Embeds what was just saved, if that takes only milliseconds: the embedder is instant, and no long queue waits. */
    async catchUp() {
      if (embedder.isInstant !== true || isBehind || embedder.state() === 'failing') return;
      await running;
      if (firstWriteAt !== null && !ended) await (running ?? go());
    },
    status: async () => ({
      /** Count of texts that wait, including those set aside. */
      pending: (await engine().vectorCounts(embedder.model)).waiting,
      aside: batches.aside(),
      /** Why the last call failed, in a sentence. Null when it succeeded. */
      problem: batches.problem(),
    }),
  };
};
