import { deviceId, LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { ScheduleRow, ScheduleTimes, TimedSchedule } from '../ports/schedule-store.ts';
import { sampleDevice } from '../testing/sample-memories.ts';
import { sampleSchedule, sampleTimes } from '../testing/sample-schedules.ts';
import { isDue, planAfterRun, planRunStart, planTimes, type RunOutcome } from './times.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-01-15T10:00:00Z');
const other = deviceId(1_700_000_000_001, new Uint8Array(10).fill(9));

const daily = sampleSchedule(1, 'every day', {
  cadence: { type: 'cron', expression: '0 9 * * *', timezone: 'UTC' },
});
const hourly = sampleSchedule(2, 'every hour', {
  cadence: { type: 'interval', seconds: 3_600, anchor: NOW - 10 * HOUR, timezone: null },
});
const once = sampleSchedule(3, 'once', { cadence: { type: 'once', at: NOW + HOUR, timezone: null } });

const nextOf = (row: ScheduleRow, fields: Partial<ScheduleTimes> | null, nowMs = NOW) => {
  const times = fields === null ? null : sampleTimes(row, fields);
  return planTimes({ row, times }, sampleDevice, nowMs).times.nextRunAt;
};

describe('[SC-5] the next run of this device', () => {
  test('is computed for its own active schedules, and for no others', () => {
    expect(nextOf(daily, null)).toBe(NOW + 23 * HOUR);
    expect(nextOf(hourly, null)).toBe(NOW + HOUR);
    expect(nextOf(once, null)).toBe(NOW + HOUR);
    expect(nextOf({ ...daily, runnerId: other }, { nextRunAt: NOW })).toBeNull();
    expect(nextOf({ ...daily, status: 'paused' }, { nextRunAt: NOW })).toBeNull();
    expect(nextOf({ ...daily, status: 'completed' }, null)).toBeNull();
  });

  test('stands while the cadence is the same, so that what is due stays due', () => {
    expect(nextOf(daily, { nextRunAt: NOW - HOUR })).toBe(NOW - HOUR);
  });

  test('is another one for another cadence, which has not failed yet', () => {
    const times = sampleTimes(daily, { nextRunAt: NOW - HOUR, cadence: '{}', failures: 3 });
    const plan = planTimes({ row: daily, times }, sampleDevice, NOW);
    expect(plan.times).toMatchObject({ nextRunAt: NOW + 23 * HOUR, failures: 0, computedAt: NOW });
  });

  test('starts over after a pause or a take-over: nothing of meanwhile is made up for, and failures are forgotten', () => {
    const times = sampleTimes(daily, { nextRunAt: null, failures: 5, outputHash: 'ab' });
    const plan = planTimes({ row: daily, times }, sampleDevice, NOW);
    expect(plan.times).toMatchObject({ nextRunAt: NOW + 23 * HOUR, failures: 0, outputHash: 'ab' });
  });

  test('[SC-4] of what runs once is its time, also when that was slept through', () => {
    expect(nextOf({ ...once, cadence: { type: 'once', at: NOW - DAY, timezone: null } }, null)).toBe(
      NOW - DAY,
    );
  });

  test('a cadence that has no time left completes the schedule; one that cannot be read pauses it', () => {
    const past: ScheduleRow = {
      ...daily,
      cadence: { type: 'cron', expression: '0 0 0 1 1 * 2020', timezone: 'UTC' },
    };
    expect(planTimes({ row: past, times: null }, sampleDevice, NOW).state?.status).toBe('completed');
    const odd: ScheduleRow = {
      ...daily,
      cadence: { type: 'cron', expression: 'on full moons', timezone: 'UTC' },
    };
    expect(planTimes({ row: odd, times: null }, sampleDevice, NOW).state).toMatchObject({
      status: 'paused',
      reason: expect.stringContaining('cannot be read'),
    });
  });
});

describe('[SC-4] the clock is put back', () => {
  test('by less than a period: what ran does not run again', () => {
    // It ran at nine, and then the clock was set back to half past eight.
    const nine = Date.parse('2026-01-15T09:00:00Z');
    expect(nextOf(daily, { nextRunAt: nine + DAY, computedAt: nine }, nine - HOUR / 2)).toBe(nine + DAY);
  });

  test('by more: what was computed by the wrong clock is computed again', () => {
    expect(nextOf(hourly, { nextRunAt: NOW + 400 * DAY, computedAt: NOW + 400 * DAY })).toBe(NOW + HOUR);
    expect(nextOf(daily, { nextRunAt: NOW + 3 * DAY, computedAt: NOW + 3 * DAY })).toBe(NOW + 23 * HOUR);
    expect(nextOf(once, { nextRunAt: NOW + HOUR, computedAt: NOW + 3 * DAY })).toBe(NOW + HOUR);
  });
});

describe('[SC-3] after a run', () => {
  const outcome = (fields: Partial<RunOutcome> = {}): RunOutcome => ({
    status: 'ok',
    outputHash: 'new',
    problem: null,
    finishedAt: NOW,
    byHand: false,
    ...fields,
  });
  const running = (row: ScheduleRow, fields: Partial<ScheduleTimes> = {}): TimedSchedule => ({
    row,
    times: sampleTimes(row, { nextRunAt: NOW - 1_000, runningSince: NOW - 1_000, ...fields }),
  });
  const after = (row: ScheduleRow, fields: Partial<RunOutcome>, times: Partial<ScheduleTimes> = {}) =>
    planAfterRun(running(row, times), sampleDevice, outcome(fields));

  test('the next one is counted from its end, so that a long one is not followed by those it slept through [SC-4]', () => {
    const plan = after(hourly, {}, { nextRunAt: NOW - 7 * HOUR, runningSince: NOW - 5 * HOUR, failures: 2 });
    expect(plan).toEqual({
      times: {
        ...running(hourly).times,
        nextRunAt: NOW + HOUR,
        lastRunAt: NOW,
        lastStatus: 'ok',
        failures: 0,
        runningSince: null,
        runningDueAt: null,
        outputHash: 'new',
        computedAt: NOW,
      },
      state: null,
    });
  });

  test('what runs once is completed everywhere, and only when it ran', () => {
    expect(after(once, {}).state).toEqual({ status: 'completed', reason: null });
    expect(after(once, {}).times.nextRunAt).toBeNull();
    const failed = after(once, { status: 'failed', outputHash: null });
    expect(failed.state).toBeNull();
    expect(failed.times.nextRunAt).toBe(NOW + 60_000);
  });

  test('failures count and put the next run off by 1, 5, 25 and 120 minutes', () => {
    const waits = [1, 2, 3, 4].map((failures) => {
      const { times } = after(once, { status: 'failed', outputHash: null }, { failures: failures - 1 });
      expect(times.failures).toBe(failures);
      return ((times.nextRunAt ?? 0) - NOW) / 60_000;
    });
    expect(waits).toEqual([1, 5, 25, 120]);
    const often: ScheduleRow = {
      ...hourly,
      cadence: { type: 'interval', seconds: 60, anchor: NOW, timezone: null },
    };
    const second = after(often, { status: 'interrupted' }, { failures: 1 });
    expect(second.times.nextRunAt).toBe(NOW + 6 * 60_000);
  });

  test('the fifth in a row pauses it, with the reason; one success before it would have started over', () => {
    const problem = 'The model did not answer.';
    const fourth = after(hourly, { status: 'failed', problem }, { failures: LIMITS.scheduleFailuresMax - 2 });
    expect(fourth.state).toBeNull();
    const fifth = after(hourly, { status: 'failed', problem }, { failures: LIMITS.scheduleFailuresMax - 1 });
    expect(fifth.state).toEqual({
      status: 'paused',
      reason: 'It failed 5 times in a row, the last time: The model did not answer.',
    });
    expect(fifth.times).toMatchObject({ nextRunAt: null, failures: 5 });
  });

  test('[SC-4] what runs once and was skipped by a wrong clock does not wait for that clock', () => {
    const skippedAt = (ms: number) => after(once, { status: 'skipped', finishedAt: ms }).times;
    expect(nextOf(once, skippedAt(NOW + 30 * DAY), NOW + 2 * HOUR)).toBe(NOW + HOUR);
    expect(nextOf(once, skippedAt(NOW + 2 * HOUR), NOW + 90 * 60_000)).toBe(NOW + 3 * HOUR);
  });

  test('without a model nothing failed; what runs once is tried again in an hour', () => {
    const plan = after(hourly, { status: 'skipped', outputHash: null }, { failures: 4, outputHash: 'old' });
    expect(plan).toMatchObject({
      state: null,
      times: { failures: 4, lastStatus: 'skipped', outputHash: 'old', nextRunAt: NOW + HOUR },
    });
    expect(after(once, { status: 'skipped' }).times.nextRunAt).toBe(NOW + HOUR);
  });

  test('one that was asked for moves no run that is still to come, and its failure pauses nothing', () => {
    const asked = after(hourly, { byHand: true, status: 'failed' }, { nextRunAt: NOW + 5, failures: 4 });
    expect(asked).toMatchObject({ state: null, times: { nextRunAt: NOW + 5, failures: 4 } });
    expect(after(hourly, { byHand: true }, { nextRunAt: NOW - 5 }).times.nextRunAt).toBe(NOW + HOUR);
    expect(after({ ...once, status: 'paused' }, { byHand: true }).state).toBeNull();
  });

  test('[SC-5] one that was taken over, paused or completed meanwhile has no next run here', () => {
    expect(after({ ...hourly, runnerId: other }, {}).times.nextRunAt).toBeNull();
    expect(after({ ...hourly, status: 'paused' }, { status: 'failed' }, { failures: 9 }).state).toBeNull();
    expect(after({ ...once, runnerId: other }, {}).state?.status).toBe('completed');
  });

  test('[SC-5] another cadence that was given during the run begins from scratch, and is not done by that run', () => {
    const cadence = { type: 'once', at: NOW + 2 * HOUR, timezone: null } as const;
    const before = { cadence: sampleTimes(once).cadence, failures: LIMITS.scheduleFailuresMax - 1 };
    for (const fields of [{}, { status: 'failed', outputHash: null }] as const) {
      const plan = after({ ...once, cadence }, fields, before);
      expect(plan).toMatchObject({ state: null, times: { nextRunAt: NOW + 2 * HOUR, failures: 0 } });
    }
    expect(after({ ...once, cadence, runnerId: other }, {}, before)).toMatchObject({
      state: null,
      times: { nextRunAt: null },
    });
    const byHand = planRunStart({ row: once, times: sampleTimes(once, { cadence: '{}' }) }, NOW, true);
    const asked = planAfterRun({ row: once, times: byHand }, sampleDevice, outcome({ byHand: true }));
    expect(asked.state?.status).toBe('completed');
  });

  test('one that is due begins once', () => {
    const due = { row: hourly, times: sampleTimes(hourly, { nextRunAt: NOW }) };
    expect(isDue(due, sampleDevice, NOW - 1)).toBe(false);
    expect(isDue(due, sampleDevice, NOW)).toBe(true);
    expect(isDue(due, other, NOW)).toBe(false);
    expect(isDue({ ...due, row: { ...hourly, status: 'paused' } }, sampleDevice, NOW)).toBe(false);
    const times = planRunStart(due, NOW, false);
    expect(times).toMatchObject({ runningSince: NOW, runningDueAt: NOW });
    expect(isDue({ ...due, times }, sampleDevice, NOW)).toBe(false);
    expect(planRunStart({ ...due, times: null }, NOW, true)).toMatchObject({
      runningSince: NOW,
      runningDueAt: null,
    });
  });
});
