/**
 * Computes when a schedule next runs on this device, and how a run changes that. Pure functions: `nowMs` is this device's time, which
 * may have been set forward or back. [SC-4, SC-5]
 */
import { type DeviceId, isLongerThan, LIMITS, type RunStatus, type ScheduleStateValue } from '@cairn/schema';
import type { ScheduleRow, ScheduleTimes, TimedSchedule } from '../ports/schedule-store.ts';
import { cadenceText, isReadable, nextRunAfter } from './cadence.ts';

/** The changes to write. `state`: the schedule's new state on all devices; null: unchanged. */
export interface TimedPlan {
  readonly times: ScheduleTimes;
  readonly state: ScheduleStateValue | null;
}

/** Recomputes the times of a schedule whose stored times are wrong. */
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

/** Returns the state of a schedule without a next run: completed, or paused when this program cannot read its cadence. */
const withoutNext = ({ cadence }: ScheduleRow): ScheduleStateValue =>
  isReadable(cadence)
    ? COMPLETED
    : { status: 'paused', reason: 'Its cadence cannot be read by the device that runs it.' };

export const noTimes = (schedule: string, computedAt: number): ScheduleTimes => ({
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

/** Returns the first run. A schedule that runs once is due even when its time has passed, because it was missed. */
const firstRunAt = ({ cadence }: ScheduleRow, nowMs: number): number | null =>
  cadence.type === 'once' ? cadence.at : nextRunAfter(cadence, nowMs);

/**
 * Whether a planned run is one of the next two. After the clock was set back, such a run stays, so that none is repeated. A later one
 * comes from a wrong clock.
 */
const isNear = ({ cadence }: ScheduleRow, nextRunAt: number, nowMs: number): boolean => {
  if (cadence.type === 'once') return nextRunAt === cadence.at || nextRunAt - nowMs <= LONGEST_WAIT_MS;
  const first = nextRunAfter(cadence, nowMs);
  const second = first === null ? null : nextRunAfter(cadence, first);
  return second === null || nextRunAt <= second;
};

/** Returns the times when a run begins. `byHand`: a person requested it, due or not. */
export const planRunStart = (
  { row, times }: TimedSchedule,
  nowMs: number,
  byHand: boolean,
): ScheduleTimes => {
  const before = times ?? noTimes(row.id, nowMs);
  const start = { ...before, runningSince: nowMs, runningLog: null };
  return byHand
    ? { ...start, runningDueAt: null, cadence: cadenceText(row.cadence) }
    : { ...start, runningDueAt: before.nextRunAt };
};

/** Whether the schedule is due on this device and not running. */
export const isDue = ({ row, times }: TimedSchedule, device: DeviceId, nowMs: number): boolean =>
  row.status === 'active' &&
  row.runnerId === device &&
  times?.nextRunAt != null &&
  times.nextRunAt <= nowMs &&
  times.runningSince === null;

export interface RunOutcome {
  readonly status: RunStatus;
  /** The hash of its output; null without output. */
  readonly outputHash: string | null;
  /** The failure, used as the reason of a pause. */
  readonly problem: string | null;
  readonly finishedAt: number;
  /**
   * Whether a person requested the run. Then its failure does not count, and it moves no planned run. If it succeeds, a
   * one-time schedule is completed.
   */
  readonly byHand: boolean;
}

/** Returns the times after a run on this device. The next run is computed from the end of this one, so runs never overlap. */
export const planAfterRun = (
  { row, times }: TimedSchedule,
  device: DeviceId,
  outcome: RunOutcome,
): TimedPlan => {
  const before = times ?? noTimes(row.id, outcome.finishedAt);
  // A cadence that was given during the run begins from scratch: the run was one of the former cadence.
  const isOther = before.cadence !== null && before.cadence !== cadenceText(row.cadence);
  const failures = isOther ? 0 : failuresAfter(before.failures, outcome);
  const state = row.status === 'active' && !isOther ? stateAfter(row, outcome, failures) : null;
  const isOurs = row.status === 'active' && row.runnerId === device && state === null;
  const next = () =>
    isOther ? firstRunAt(row, outcome.finishedAt) : nextAfterRun(row, before.nextRunAt, outcome, failures);
  const nextRunAt = isOurs ? next() : null;
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

/** Cuts a reason, because the error of a model's server may be long. */
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
  // A requested run does not move a planned one that is still in the future.
  if (byHand && planned !== null && planned > finishedAt) return planned;
  const waitMs = status === 'ok' || status === 'skipped' || byHand ? 0 : backOffMs(failures);
  if (cadence.type === 'once') return finishedAt + (status === 'skipped' ? LIMITS.scheduleSkippedMs : waitMs);
  return nextRunAfter(cadence, finishedAt + waitMs);
};

const BACK_OFF_MINUTES = [1, 5, 25, 120];
const LONGEST_WAIT_MS = Math.max(LIMITS.scheduleSkippedMs, ...BACK_OFF_MINUTES.map((wait) => wait * 60_000));

/** Returns the backoff: after failures in a row the next run is at least 1, 5, 25, then 120 minutes away. [SC-3] */
const backOffMs = (failures: number): number =>
  (BACK_OFF_MINUTES[Math.min(failures, BACK_OFF_MINUTES.length) - 1] ?? 0) * 60_000;

/** Returns the times of the device's own housekeeping. They follow its own clock, so setting it back must not delay the next run. */
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
