/** Converts rows to the public form of schedules and runs. */
import type { Cadence, RunnerState, Schedule, ScheduleRunResult } from '@cairn/schema';
import { isoTime, timeOrNull } from '../memory/to-memory.ts';
import type { ScheduleRun, TimedSchedule } from '../ports/schedule-store.ts';
import { shownIn } from './cadence.ts';
import { cronWords } from './cron-words.ts';

export const toSchedule = ({ row, times }: TimedSchedule, runner: RunnerState): Schedule => {
  // After a take-over by another device, the stored time stays for a moment.
  const nextRunAt = runner === 'this_device' ? (times?.nextRunAt ?? null) : null;
  return {
    id: row.id,
    name: row.name,
    goal: row.goal,
    cadence: toCadence(row.cadence),
    words: row.cadence.type === 'cron' ? cronWords(row.cadence.expression) : null,
    notify: row.notify,
    status: row.status,
    reason: row.reason,
    project: row.project,
    channel: row.channel,
    channelContext: row.channelContext,
    act: row.act,
    runner: { id: row.runnerId, name: row.runnerName, state: runner },
    nextRunAt: timeOrNull(nextRunAt),
    nextRunText: nextRunAt === null ? null : shownIn(nextRunAt, row.cadence.timezone),
    lastRunAt: timeOrNull(times?.lastRunAt ?? null),
    lastStatus: times?.lastStatus ?? null,
    failures: times?.failures ?? 0,
    running: times != null && times.runningSince !== null,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    device: { id: row.deviceId, name: row.deviceName },
    agent: row.agent,
  };
};

const toCadence = (cadence: Cadence): Schedule['cadence'] => {
  if (cadence.type === 'cron') return cadence;
  if (cadence.type === 'once') return { ...cadence, at: isoTime(cadence.at) };
  return { ...cadence, anchor: isoTime(cadence.anchor) };
};

export const toRun = ({ told: _, ...run }: ScheduleRun): ScheduleRunResult => ({
  ...run,
  cost: run.currency === null ? null : run.cost,
  dueAt: timeOrNull(run.dueAt),
  startedAt: isoTime(run.startedAt),
  finishedAt: isoTime(run.finishedAt),
});
