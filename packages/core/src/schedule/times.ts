/**
 * When a schedule runs next on this device, and what a run changes about that. Nothing here looks at a clock: `nowMs` is
 * this device's time, which may have been put forward or back. [SC-4, SC-5]
 */
import { type DeviceId, isLongerThan, LIMITS, type RunStatus, type ScheduleStateValue } from '@cairn/schema';
import type { ScheduleRow, ScheduleTimes, TimedSchedule } from '../ports/schedule-store.ts';
import { cadenceText, isReadable, nextRunAfter } from './cadence.ts';

/** The changes to be written down. `state`: what the schedule becomes on every device; null: it stays what it is. */
export interface TimedPlan {
  readonly times: ScheduleTimes;
  readonly state: ScheduleStateValue | null;
}

/** For schedules of which the store says that their times do not fit. */
export const planTimes = ({ row, times }: TimedSchedule, device: DeviceId, nowMs: number): TimedPlan => {
  const before = times ?? noTimes(row.id, nowMs);
  const computed = { cadence: cadenceText(row.cadence), computedAt: nowMs };
  if (row.status !== 'active' || row.runnerId !== device)
    return { times: { ...before, ...computed, nextRunAt: null }, state: null };
  const isSame = before.nextRunAt !== null && before.cadence === computed.cadence;
  const nextRunAt =
    isSame && isNear(row, before.nextRunAt, nowMs) ? before.nextRunAt : firstRunAt(row, nowMs);
  const failures = isSame ? before.failures : 0;
  const state = nextRunAt === null ? withoutNext(row) : null;
  return { times: { ...before, ...computed, nextRunAt, failures }, state };
};

/** There is nothing left to run; or nothing that this program can read, which a person has to know. */
const withoutNext = ({ cadence }: ScheduleRow): ScheduleStateValue =>
  isReadable(cadence)
    ? COMPLETED
    : { status: 'paused', reason: 'Its cadence cannot be read by the device that runs it.' };

const noTimes = (schedule: string, computedAt: number): ScheduleTimes => ({
  schedule,
  nextRunAt: null,
  lastRunAt: null,
  lastStatus: null,
  failures: 0,
  runningSince: null,
  runningDueAt: null,
  runningLog: null,
  outputHash: null,
  cadence: null,
  computedAt,
});

/** A schedule that runs once is due even when its time has passed: it was missed, and nobody ran it. */
const firstRunAt = ({ cadence }: ScheduleRow, nowMs: number): number | null =>
  cadence.type === 'once' ? cadence.at : nextRunAfter(cadence, nowMs);

/**
 * After the clock was put back: a run that would come next or the one after it stands, so that none is repeated; one that is
 * further away comes from a clock that was wrong.
 */
const isNear = ({ cadence }: ScheduleRow, nextRunAt: number, nowMs: number): boolean => {
  if (cadence.type === 'once') return true;
  const first = nextRunAfter(cadence, nowMs);
  const second = first === null ? null : nextRunAfter(cadence, first);
  return second === null || nextRunAt <= second;
};

/** A run begins. `byHand`: somebody asked for it, due or not. */
export const planRunStart = (
  { row, times }: TimedSchedule,
  nowMs: number,
  byHand: boolean,
): ScheduleTimes => {
  const before = times ?? noTimes(row.id, nowMs);
  return { ...before, runningSince: nowMs, runningDueAt: byHand ? null : before.nextRunAt, runningLog: null };
};

/** Its time has come, here, and it does not run. */
export const isDue = ({ row, times }: TimedSchedule, device: DeviceId, nowMs: number): boolean =>
  row.status === 'active' &&
  row.runnerId === device &&
  times?.nextRunAt != null &&
  times.nextRunAt <= nowMs &&
  times.runningSince === null;

export interface RunOutcome {
  readonly status: RunStatus;
  /** The hash of its output; null when it put out nothing. */
  readonly outputHash: string | null;
  /** The failure, for the reason of a pause. */
  readonly problem: string | null;
  readonly finishedAt: number;
  /** Somebody asked for it, so it does not count as a run of the schedule's own. */
  readonly byHand: boolean;
}

/** For a schedule of this device. A run takes as long as it takes: the next one is counted from its end, so none overlaps. */
export const planAfterRun = (
  { row, times }: TimedSchedule,
  device: DeviceId,
  outcome: RunOutcome,
): TimedPlan => {
  const before = times ?? noTimes(row.id, outcome.finishedAt);
  const failures = failuresAfter(before.failures, outcome);
  const state = row.status === 'active' ? stateAfter(row, outcome, failures) : null;
  const isOurs = row.status === 'active' && row.runnerId === device && state === null;
  const nextRunAt = isOurs ? nextAfterRun(row, before.nextRunAt, outcome, failures) : null;
  const hasEnded = isOurs && nextRunAt === null;
  return {
    times: {
      ...before,
      nextRunAt,
      lastRunAt: outcome.finishedAt,
      lastStatus: outcome.status,
      failures,
      runningSince: null,
      runningDueAt: null,
      runningLog: null,
      outputHash: outcome.outputHash ?? before.outputHash,
      cadence: cadenceText(row.cadence),
      computedAt: outcome.finishedAt,
    },
    state: state ?? (hasEnded ? withoutNext(row) : null),
  };
};

const COMPLETED: ScheduleStateValue = { status: 'completed', reason: null };

const failuresAfter = (failures: number, { status, byHand }: RunOutcome): number => {
  if (status === 'ok') return 0;
  return status === 'skipped' || byHand ? failures : failures + 1;
};

const stateAfter = (
  { cadence }: ScheduleRow,
  { status, problem, byHand }: RunOutcome,
  failures: number,
): ScheduleStateValue | null => {
  if (status === 'ok') return cadence.type === 'once' ? COMPLETED : null;
  if (byHand || status === 'skipped' || failures < LIMITS.scheduleFailuresMax) return null;
  return {
    status: 'paused',
    reason: shortened(
      `It failed ${failures} times in a row${problem === null ? '' : `, the last time: ${problem}`}`,
    ),
  };
};

/** The error text of a model's server may be long. */
const shortened = (text: string): string =>
  isLongerThan(text, LIMITS.scheduleReasonCharsMax)
    ? [...text].slice(0, LIMITS.scheduleReasonCharsMax).join('')
    : text;

const nextAfterRun = (
  { cadence }: ScheduleRow,
  planned: number | null,
  { status, finishedAt, byHand }: RunOutcome,
  failures: number,
): number | null => {
  // A run that was asked for beside it does not move one that is still to come.
  if (byHand && planned !== null && planned > finishedAt) return planned;
  const waitMs = status === 'ok' || status === 'skipped' || byHand ? 0 : backOffMs(failures);
  if (cadence.type === 'once') return finishedAt + (status === 'skipped' ? LIMITS.scheduleSkippedMs : waitMs);
  return nextRunAfter(cadence, finishedAt + waitMs);
};

const BACK_OFF_MINUTES = [1, 5, 25, 120];

/** After the first failure in a row the next run is at least a minute away, then 5, 25, at last 120. [SC-3] */
const backOffMs = (failures: number): number =>
  (BACK_OFF_MINUTES[Math.min(failures, BACK_OFF_MINUTES.length) - 1] ?? 0) * 60_000;

/** When the device's own housekeeping runs next: by its own clock, whose being put back may not keep it waiting. */
export const planSystemTimes = (
  schedule: string,
  {
    lastStatus,
    finishedAt,
    everyMs,
  }: { readonly lastStatus: RunStatus; readonly finishedAt: number; readonly everyMs: number },
): ScheduleTimes => ({
  ...noTimes(schedule, finishedAt),
  nextRunAt: finishedAt + everyMs,
  lastRunAt: finishedAt,
  lastStatus,
});
