/**
 * Decides when sessions are read for memories: five seconds after the last message, before and after a compaction, and at their end. The
 * start of a session also reads abandoned sessions. Sessions are read one at a time, in the background. An interrupted reading is found
 * again.
 */
import { type DaemonEvent, type ExtractionStatus, errorText, HOUR_MS, LIMITS, WEEK_MS } from '@cairn/schema';
import { namedTimers } from '../named-timers.ts';
import type { SharedDeps } from '../shared-deps.ts';
import type { ModelAsker } from '../summaries/ask-model.ts';
import { createPersonalityFormer } from './form-personality.ts';
import { createSessionReader } from './read-session.ts';
import { createSessionReviewer } from './review-session.ts';

export interface ExtractionDeps extends Pick<SharedDeps, 'engine' | 'clock' | 'timers' | 'events' | 'log'> {
  /** Whether sessions are read. If not, `status` reports `off`. */
  readonly isOn: boolean;
  readonly asker: ModelAsker;
  /** Reports memories that are new or changed. */
  readonly wrote: (ids: readonly string[]) => void;
}

interface Work {
  readonly isHurried: boolean;
  readonly isOver: boolean;
}

/** Time to wait for an answer when a session's last message is a person's. */
const OPEN_MS = 30_000;
/** Interval of the search for unread sessions, also on a day whose tokens are spent. */
const LOOK_MS = HOUR_MS;
/** Styles that are observed within this time are processed together. */
const PERSONALITY_MS = 30_000;
const SESSIONS_MAX = 50;
/** Older sessions without a review are skipped. */
const REVIEW_MS_MAX = WEEK_MS;
const WAITING_SHOWN_MAX = 1_000;

export const createExtractionService = (deps: ExtractionDeps) => {
  const { isOn, engine, asker, clock, log } = deps;
  const timer = namedTimers(deps.timers);
  const queue = new Map<string, Work>();
  let unsubscribe: () => void = () => undefined;
  let running: Promise<void> | null = null;
  let isOver = !isOn;
  const reading = { engine, asker, clock, isOver: () => isOver };
  const reader = createSessionReader(reading);
  const review = createSessionReviewer(reading);
  const formOne = createPersonalityFormer(reading);
  let lastRunAtMs: number | null = null;
  let lastError: ExtractionStatus['lastError'] = null;

  const failed = (what: string, error: unknown): void => {
    const message = errorText(error);
    lastError = { message, at: new Date(clock.nowMs()).toISOString() };
    log.warn(`${what}; it is tried again`, { error: message });
  };

  const wrote = (ids: readonly string[]): void => {
    if (ids.length > 0) deps.wrote([...new Set(ids)]);
  };

  const enqueue = (session: string, work: Work): void => {
    if (isOver) return;
    const present = queue.get(session);
    queue.set(session, {
      isHurried: work.isHurried || present?.isHurried === true,
      isOver: work.isOver || present?.isOver === true,
    });
    running ??= drain().finally(() => {
      running = null;
    });
  };

  const drain = async (): Promise<void> => {
    for (;;) {
      const [next] = queue;
      if (next === undefined || isOver) return;
      queue.delete(next[0]);
      await runOne(next[0], next[1]).catch((error: unknown) => failed('a session was not read', error));
    }
  };

  const runOne = async (session: string, work: Work): Promise<void> => {
    timer.cancel(session);
    const { written, left } = await reader.read(session, work.isHurried);
    wrote(written);
    lastRunAtMs = clock.nowMs();
    if (left === 'open') timer.set(session, OPEN_MS, () => enqueue(session, { ...work, isHurried: true }));
    else if (left === 'more') enqueue(session, work);
    else if (left !== null) retryLater();
    else lastError = null;
    if (work.isOver && (left === null || left === 'open')) await reviewOne(session);
  };

  const reviewOne = async (session: string): Promise<void> => {
    const { written, left } = await review(session);
    wrote(written);
    if (left !== null) retryLater();
  };

  const retryLater = (): void => {
    const error = asker.state()?.lastError;
    if (error != null) lastError = { message: error.message, at: new Date(error.atMs).toISOString() };
    const untilMs = asker.restsUntilMs();
    timer.set('retry', untilMs === null ? LOOK_MS : Math.max(0, untilMs - clock.nowMs()), look);
  };

  const enqueueStale = async (idleMs: number): Promise<void> => {
    const idleSinceMs = clock.nowMs() - idleMs;
    const stale = await engine().staleSessions({ idleSinceMs, limit: SESSIONS_MAX });
    // behind a session that no model answers, others would wait until the model's back-off is over, each time.
    const byTries = stale.toSorted((a, b) => reader.triesOf(a.id) - reader.triesOf(b.id));
    for (const { id, state } of byTries) enqueue(id, { isHurried: true, isOver: state === 'completed' });
  };

  /** Enqueues completed sessions whose review was interrupted. */
  const enqueueUnreviewed = async (): Promise<void> => {
    const { sessions } = await engine().sessions({ state: 'completed', limit: SESSIONS_MAX });
    for (const { id, reviewedAt, updatedAt } of sessions)
      if (reviewedAt === null && clock.nowMs() - Date.parse(updatedAt) < REVIEW_MS_MAX)
        enqueue(id, { isHurried: true, isOver: true });
  };

  const formPersonality = (): void => {
    const formed = formOne().then((id) => wrote(id === null ? [] : [id]));
    formed.catch((error: unknown) => failed('the personality was not made again', error));
  };

  const look = (): void => {
    timer.set('look', LOOK_MS, look);
    enqueueStale(LIMITS.extractIdleMs)
      .then(enqueueUnreviewed)
      .catch((error: unknown) => failed('sessions were not looked for', error));
    formPersonality();
  };

  const flush = async (session: string): Promise<void> => {
    if (await engine().claimFlush(session)) enqueue(session, { isHurried: true, isOver: false });
  };

  const heard = (event: DaemonEvent): void => {
    if (event.kind === 'changed') timer.setOnce('personality', PERSONALITY_MS, formPersonality);
    if (event.kind !== 'session') return;
    const { session, what, due } = event;
    timer.cancel(session);
    if (what === 'deleted') queue.delete(session);
    else if (what !== 'appended') enqueue(session, { isHurried: true, isOver: what === 'ended' });
    else {
      if (due.includes('flush'))
        flush(session).catch((error: unknown) =>
          failed('a session was not read before it is compacted', error),
        );
      timer.set(session, LIMITS.extractIdleMs, () => enqueue(session, { isHurried: false, isOver: false }));
    }
  };

  return {
    begin() {
      if (!isOn) return;
      unsubscribe = deps.events.subscribe(heard);
      timer.set('look', LIMITS.extractIdleMs, look);
    },
    /** Resolves when the running reading has ended. */
    async end() {
      isOver = true;
      unsubscribe();
      timer.clear();
      await running;
    },
    sessionBegan() {
      if (isOver) return;
      enqueueStale(LIMITS.extractStaleMs).catch((error: unknown) =>
        failed('sessions were not looked for', error),
      );
    },
    async status(): Promise<ExtractionStatus> {
      const stale = isOn
        ? await engine().staleSessions({ idleSinceMs: clock.nowMs(), limit: WAITING_SHOWN_MAX })
        : [];
      return {
        mode: isOn ? (asker.state() === null ? 'phrases' : 'model') : 'off',
        lastRunAt: lastRunAtMs === null ? null : new Date(lastRunAtMs).toISOString(),
        waiting: stale.length,
        lastError,
      };
    },
  };
};
