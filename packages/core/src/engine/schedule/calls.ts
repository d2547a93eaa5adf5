/** What the engine does about schedules, as its callers see it; part of `WriteEngine` and `ReadEngine`. [SC-2] */
import type {
  CairnError,
  EntityId,
  Result,
  RunStatus,
  ScheduleDeleted,
  ScheduleInput,
  SchedulePatch,
} from '@cairn/schema';
import type {
  ScheduleFilter,
  ScheduleRow,
  ScheduleRun,
  ScheduleTimes,
  TimedSchedule,
} from '../../ports/schedule-store.ts';

type Answer<T> = Promise<Result<T, CairnError>>;

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

/** What a run came to, as the daemon tells it. */
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
}

export interface ScheduleWriteCalls {
  /** `timezone`: the device's own, for a cadence that names none. [SC-1] */
  addSchedule(input: ScheduleInput, timezone: string): Answer<WrittenSchedule>;
  patchSchedule(id: string, patch: SchedulePatch, timezone: string): Answer<WrittenSchedule>;
  /** SC-5: this device runs it from now on. */
  takeSchedule(id: string): Answer<WrittenSchedule>;
  deleteSchedule(id: string): Answer<ScheduleDeleted>;
  /** One bounded step of computing next runs that do not fit their schedules; call again while there is `more`. */
  tendSchedules(): Promise<{ readonly more: boolean }>;
  /** Null: it is not due any more, or runs already. `byHand`: due or not. */
  beginRun(id: string, byHand: boolean): Answer<RunStart | null>;
  /** The run, the next one, and what else follows, in one transaction. Null: the schedule was deleted meanwhile. */
  endRun(report: RunReport): Answer<EndedRun | null>;
  /** At the start of a daemon: runs that the last one did not end. [SC-4] */
  interruptRuns(): Promise<readonly EndedRun[]>;
  /** Of the device's own housekeeping. `run`: null when it found nothing to do. */
  noteSystemRun(times: ScheduleTimes, run: ScheduleRun | null): Promise<void>;
}

export interface ScheduleReadCalls {
  /** SC-2 */
  getSchedule(id: string): Answer<TimedSchedule>;
  schedules(
    filter: ScheduleFilter,
  ): Promise<{ readonly schedules: readonly TimedSchedule[]; readonly total: number }>;
  /** The longest waiting first. `nextAt`: when the next one's time comes, or came; null when none runs here. */
  dueSchedules(limit: number): Promise<{ readonly due: readonly EntityId[]; readonly nextAt: number | null }>;
  /** The newest first. */
  scheduleRuns(
    id: string,
    limit: number,
  ): Answer<{ readonly runs: readonly ScheduleRun[]; readonly total: number }>;
  scheduleRun(id: string): Answer<ScheduleRun>;
  systemTimes(): Promise<readonly ScheduleTimes[]>;
}
