/** Schedules for the daemon's API, the command line and the SDK. Times are ISO 8601 in UTC. [SC-1 to SC-5] */
import * as z from 'zod';
import { ACT_LIMITS } from './act-limits.ts';
import { NOTIFICATIONS, SCHEDULE_STATUSES, SOURCES } from './choices.ts';
import { LIMITS } from './limits.ts';
import { scheduleAct } from './register.ts';

const count = z.number().int().nonnegative();
const time = z.string();

/**
 * SC-1: a cadence as a person writes it. Default `timezone`: the device's own. `expression`: five fields, or six with the seconds first.
 * `at`: ISO 8601; without an offset it is local time of the zone.
 */
export const cadenceInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('cron'), expression: z.string(), timezone: z.string().optional() }),
  z.strictObject({ type: z.literal('once'), at: z.string(), timezone: z.string().optional() }),
  z.strictObject({ type: z.literal('interval'), seconds: z.number(), timezone: z.string().optional() }),
]);
export type CadenceInput = z.infer<typeof cadenceInput>;

/** The request for a preview of a cadence, which is not saved. */
export const cadencePreviewInput = z.strictObject({ cadence: cadenceInput });
/** `words`: a cron expression in English; null if it is too special. `text`: `at` in the time zone. */
export const cadencePreview = z.object({
  timezone: z.string(),
  words: z.string().nullable(),
  next: z.array(z.object({ at: time, text: z.string() })),
});
export type CadencePreview = z.infer<typeof cadencePreview>;

/** SC-6. An absent field gets its default; in a patch, it stays. `folder`: default `cwd`. `cost`: in millionths of the currency. */
export const scheduleActInput = z.strictObject({
  turns: z.number().int().min(1).max(ACT_LIMITS.turnsMax).optional(),
  tokens: z.number().int().min(ACT_LIMITS.tokensMin).max(ACT_LIMITS.tokensMax).optional(),
  cost: z.number().int().min(1).nullable().optional(),
  folder: z.string().max(LIMITS.documentPathCharsMax).nullable().optional(),
  heartbeat: z.boolean().optional(),
});
export type ScheduleActInput = z.infer<typeof scheduleActInput>;

export const scheduleInput = z.strictObject({
  goal: z.string(),
  cadence: cadenceInput,
  name: z.string().nullable().optional(),
  /** Default: `always`. */
  notify: z.enum(NOTIFICATIONS).optional(),
  /** The project whose memory the goal gets; null is global. */
  project: z.string().nullable().optional(),
  /** The folder of the project `.`. */
  cwd: z.string().optional(),
  /** Where it was requested. Every notification repeats both fields. [SC-2] */
  channel: z.string().nullable().optional(),
  channelContext: z.string().nullable().optional(),
  agent: z.string().nullable().optional(),
  /** Default: `agent`. */
  source: z.enum(SOURCES).optional(),
  /** `paused`: the schedule does not run until it is resumed. */
  status: z.enum(['active', 'paused']).optional(),
  /** The model may search, save and list open tasks. Null or absent: it only answers. [SC-6] */
  act: scheduleActInput.nullable().optional(),
});
export type ScheduleInput = z.infer<typeof scheduleInput>;

/** An absent field stays. `status`: only `paused` and `active` can be set. */
export const schedulePatch = scheduleInput.omit({ agent: true }).partial();
export type SchedulePatch = z.infer<typeof schedulePatch>;

export const CADENCE_TYPES = ['cron', 'once', 'interval'] as const;
export type CadenceType = (typeof CADENCE_TYPES)[number];
/** The runner, seen from this device. `nobody`: the runner left, was revoked, or has a new id. [SC-5] */
export const RUNNER_STATES = ['this_device', 'other_device', 'nobody'] as const;
export type RunnerState = (typeof RUNNER_STATES)[number];

/** SC-2. `query`: words in its name or goal, in any order. `runner`: a device's id, or one of the three states. */
export const scheduleQuery = z.strictObject({
  status: z.enum(SCHEDULE_STATUSES).optional(),
  query: z.string().optional(),
  type: z.enum(CADENCE_TYPES).optional(),
  runner: z.string().optional(),
  notify: z.enum(NOTIFICATIONS).optional(),
  project: z.string().optional(),
  cwd: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(LIMITS.scheduleListMax).optional(),
  offset: z.coerce.number().int().min(0).optional(),
});
export type ScheduleQuery = z.infer<typeof scheduleQuery>;

/**
 * `failed`: the model gave no usable answer. `skipped`: the model could not be asked, which is no failure. `interrupted`: the daemon
 * ended during the run.
 */
export const RUN_STATUSES = ['ok', 'failed', 'skipped', 'interrupted'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

const cadenceResult = z.discriminatedUnion('type', [
  z.object({ type: z.literal('cron'), expression: z.string(), timezone: z.string() }),
  z.object({ type: z.literal('once'), at: time, timezone: z.string().nullable() }),
  z.object({
    type: z.literal('interval'),
    seconds: count,
    anchor: time,
    timezone: z.string().nullable(),
  }),
]);

export const scheduleSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  goal: z.string(),
  cadence: cadenceResult,
  /** A cron expression in English; null if it is too special, and for other cadences. */
  words: z.string().nullable(),
  notify: z.enum(NOTIFICATIONS),
  status: z.enum(SCHEDULE_STATUSES),
  /** Why it is paused, if no person did it. */
  reason: z.string().nullable(),
  project: z.string().nullable(),
  channel: z.string().nullable(),
  channelContext: z.string().nullable(),
  /** Null: its model has no tools. */
  act: scheduleAct.nullable(),
  runner: z.object({ id: z.string(), name: z.string(), state: z.enum(RUNNER_STATES) }),
  /** The next run on this device; null if there is none. `nextRunText`: the same time in the schedule's zone. */
  nextRunAt: time.nullable(),
  nextRunText: z.string().nullable(),
  /** The last run on this device. */
  lastRunAt: time.nullable(),
  lastStatus: z.enum(RUN_STATUSES).nullable(),
  /** Consecutive failures. */
  failures: count,
  running: z.boolean(),
  createdAt: time,
  updatedAt: time,
  device: z.object({ id: z.string(), name: z.string() }),
  agent: z.string().nullable(),
});
export type Schedule = z.infer<typeof scheduleSchema>;

export const scheduleResult = z.object({
  schedule: scheduleSchema,
  /** G-1: the guard's changes in sentences. Absent if there are none. */
  warnings: z.array(z.string()).optional(),
});
export type ScheduleResult = z.infer<typeof scheduleResult>;
/** `model`: whether one is configured on this device. Without one every run is skipped. */
export const schedulesResult = z.object({
  schedules: z.array(scheduleSchema),
  total: count,
  model: z.boolean(),
});
export type SchedulesResult = z.infer<typeof schedulesResult>;

/**
 * SC-8: a run that acts, turn by turn, without the texts of the memories that it read. `asked`: the goal, or the open tasks. A `result`
 * contains ids. All texts are shortened.
 */
export const runLog = z.object({
  asked: z.string(),
  /** The ids of all memories that its model got, so that the run is found if one of them is forgotten. [ST-4] */
  given: z.array(z.string()).default([]),
  turns: z.array(
    z.object({
      said: z.string(),
      tokens: count,
      calls: z.array(
        z.object({ tool: z.string(), arguments: z.string(), result: z.string(), ok: z.boolean() }),
      ),
    }),
  ),
});
export type RunLog = z.infer<typeof runLog>;

export const scheduleRun = z.object({
  id: z.string(),
  schedule: z.string(),
  /** When the run was due; null if somebody requested it. */
  dueAt: time.nullable(),
  startedAt: time,
  finishedAt: time,
  status: z.enum(RUN_STATUSES),
  /** The first 500 characters of the output, or why there is none. */
  summary: z.string().nullable(),
  output: z.string().nullable(),
  /** The number of questions to a model. */
  turns: count,
  tokens: count,
  /** In millionths of `currency`. Both are null without a price. [SU-7] */
  cost: count.nullable(),
  currency: z.string().nullable(),
  notified: z.boolean(),
  /** Null if the schedule does not act, or a memory that the log names was forgotten. */
  log: runLog.nullable(),
});
export type ScheduleRunResult = z.infer<typeof scheduleRun>;
export const scheduleRunResult = z.object({ run: scheduleRun });
export const scheduleRunsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(LIMITS.scheduleRunsListMax).optional(),
});
export type ScheduleRunsQuery = z.infer<typeof scheduleRunsQuery>;
/** Newest first. */
export const scheduleRunsResult = z.object({ runs: z.array(scheduleRun), total: count });
export type ScheduleRunsResult = z.infer<typeof scheduleRunsResult>;
export const scheduleDeleted = z.object({ deleted: z.string() });
export type ScheduleDeleted = z.infer<typeof scheduleDeleted>;

/** The daemon's housekeeping. `outcome`: the last run's result in a sentence; null if there was nothing to do. */
export const systemJob = z.object({
  id: z.string(),
  name: z.string(),
  everySeconds: count,
  nextRunAt: time.nullable(),
  lastRunAt: time.nullable(),
  lastStatus: z.enum(RUN_STATUSES).nullable(),
  lastMs: count.nullable(),
  outcome: z.string().nullable(),
  running: z.boolean(),
});
export type SystemJob = z.infer<typeof systemJob>;
export const systemJobsResult = z.object({ schedules: z.array(systemJob) });
