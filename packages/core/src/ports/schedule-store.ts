/**
 * The store's record of schedules. A `ScheduleRow` is a projection of registers. Its next time and its runs are local to the device.
 * The device's own housekeeping has times and runs under ids that begin with `sys_`, and no row. [SC-2, SC-5]
 */
import type { CadenceType, DeviceId, EntityId, Notification, ScheduleStatus } from '@cairn/schema';
import type { scheduleRuns, schedules, scheduleTimes } from '@cairn/schema/local-tables';

export type ScheduleRow = Readonly<Omit<typeof schedules.$inferSelect, 'words'>>;
export type ScheduleTimes = Readonly<typeof scheduleTimes.$inferSelect>;
export type ScheduleRun = Readonly<Omit<typeof scheduleRuns.$inferSelect, 'notified'>> & {
  readonly notified: boolean;
};

export interface TimedSchedule {
  readonly row: ScheduleRow;
  readonly times: ScheduleTimes | null;
}

/** Has no log or output, because there may be many and they are long. */
export interface UntoldRun {
  readonly run: Pick<ScheduleRun, 'id' | 'status' | 'summary' | 'finishedAt'>;
  readonly row: Pick<ScheduleRow, 'id' | 'name' | 'goal'>;
}

export interface ScheduleFilter {
  readonly status?: ScheduleStatus;
  /** Words that must all be in the name or the goal, in any case. */
  readonly words?: readonly string[];
  readonly type?: CadenceType;
  readonly notify?: Notification;
  /** Null is global. */
  readonly project?: string | null;
  readonly runners?: readonly DeviceId[];
  readonly notRunners?: readonly DeviceId[];
  readonly limit: number;
  readonly offset: number;
}

export interface ScheduleQueries {
  schedule(id: EntityId): Promise<TimedSchedule | null>;
  /** Returns the newest schedules first. `total`: without limit and offset. */
  schedules(
    filter: ScheduleFilter,
  ): Promise<{ readonly schedules: readonly TimedSchedule[]; readonly total: number }>;
  /** Returns due schedules that do not run, longest waiting first. */
  dueSchedules(nowMs: number, limit: number): Promise<readonly TimedSchedule[]>;
  /** Returns the earliest next time of schedules that do not run; null when there is none. */
  nextScheduleAt(): Promise<number | null>;
  /** Returns the newest runs first. */
  scheduleRuns(
    schedule: string,
    limit: number,
  ): Promise<{ readonly runs: readonly ScheduleRun[]; readonly total: number }>;
  scheduleRun(id: string): Promise<ScheduleRun | null>;
  /**
   * SC-8: returns runs of this project or of none that did something, ended since `sinceMs`, and were not reported. The newest run is
   * first.
   */
  untoldRuns(project: string | null, sinceMs: number): Promise<readonly UntoldRun[]>;
  /** Returns the times of the device's own housekeeping. */
  systemTimes(): Promise<readonly ScheduleTimes[]>;
}

export interface ScheduleReads {
  timedSchedule(id: EntityId): Promise<TimedSchedule | null>;
  /** Returns the number of schedules. */
  scheduleCount(): Promise<number>;
  /**
   * Returns schedules whose next time is wrong, in id order. The time is missing, of another cadence, or computed at a future time
   * because the clock was set back. Or it is set although this device must not run the schedule.
   */
  untimedSchedules(device: DeviceId, nowMs: number, limit: number): Promise<readonly TimedSchedule[]>;
  /** Returns the schedules that this device runs. `goal`: only those with this goal. */
  schedulesRunBy(device: DeviceId, goal?: string): Promise<readonly ScheduleRow[]>;
  /** Returns schedules with a run that did not finish. */
  unfinishedRuns(): Promise<readonly TimedSchedule[]>;
}

/** Part of a write set, applied in this order, after everything else. */
export interface ScheduleChanges {
  /** Deletes rows, their times and their runs. [ST-4] */
  readonly schedulesErase?: readonly EntityId[];
  /** Upserts by id. */
  readonly schedules?: readonly ScheduleRow[];
  /** Upserts by schedule. */
  readonly scheduleTimes?: readonly ScheduleTimes[];
  /** Adds runs. Only the newest `scheduleRunsKept` of each named schedule stay. */
  readonly scheduleRuns?: readonly ScheduleRun[];
  /** SC-8: runs that the start of a session reported. */
  readonly scheduleRunsTold?: readonly string[];
}
