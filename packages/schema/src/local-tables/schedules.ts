/**
 * The tables of schedules. `schedules` is a projection of their registers, so it can always be rebuilt. The next run on this device and
 * its runs are local. [SC-2, SC-5]
 */
import { sql } from 'drizzle-orm';
import { index, sqliteTable } from 'drizzle-orm/sqlite-core';
import { NOTIFICATIONS, SCHEDULE_STATUSES } from '../choices.ts';
import type { DeviceId, EntityId } from '../ids.ts';
import { cadenceSchema, scheduleAct } from '../register.ts';
import { RUN_STATUSES, runLog } from '../schedules.ts';
import { integer, json, oneOf, text } from './columns.ts';

/** `reason`: why it has its status, if no person set it. */
export const schedules = sqliteTable(
  'schedules',
  {
    id: text().primaryKey().$type<EntityId>(),
    name: text(),
    goal: text().notNull(),
    cadence: json(cadenceSchema)().notNull(),
    notify: oneOf(NOTIFICATIONS)().notNull(),
    status: oneOf(SCHEDULE_STATUSES)().notNull(),
    reason: text(),
    project: text(),
    channel: text(),
    channelContext: text('channel_context'),
    act: json(scheduleAct)(),
    /** The one device that runs it. */
    runnerId: text('runner_id').notNull().$type<DeviceId>(),
    runnerName: text('runner_name').notNull(),
    /** The device and the author that made it. */
    deviceId: text('device_id').notNull().$type<DeviceId>(),
    deviceName: text('device_name').notNull(),
    agent: text(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Name and goal in lower case, because SQLite folds only ASCII. */
    words: text().notNull(),
  },
  (table) => [
    index('schedules_name').on(table.name),
    index('schedules_created').on(table.createdAt),
    index('schedules_status').on(table.status),
  ],
);

/**
 * What this device knows about running a schedule, of a person or of its own housekeeping (`sys_…`). `next_run_at` is null if this
 * device does not run it. `cadence` and `computed_at`: the input and the time of that computation.
 */
export const scheduleTimes = sqliteTable(
  'schedule_times',
  {
    schedule: text().primaryKey(),
    nextRunAt: integer('next_run_at'),
    lastRunAt: integer('last_run_at'),
    lastStatus: oneOf(RUN_STATUSES)('last_status'),
    /** Consecutive failures. */
    failures: integer().notNull().default(0),
    /** The start of an unfinished run, and the time at which it was due; null if somebody asked for it. */
    runningSince: integer('running_since'),
    runningDueAt: integer('running_due_at'),
    /** What a run that acts has done so far, in case it is cut short. [SC-8] */
    runningLog: json(runLog)('running_log'),
    /** The hash of the last output, to detect a change. */
    outputHash: text('output_hash'),
    cadence: text(),
    computedAt: integer('computed_at').notNull(),
  },
  (table) => [index('schedule_times_due').on(table.nextRunAt).where(sql`next_run_at is not null`)],
);

/**
 * SC-3: the history of runs. `output_summary`: the first 500 characters. `cost` in millionths of `currency`, which is null without a
 * price.
 */
export const scheduleRuns = sqliteTable(
  'schedule_runs',
  {
    id: text().primaryKey(),
    schedule: text().notNull(),
    startedAt: integer('started_at').notNull(),
    finishedAt: integer('finished_at').notNull(),
    status: oneOf(RUN_STATUSES)().notNull(),
    summary: text('output_summary'),
    output: text(),
    turns: integer().notNull().default(0),
    tokens: integer().notNull().default(0),
    cost: integer().notNull().default(0),
    currency: text(),
    notified: integer().notNull().default(0),
    /** When it was due. */
    dueAt: integer('due_at'),
    log: json(runLog)(),
    /** 1 if a session's start has reported it. [SC-8] */
    told: integer().notNull().default(0),
  },
  (table) => [index('schedule_runs_of').on(table.schedule, table.startedAt)],
);
