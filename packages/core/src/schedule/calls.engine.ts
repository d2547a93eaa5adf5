/** The engine's calls about schedules, as its callers see them; part of `WriteEngine` and `ReadEngine`. [SC-2] */
import type { RunLog, RunStatus } from '@cairn/schema';
import type { ScheduleRow, ScheduleRun, TimedSchedule } from '../ports/schedule-store.ts';

/** A schedule as it is after it was written. */
export interface WrittenSchedule extends TimedSchedule {
  /** G-1: what the guard did, in sentences. */
  readonly warnings: readonly string[];
}

export interface RunStart {
  /** The run's id. */
  readonly run: string;
  readonly row: ScheduleRow;
  /** Null: somebody asked for it. */
  readonly dueAt: number | null;
  readonly startedAt: number;
}

export interface EndedRun {
  readonly run: ScheduleRun;
  readonly row: ScheduleRow;
  /** Its policy says that somebody should hear of it. */
  readonly notify: boolean;
  /** Why its failures have paused it; null when it goes on. */
  readonly paused: string | null;
}

/** The outcome of a run, as the daemon tells it. */
export interface RunReport {
  readonly run: string;
  readonly schedule: string;
  readonly dueAt: number | null;
  readonly startedAt: number;
  readonly status: RunStatus;
  readonly output: string | null;
  /** Why there is no output, in a sentence. */
  readonly problem: string | null;
  readonly turns: number;
  readonly tokens: number;
  readonly cost: number;
  readonly currency: string | null;
  /** Null: it did not act. [SC-8] */
  readonly log: RunLog | null;
}
