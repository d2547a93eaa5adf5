/** Types of the engine's calls about schedules; part of `WriteEngine` and `ReadEngine`. [SC-2] */
import type { ScheduleRow, ScheduleRun, TimedSchedule } from '../ports/schedule-store.ts';

/** A schedule after a write. */
export interface WrittenSchedule extends TimedSchedule {
  /** Sentences about the guard's changes. [G-1] */
  readonly warnings: readonly string[];
}

export interface RunStart {
  readonly run: string;
  readonly row: ScheduleRow;
  /** Null: a person requested the run. */
  readonly dueAt: number | null;
  readonly startedAt: number;
}

export interface EndedRun {
  readonly run: ScheduleRun;
  readonly row: ScheduleRow;
  /** Whether the schedule's policy reports this run to a person. */
  readonly notify: boolean;
  /** Why failures paused the schedule; null when it continues. */
  readonly paused: string | null;
}

/** The outcome of a run, as the daemon reports it. `log` null: the run did not act. [SC-8] */
export interface RunReport extends Omit<ScheduleRun, 'id' | 'finishedAt' | 'summary' | 'notified' | 'told'> {
  readonly run: string;
  /** Why there is no output, in a sentence. */
  readonly problem: string | null;
}
