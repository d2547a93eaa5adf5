/**
 * Runs due schedules one after the other: a slow run delays the next, and none overlaps itself. Between two runs the
 * runner waits for a time on the clock. Without a schedule of this device it does nothing. [SC-3, SC-4]
 */
import type { Answer, EndedRun, RunReport } from '@cairn/core';
import { HOUR_MS, LIMITS, MINUTE_MS, ok, refuse } from '@cairn/schema';
import { warningOf } from '../log.ts';
import { createQueue } from '../queue.ts';
import type { EngineCalls, SharedDeps } from '../shared-deps.ts';
import type { ModelAsker } from '../summaries/ask-model.ts';
import { createAlarm } from './alarm.ts';
import { type ActingParts, askGoal, failed } from './ask-goal.ts';

export type ScheduleRunner = ReturnType<typeof createScheduleRunner>;

export interface ScheduleRunnerDeps extends Pick<SharedDeps, 'gate' | 'clock' | 'timers' | 'log'> {
  readonly engine: () => EngineCalls;
  readonly asker: Pick<ModelAsker, 'ask' | 'state' | 'prices' | 'restsUntilMs' | 'wake'>;
  readonly acting: ActingParts;
  readonly tell: (ended: EndedRun) => Promise<void>;
  /** Notifies listeners of a run, and pushes what the run changed about its schedule. */
  readonly wrote: (ids: readonly string[]) => void;
}

/** Interval without any schedule of this device. A schedule that is pulled or written calls `changed`. */
const IDLE_MS = HOUR_MS;
/** Interval after an unexpected error. */
const TROUBLE_MS = MINUTE_MS;

export const createScheduleRunner = (deps: ScheduleRunnerDeps) => {
  const { gate, asker, clock, log } = deps;
  const alarm = createAlarm(deps);
  const use = <T>(work: (engine: EngineCalls) => Promise<T>): Promise<T> =>
    gate.share(() => work(deps.engine()));
  const inTurn = createQueue();
  let isOver = false;
  let hasBegun = false;
  let unended: RunReport | null = null;
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  const tend = async (): Promise<void> => {
    while (!isOver && (await use((engine) => engine.tendSchedules())).more);
  };

  /** Runs due schedules, then sets the alarm for the next one. */
  const look = async (): Promise<void> => {
    await finishLast();
    let refused: string | null = null;
    for (;;) {
      if (isOver) return;
      const nowMs = clock.nowMs();
      // The clock was set back, so next runs may lie far in the future.
      if (nowMs < lookedAtMs) await tend();
      lookedAtMs = nowMs;
      const { due, nextAt } = await use((engine) => engine.dueSchedules(1));
      const [id] = due;
      if (id === undefined) return wait(nextAt);
      const restsUntilMs = asker.restsUntilMs() ?? 0;
      if (restsUntilMs > nowMs) return wait(restsUntilMs);
      const done = await run(id, false);
      if (!done.ok || done.value !== null) continue;
      // The schedule was listed as due but is not: its next run is wrong.
      if (id === refused) return wait(nowMs + TROUBLE_MS);
      refused = id;
      await tend();
    }
  };

  const wait = (atMs: number | null): void =>
    alarm.set(atMs ?? clock.nowMs() + IDLE_MS, atMs === null ? IDLE_MS : LIMITS.scheduleLookMsMax, lookSoon);

  const lookSoon = (): void => {
    inTurn(look).catch((error: unknown) => {
      log.warn('schedules could not be looked at; it is tried again', { error: String(error) });
      if (!isOver) alarm.set(clock.nowMs() + TROUBLE_MS, TROUBLE_MS, lookSoon);
    });
  };

  const finishLast = async (): Promise<unknown> => unended !== null && finish(unended);

  const run = async (id: string, byHand: boolean): Answer<EndedRun | null> => {
    const begun = await use((engine) => engine.beginRun(id, byHand));
    if (!begun.ok) {
      if (!byHand) throw new Error(begun.error.message);
      return begun;
    }
    if (begun.value === null) return ok(null);
    const { row, run: runId, dueAt, startedAt } = begun.value;
    const asked = askGoal(
      {
        ...{ asker, clock, acting: deps.acting, isOver: () => isOver },
        context: (input) => use((e) => e.context(input)),
        note: (log) => use((e) => e.noteRunLog(row.id, log)),
      },
      row,
      runId,
    );
    const outcome = await asked.catch((error: unknown) => failed(String(error), 0));
    if (isOver)
      return refuse('stopping', 'The daemon stopped in the middle of the run. It is tried again.', true);
    return finish({ ...outcome, run: runId, schedule: id, dueAt, startedAt });
  };

  /** Ends a run. If that fails, it is tried again before the next run, because the schedule counts as running until then. */
  const finish = async (report: RunReport): Answer<EndedRun | null> => {
    unended = report;
    const ended = await use((engine) => engine.endRun(report));
    unended = null;
    if (!ended.ok || ended.value === null) return ended;
    deps.wrote([report.schedule]);
    await deps.tell(ended.value);
    return ended;
  };

  return {
    /** Starts the runner. Called at the start, and again after the database was replaced by another file. */
    begin: () =>
      inTurn(async () => {
        hasBegun = true;
        for (const ended of await use((engine) => engine.interruptRuns())) await deps.tell(ended);
        await tend();
        wait(clock.nowMs());
      }),
    /** Stops the runner. Once it resolves, nothing uses the engine. A run in progress counts as interrupted. */
    async end(): Promise<void> {
      isOver = true;
      alarm.clear();
      await inTurn(async () => undefined);
    },
    /** Reports that schedules were written, here or on another device. */
    changed(): void {
      if (!hasBegun || isOver) return;
      inTurn(tend).then(lookSoon, warningOf(log, 'next runs of schedules could not be computed'));
    },
    /** Runs the schedule at once, due or not. */
    runNow: (id: string): Answer<EndedRun> => {
      asker.wake();
      return inTurn(async () => {
        await finishLast();
        const done = await run(id, true);
        lookSoon();
        if (!done.ok) return done;
        return done.value === null
          ? refuse('not_found', 'The schedule was deleted while it ran.')
          : ok(done.value);
      });
    },
  };
};
