/**
 * Decides when summaries are written: the triggers of SU-1, one run at a time. Events report memories that wait. In an
 * idle daemon, the daily compaction costs one look an hour into a small index.
 */
import type { SummaryTrigger } from '@cairn/core';
import { HOUR_MS, LIMITS, MINUTE_MS } from '@cairn/schema';
import type { Job } from '../housekeeping/housekeeping.ts';
import { warningOf } from '../log.ts';
import { namedTimers } from '../named-timers.ts';
import { createQueue } from '../queue.ts';
import type { SharedDeps } from '../shared-deps.ts';
import type { ModelAsker, NoAnswer } from './ask-model.ts';
import type { Projects, SummaryWriter } from './write-summaries.ts';

export interface SummaryRun {
  /** Number of summaries that were written or merged. */
  readonly written: number;
  /** Reason why no model worded the summaries. Null when one did, or when there was nothing to do. */
  readonly withoutModel: NoAnswer | null;
}

export type SummaryService = ReturnType<typeof createSummaryService>;

export interface SummaryServiceDeps
  extends Pick<SharedDeps, 'clock' | 'timers' | 'events' | 'housekeeper' | 'log'> {
  readonly writer: SummaryWriter;
  readonly asker: ModelAsker;
  /** Whether the first pull is in progress, so that memories are still missing. [SU-4] */
  readonly isArriving: () => Promise<boolean>;
}

/** Delay of the first look. A daemon that restarts after a crash serves a session's start first. */
const FIRST_LOOK_MS = 30_000;
const LOOK_MS = HOUR_MS;
/**
 * Delay of a run after a save that makes a batch due. The run waits for the end of a burst of saves, up to
 * `BURST_MS_MAX`.
 */
const QUIET_MS = 2_000;
const BURST_MS_MAX = MINUTE_MS;
/** Delay of the next look while a first pull is in progress. */
const ARRIVING_MS = 10_000;

export const createSummaryService = (deps: SummaryServiceDeps) => {
  const { writer, asker, clock, timers, log } = deps;
  const timer = namedTimers(timers);
  let unsubscribe: () => void = () => undefined;
  const inTurn = createQueue();
  let isOver = false;
  /** Upper bound of the memories that wait. Memories from before this daemon are unknown until the first run. */
  let waiting = 0;
  let isUnknown = true;
  /**
   * Whether this daemon wrote a summary. Without one, forgetting withdraws nothing, or the rewrite can wait for the
   * interval.
   */
  let hasWritten = false;
  let burstSinceMs: number | null = null;

  const run = (trigger: SummaryTrigger, projects: Projects): Promise<SummaryRun> =>
    inTurn(async () => {
      if (isOver) return { written: 0, withoutModel: null };
      waiting = 0;
      burstSinceMs = null;
      const { written, left } = await writer.summarise(trigger, projects);
      waiting += left;
      isUnknown = false;
      hasWritten ||= written > 0;
      if (waiting > 0) timer.setOnce('interval', LIMITS.summariseEveryMs, () => background('interval'));
      const isNew = written > 0 || trigger === 'asked' || trigger === 'settled';
      if (isNew && (projects === null || projects.includes(null))) await writer.narrate();
      return { written, withoutModel: await reword(projects) };
    });

  const reword = async (projects: Projects): Promise<NoAnswer | null> => {
    const ended = isOver ? null : await writer.reword(projects);
    const untilMs = asker.restsUntilMs();
    if (ended !== null && ended !== 'off' && untilMs !== null)
      timer.set('retry', Math.max(0, untilMs - clock.nowMs()), () => background('interval'));
    return ended;
  };

  const background = (trigger: SummaryTrigger): void => {
    runOnceArrived(trigger).catch(
      warningOf(log, 'summaries could not be written; what waits is tried again'),
    );
  };

  const runOnceArrived = async (trigger: SummaryTrigger): Promise<void> => {
    if (!isOver && (await deps.isArriving()))
      timer.set(`arriving ${trigger}`, ARRIVING_MS, () => background(trigger));
    else await run(trigger, null);
  };

  /** SU-1: a run after the twentieth memory, and every five minutes while memories wait. */
  const changed = (count: number): void => {
    waiting += count;
    timer.setOnce('interval', LIMITS.summariseEveryMs, () => background('interval'));
    if (waiting < LIMITS.summariseAt) return;
    burstSinceMs ??= clock.nowMs();
    const leftMs = Math.max(0, burstSinceMs + BURST_MS_MAX - clock.nowMs());
    timer.set('count', Math.min(QUIET_MS, leftMs), () => background('count'));
  };

  const mergeOld: Job['run'] = async () => {
    const merged = await inTurn(() => (isOver ? Promise.resolve(0) : writer.compact('daily', null)));
    if (merged === 0) return null;
    return { status: 'ok', said: `Merged the summaries of ${merged} project${merged === 1 ? '' : 's'}.` };
  };

  return {
    begin(): void {
      unsubscribe = deps.events.subscribe((event) => {
        // The event of an import has no ids.
        if (event.kind === 'changed') changed(event.ids.length === 0 ? LIMITS.summariseAt : event.ids.length);
      });
      timer.set('first', FIRST_LOOK_MS, () => background('session_start'));
      deps.housekeeper.add({
        ...{ id: 'sys_summaries', name: 'merge summaries', everyMs: LOOK_MS, firstMs: FIRST_LOOK_MS },
        run: mergeOld,
      });
    },
    async end(): Promise<void> {
      isOver = true;
      unsubscribe();
      timer.clear();
    },
    /** Schedules a rewrite of the branch of a memory that was forgotten. [SU-4] */
    forgot(): void {
      if (hasWritten) timer.set('settled', QUIET_MS, () => background('settled'));
    },
    sessionBegan(): void {
      if (isUnknown || waiting > LIMITS.summariseAt)
        timer.setOnce('session', 0, () => background('session_start'));
    },
    /** Resolves when the run is over, after the model has reworded what it could. */
    summarise(trigger: SummaryTrigger, projects: Projects): Promise<SummaryRun> {
      if (trigger === 'asked') asker.wake();
      return run(trigger, projects);
    },
    compact: (projects: Projects): Promise<SummaryRun> =>
      inTurn(async () => {
        asker.wake();
        const written = await writer.compact('asked', projects);
        return { written, withoutModel: asker.state() === null ? 'off' : null };
      }),
  };
};
