/**
 * The store's record of schedules. A `ScheduleRow` is a projection of registers; when one runs next here, and its runs, are
 * local to the device. The device's own housekeeping has times and runs under ids that begin with `sys_`, and no row. [SC-2, SC-5]
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

export interface ScheduleFilter {
  readonly status?: ScheduleStatus;
  /** All of them have to stand in the name or the goal; case does not count. */
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

/** The questions of readers. */
export interface ScheduleQueries {
  schedule(id: EntityId): Promise<TimedSchedule | null>;
  /** The newest first. `total`: without limit and offset. */
  schedules(
    filter: ScheduleFilter,
  ): Promise<{ readonly schedules: readonly TimedSchedule[]; readonly total: number }>;
  /** Those whose time has come and that do not run, the longest waiting first. */
  dueSchedules(nowMs: number, limit: number): Promise<readonly TimedSchedule[]>;
  /** The next time of those that do not run; null: none is to run here. */
  nextScheduleAt(): Promise<number | null>;
  /** The newest first. */
  scheduleRuns(
    schedule: string,
    limit: number,
  ): Promise<{ readonly runs: readonly ScheduleRun[]; readonly total: number }>;
  scheduleRun(id: string): Promise<ScheduleRun | null>;
  /**
   * SC-8: runs that acted and ended since then, of this project or of none, and that nobody was told of: the newest first.
   */
  untoldRuns(
    project: string | null,
    sinceMs: number,
    limit: number,
  ): Promise<readonly { readonly run: ScheduleRun; readonly row: ScheduleRow }[]>;
  /** The times of the device's own housekeeping. */
  systemTimes(): Promise<readonly ScheduleTimes[]>;
}

/** The reads of a decision about schedules. */
export interface ScheduleReads {
  timedSchedule(id: EntityId): Promise<TimedSchedule | null>;
  /** How many there are. */
  scheduleCount(): Promise<number>;
  /**
   * Those whose next run is not what it should be: missing, for another cadence, computed at a time that is still to come
   * (the clock was put back), or there although another device runs it or nobody should. In id order.
   */
  untimedSchedules(device: DeviceId, nowMs: number, limit: number): Promise<readonly TimedSchedule[]>;
  /** Schedules of which that device is the runner. */
  schedulesRunBy(device: DeviceId): Promise<readonly ScheduleRow[]>;
  /** Those that were running. */
  unfinishedRuns(): Promise<readonly TimedSchedule[]>;
}

/** Part of a write set; applied in this order, after everything else. */
export interface ScheduleChanges {
  /** Rows, their times and their runs. [ST-4] */
  readonly schedulesErase?: readonly EntityId[];
  /** Upserts by id. */
  readonly schedules?: readonly ScheduleRow[];
  /** Upserts by schedule. */
  readonly scheduleTimes?: readonly ScheduleTimes[];
  /** All but the newest `scheduleRunsKept` of each schedule that is named go. */
  readonly scheduleRuns?: readonly ScheduleRun[];
  /** SC-8: a session's start told of these runs. */
  readonly scheduleRunsTold?: readonly string[];
}
