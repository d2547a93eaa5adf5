/**
 * The tables of schedules. `schedules` is a projection of their registers, so it can always be made again; when one runs next
 * on this device, and its runs, are local. [SC-2, SC-5]
 */
import { sql } from 'drizzle-orm';
import { index, sqliteTable } from 'drizzle-orm/sqlite-core';
import { NOTIFICATIONS, SCHEDULE_STATUSES } from '../choices.ts';
import type { DeviceId, EntityId } from '../ids.ts';
import { cadenceSchema, scheduleAct } from '../register.ts';
import { RUN_STATUSES, runLog } from '../schedules.ts';
import { integer, json, oneOf, text } from './columns.ts';

/** `reason`: why it has its status, when no person gave it. */
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
    /** Where and by whom it was made. */
    deviceId: text('device_id').notNull().$type<DeviceId>(),
    deviceName: text('device_name').notNull(),
    agent: text(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Name and goal in lower case, which SQLite knows of ASCII only. */
    words: text().notNull(),
  },
  (table) => [
    index('schedules_name').on(table.name),
    index('schedules_created').on(table.createdAt),
    index('schedules_status').on(table.status),
  ],
);

/**
 * This device's knowledge of running one, whether it is the person's or the device's own housekeeping (`sys_…`). `next_run_at`
 * is null when this device does not run it. `cadence` and `computed_at`: for what, and when, that was worked out.
 */
export const scheduleTimes = sqliteTable(
  'schedule_times',
  {
    schedule: text().primaryKey(),
    nextRunAt: integer('next_run_at'),
    lastRunAt: integer('last_run_at'),
    lastStatus: oneOf(RUN_STATUSES)('last_status'),
    /** In a row. */
    failures: integer().notNull().default(0),
    /** When a run began that has not ended, and when that was due; null when somebody asked for it. */
    runningSince: integer('running_since'),
    runningDueAt: integer('running_due_at'),
    /** What a run that acts has done so far, for the case that it is cut short. [SC-8] */
    runningLog: json(runLog)('running_log'),
    /** The hash of the last output, so that a change shows. */
    outputHash: text('output_hash'),
    cadence: text(),
    computedAt: integer('computed_at').notNull(),
  },
  (table) => [index('schedule_times_due').on(table.nextRunAt).where(sql`next_run_at is not null`)],
);

/**
 * SC-3: the trail of runs. `output_summary`: the first 500 characters. `cost` in millionths of `currency`, which is null
 * where no price was known.
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
    /** 1: a session's start told of it. [SC-8] */
    told: integer().notNull().default(0),
  },
  (table) => [index('schedule_runs_of').on(table.schedule, table.startedAt)],
);
