/** Rows of `schedules`, `schedule_times` and `schedule_runs`. Only what `schedules` is made of leaves the device. [SC-2, SC-5] */
import {
  cadenceSchema,
  type EntityId,
  LIMITS,
  NOTIFICATIONS,
  RUN_STATUSES,
  SCHEDULE_STATUSES,
} from '@cairn/schema';
import type {
  ScheduleChanges,
  ScheduleFilter,
  ScheduleQueries,
  ScheduleReads,
  ScheduleRow,
  ScheduleRun,
  ScheduleTimes,
  TimedSchedule,
} from '../ports/schedule-store.ts';
import { storeFailure } from '../ports/store-failure.ts';
import { cadenceText } from '../schedule/cadence.ts';
import { scheduleWords } from '../schedule/project-schedule.ts';
import { type Columns, columnsOf, jsonColumns, readPageOf, readRows, storedJson } from './columns.ts';
import type { Row, Sql, SqlArguments } from './database.ts';
import { insertInto, insertRows, replacing } from './upsert.ts';

const ROW_COLUMNS = [
  'id',
  'name',
  'goal',
  'cadence',
  'notify',
  'status',
  'reason',
  'project',
  'channel',
  'channel_context',
  'runner_id',
  'runner_name',
  'device_id',
  'device_name',
  'agent',
  'created_at',
  'updated_at',
] as const;
const TIME_COLUMNS = [
  'schedule',
  'next_run_at',
  'last_run_at',
  'last_status',
  'failures',
  'running_since',
  'running_due_at',
  'output_hash',
  'cadence',
  'computed_at',
] as const;
const RUN_COLUMNS = [
  'id',
  'schedule',
  'due_at',
  'started_at',
  'finished_at',
  'status',
  'output_summary',
  'output',
  'turns',
  'tokens',
  'cost',
  'currency',
  'notified',
] as const;

const named = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${table}.${column}`).join(', ');
const TIMED = `SELECT json_array(${named('s', ROW_COLUMNS)}, ${named('t', TIME_COLUMNS)})`;
const JOINED = 'FROM schedules AS s LEFT JOIN schedule_times AS t ON t.schedule = s.id';
const ONE = `${TIMED} ${JOINED} WHERE s.id = ?1`;
const COUNT = 'SELECT count(*) FROM schedules';
const RUN_BY = `SELECT json_array(${named('s', ROW_COLUMNS)}) FROM schedules AS s WHERE s.runner_id = ?1 ORDER BY s.id`;

const BY_IDS = `SELECT json_array(${named('s', ROW_COLUMNS)}) FROM schedules AS s
  WHERE s.id IN (SELECT value FROM json_each(?1))`;

const MATCHES = `WHERE (?1 IS NULL OR s.status = ?1) AND (?2 IS NULL OR s.cadence ->> '$.type' = ?2)
  AND (?3 IS NULL OR s.notify = ?3) AND (?4 = 0 OR s.project IS ?5)
  AND (?6 IS NULL OR s.runner_id IN (SELECT value FROM json_each(?6)))
  AND (?7 IS NULL OR s.runner_id NOT IN (SELECT value FROM json_each(?7)))
  AND NOT EXISTS (SELECT 1 FROM json_each(?8)
    WHERE instr(s.words, value) = 0)`;
const FOUND = `${TIMED} ${JOINED} ${MATCHES} ORDER BY s.created_at DESC, s.id DESC LIMIT ?9 OFFSET ?10`;
const COUNT_FOUND = `SELECT count(*) FROM schedules AS s ${MATCHES}`;

const DUE = `${TIMED} FROM schedule_times AS t JOIN schedules AS s ON s.id = t.schedule
  WHERE t.next_run_at IS NOT NULL AND t.next_run_at <= ?1 AND t.running_since IS NULL
  ORDER BY t.next_run_at, t.schedule LIMIT ?2`;
const NEXT = `${TIMED} FROM schedule_times AS t JOIN schedules AS s ON s.id = t.schedule
  WHERE t.next_run_at IS NOT NULL AND t.running_since IS NULL ORDER BY t.next_run_at LIMIT ?1`;
const UNTIMED = `${TIMED} ${JOINED} WHERE CASE WHEN s.status = 'active' AND s.runner_id = ?1
  THEN t.running_since IS NULL AND (t.next_run_at IS NULL OR t.cadence IS NOT s.cadence OR t.computed_at > ?2)
  ELSE t.next_run_at IS NOT NULL END ORDER BY s.id LIMIT ?3`;
const UNFINISHED = `${TIMED} FROM schedule_times AS t JOIN schedules AS s ON s.id = t.schedule
  WHERE t.running_since IS NOT NULL ORDER BY t.schedule`;
const SYSTEM = `SELECT json_array(${named('t', TIME_COLUMNS)}) FROM schedule_times AS t
  WHERE t.schedule LIKE 'sys\\_%' ESCAPE '\\' ORDER BY t.schedule`;

const RUN = `SELECT json_array(${RUN_COLUMNS.join(', ')}) FROM schedule_runs`;
const RUNS_OF = `${RUN} WHERE schedule = ?1 ORDER BY started_at DESC, id DESC LIMIT ?2`;
const COUNT_RUNS = 'SELECT count(*) FROM schedule_runs WHERE schedule = ?1';
const RUN_BY_ID = `${RUN} WHERE id = ?1`;

const WRITTEN_COLUMNS = [...ROW_COLUMNS, 'words'] as const;
const UPSERT_ROWS = insertInto('schedules', WRITTEN_COLUMNS, replacing(['id'], WRITTEN_COLUMNS));
const UPSERT_TIMES = insertInto('schedule_times', TIME_COLUMNS, replacing(['schedule'], TIME_COLUMNS));
const UPSERT_RUNS = insertInto('schedule_runs', RUN_COLUMNS, replacing(['id'], RUN_COLUMNS));
const ERASE = [
  'DELETE FROM schedules WHERE id IN (SELECT value FROM json_each(?1))',
  'DELETE FROM schedule_times WHERE schedule IN (SELECT value FROM json_each(?1))',
  'DELETE FROM schedule_runs WHERE schedule IN (SELECT value FROM json_each(?1))',
] as const;
const PRUNE = `DELETE FROM schedule_runs WHERE schedule = ?1 AND id NOT IN (
  SELECT id FROM schedule_runs WHERE schedule = ?1 ORDER BY started_at DESC, id DESC LIMIT ?2)`;

const NOTIFY_SET = new Set(NOTIFICATIONS);
const STATUS_SET = new Set(SCHEDULE_STATUSES);
const RUN_STATUS_SET = new Set(RUN_STATUSES);

export const scheduleReads = (sql: Sql): ScheduleReads => ({
  timedSchedule: (id) => scheduleById(sql, id),
  scheduleCount: () => countOf(sql, COUNT, []),
  untimedSchedules: (device, nowMs, limit) =>
    readPageOf(limit, (asked) => sql.all(UNTIMED, [device, nowMs, asked]), readTimed),
  schedulesRunBy: async (device) => readRows(await sql.all(RUN_BY, [device]), readSchedule),
  unfinishedRuns: async () => readRows(await sql.all(UNFINISHED), readTimed),
});

export const scheduleQueries = (sql: Sql): ScheduleQueries => ({
  schedule: (id) => scheduleById(sql, id),
  schedules: async (filter) => {
    const matches = argumentsOf(filter);
    return {
      schedules: readRows(await sql.all(FOUND, [...matches, filter.limit, filter.offset]), readTimed),
      total: await countOf(sql, COUNT_FOUND, matches),
    };
  },
  dueSchedules: (nowMs, limit) => readPageOf(limit, (asked) => sql.all(DUE, [nowMs, asked]), readTimed),
  nextScheduleAt: async () => {
    // One that cannot be read is never due, so it may not ring either.
    const [next] = await readPageOf(1, (asked) => sql.all(NEXT, [asked]), readTimed);
    return next?.times?.nextRunAt ?? null;
  },
  scheduleRuns: async (schedule, limit) => ({
    runs: readRows(await sql.all(RUNS_OF, [schedule, limit]), readRun),
    total: await countOf(sql, COUNT_RUNS, [schedule]),
  }),
  scheduleRun: async (id) => {
    const [row] = await sql.all(RUN_BY_ID, [id]);
    return row === undefined ? null : readRun(row);
  },
  systemTimes: async () => (await sql.all(SYSTEM)).map((row) => readTimes(jsonColumns(row))),
});

export const applySchedules = async (sql: Sql, changes: ScheduleChanges): Promise<void> => {
  const { schedulesErase = [], schedules = [], scheduleTimes = [], scheduleRuns = [] } = changes;
  if (schedulesErase.length > 0)
    for (const statement of ERASE) await sql.run(statement, [JSON.stringify(schedulesErase)]);
  await insertRows(sql, UPSERT_ROWS, schedules.map(rowValues));
  await insertRows(sql, UPSERT_TIMES, scheduleTimes.map(timesValues));
  await insertRows(sql, UPSERT_RUNS, scheduleRuns.map(runValues));
  for (const schedule of new Set(scheduleRuns.map((run) => run.schedule)))
    await sql.run(PRUNE, [schedule, LIMITS.scheduleRunsKept]);
};

export const schedulesByIds = async (sql: Sql, ids: readonly EntityId[]): Promise<readonly ScheduleRow[]> =>
  ids.length === 0 ? [] : readRows(await sql.all(BY_IDS, [JSON.stringify(ids)]), readSchedule);

const scheduleById = async (sql: Sql, id: EntityId): Promise<TimedSchedule | null> =>
  readRows(await sql.all(ONE, [id]), readTimed)[0] ?? null;

const countOf = async (sql: Sql, statement: string, args: SqlArguments): Promise<number> =>
  columnsOf((await sql.all(statement, args))[0] ?? []).integer();

const argumentsOf = (filter: ScheduleFilter) => {
  const { status = null, type = null, notify = null, project, runners, notRunners, words = [] } = filter;
  return [
    status,
    type,
    notify,
    project === undefined ? 0 : 1,
    project ?? null,
    runners === undefined ? null : JSON.stringify(runners),
    notRunners === undefined ? null : JSON.stringify(notRunners),
    JSON.stringify(words.map((word) => word.toLowerCase())),
  ];
};

const rowValues = (row: ScheduleRow) => [
  row.id,
  row.name,
  row.goal,
  cadenceText(row.cadence),
  row.notify,
  row.status,
  row.reason,
  row.project,
  row.channel,
  row.channelContext,
  row.runnerId,
  row.runnerName,
  row.deviceId,
  row.deviceName,
  row.agent,
  row.createdAt,
  row.updatedAt,
  scheduleWords(row),
];
const timesValues = (times: ScheduleTimes) => [
  times.schedule,
  times.nextRunAt,
  times.lastRunAt,
  times.lastStatus,
  times.failures,
  times.runningSince,
  times.runningDueAt,
  times.outputHash,
  times.cadence,
  times.computedAt,
];
const runValues = (run: ScheduleRun) => [
  run.id,
  run.schedule,
  run.dueAt,
  run.startedAt,
  run.finishedAt,
  run.status,
  run.summary,
  run.output,
  run.turns,
  run.tokens,
  run.cost,
  run.currency,
  run.notified ? 1 : 0,
];

const readTimed = (row: Row): TimedSchedule => {
  const columns = jsonColumns(row);
  const schedule = readRow(columns);
  return { row: schedule, times: columns.peekNull() ? null : readTimes(columns) };
};

const readSchedule = (row: Row): ScheduleRow => readRow(jsonColumns(row));

const readRow = (columns: Columns): ScheduleRow => ({
  id: columns.entity(),
  name: columns.textOrNull(),
  goal: columns.text(),
  cadence: readCadence(columns.text()),
  notify: columns.oneOf(NOTIFY_SET),
  status: columns.oneOf(STATUS_SET),
  reason: columns.textOrNull(),
  project: columns.textOrNull(),
  channel: columns.textOrNull(),
  channelContext: columns.textOrNull(),
  runnerId: columns.device(),
  runnerName: columns.text(),
  deviceId: columns.device(),
  deviceName: columns.text(),
  agent: columns.textOrNull(),
  createdAt: columns.integer(),
  updatedAt: columns.integer(),
});

const readCadence = (json: string): ScheduleRow['cadence'] => {
  const parsed = cadenceSchema.safeParse(storedJson(json));
  if (!parsed.success) throw storeFailure('corrupt', 'a stored cadence has an unknown shape');
  return parsed.data;
};

const readTimes = (columns: Columns): ScheduleTimes => ({
  schedule: columns.text(),
  nextRunAt: columns.integerOrNull(),
  lastRunAt: columns.integerOrNull(),
  lastStatus: columns.oneOfOrNull(RUN_STATUS_SET),
  failures: columns.integer(),
  runningSince: columns.integerOrNull(),
  runningDueAt: columns.integerOrNull(),
  outputHash: columns.textOrNull(),
  cadence: columns.textOrNull(),
  computedAt: columns.integer(),
});

const readRun = (row: Row): ScheduleRun => {
  const columns = jsonColumns(row);
  return {
    id: columns.text(),
    schedule: columns.text(),
    dueAt: columns.integerOrNull(),
    startedAt: columns.integer(),
    finishedAt: columns.integer(),
    status: columns.oneOf(RUN_STATUS_SET),
    summary: columns.textOrNull(),
    output: columns.textOrNull(),
    turns: columns.integer(),
    tokens: columns.integer(),
    cost: columns.integer(),
    currency: columns.textOrNull(),
    notified: columns.integer() === 1,
  };
};
