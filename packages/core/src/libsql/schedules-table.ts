/** Rows of `schedules`, `schedule_times` and `schedule_runs`. Only the registers behind `schedules` leave the device. [SC-2, SC-5] */
import { cadenceSchema, type DeviceId, type EntityId, LIMITS } from '@cairn/schema';
import { scheduleRuns as runs, schedules, scheduleTimes as times } from '@cairn/schema/local-tables';
import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lte,
  not,
  notInArray,
  or,
  type SQL,
  sql as sqlOf,
} from 'drizzle-orm';
import type {
  ScheduleFilter,
  ScheduleQueries,
  ScheduleReads,
  ScheduleRow,
  ScheduleRun,
  TimedSchedule,
} from '../ports/schedule-store.ts';
import { scheduleWords } from '../schedule/project-schedule.ts';
import type { Sql } from './database.ts';
import { among, countRows, db, isSame, put, read, readOne, readPage, write } from './queries.ts';
import type { FieldWrites } from './upsert.ts';

const { words: _, ...ROW } = getTableColumns(schedules);

const timed = () =>
  db.select({ row: ROW, times }).from(schedules).leftJoin(times, eq(times.schedule, schedules.id)).$dynamic();
/** Joins from the times to their schedules, so that SQLite starts with the index of due times. */
const byTimes = (where: SQL | undefined) =>
  db
    .select({ row: ROW, times })
    .from(times)
    .innerJoin(schedules, eq(times.schedule, schedules.id))
    .where(where);
const rows = () => db.select(ROW).from(schedules).$dynamic();
const waits = and(isNotNull(times.nextRunAt), isNull(times.runningSince));

export const scheduleReads = (sql: Sql): ScheduleReads => ({
  timedSchedule: (id) => scheduleById(sql, id),
  scheduleCount: () => countRows(sql, schedules),
  untimedSchedules: (device, nowMs, limit) =>
    readPage(sql, limit, (asked) => timed().where(untimed(device, nowMs)).orderBy(schedules.id).limit(asked)),
  schedulesRunBy: (device, goal) => {
    const where = and(
      eq(schedules.runnerId, device),
      goal === undefined ? undefined : eq(schedules.goal, goal),
    );
    return read(sql, rows().where(where).orderBy(schedules.id));
  },
  unfinishedRuns: () => read(sql, byTimes(isNotNull(times.runningSince)).orderBy(times.schedule)),
});

/** Selects schedules whose next run must be computed again or cleared. */
const untimed = (device: DeviceId, nowMs: number): SQL =>
  sqlOf`case when ${schedules.status} = 'active' and ${schedules.runnerId} = ${device}
    then ${times.runningSince} is null and (${times.nextRunAt} is null
      or ${times.cadence} is not ${schedules.cadence} or ${times.computedAt} > ${nowMs})
    else ${times.nextRunAt} is not null end`;

export const scheduleQueries = (sql: Sql): ScheduleQueries => ({
  schedule: (id) => scheduleById(sql, id),
  schedules: async (filter) => {
    const where = matching(filter);
    const page = timed().where(where).orderBy(desc(schedules.createdAt), desc(schedules.id));
    const total = await countRows(sql, schedules, where);
    return { schedules: await read(sql, page.limit(filter.limit).offset(filter.offset)), total };
  },
  dueSchedules: (nowMs, limit) => {
    const due = byTimes(and(waits, lte(times.nextRunAt, nowMs))).orderBy(times.nextRunAt, times.schedule);
    return readPage(sql, limit, (asked) => due.limit(asked));
  },
  nextScheduleAt: async () => {
    // An unreadable schedule is never due, so it must not set the timer.
    const [next] = await readPage(sql, 1, (asked) => byTimes(waits).orderBy(times.nextRunAt).limit(asked));
    return next?.times.nextRunAt ?? null;
  },
  scheduleRuns: async (schedule, limit) => {
    const total = await countRows(sql, runs, eq(runs.schedule, schedule));
    return { runs: (await read(sql, newestRuns(schedule).limit(limit))).map(toRun), total };
  },
  scheduleRun: async (id) => {
    const run = await readOne(sql, db.select().from(runs).where(eq(runs.id, id)));
    return run === null ? null : toRun(run);
  },
  untoldRuns: (project, sinceMs) => {
    const where = and(
      ...[isNotNull(runs.log), eq(runs.told, 0), gt(runs.finishedAt, sinceMs)],
      or(isNull(schedules.project), isSame(schedules.project, project)),
    );
    const found = db
      .select({
        run: { id: runs.id, status: runs.status, summary: runs.summary, finishedAt: runs.finishedAt },
        row: { id: schedules.id, name: schedules.name, goal: schedules.goal },
      })
      .from(runs)
      .innerJoin(schedules, eq(runs.schedule, schedules.id))
      .where(where)
      .orderBy(desc(runs.finishedAt), desc(runs.id));
    return read(sql, found);
  },
  systemTimes: () =>
    read(sql, db.select().from(times).where(sqlOf`${times.schedule} glob 'sys_*'`).orderBy(times.schedule)),
});

const newestRuns = (schedule: string) =>
  db.select().from(runs).where(eq(runs.schedule, schedule)).orderBy(desc(runs.startedAt), desc(runs.id));

const toRun = (run: typeof runs.$inferSelect): ScheduleRun => ({ ...run, notified: run.notified === 1 });

export const scheduleFields = {
  async schedulesErase(sql, ids) {
    await write(sql, db.delete(schedules).where(among(schedules.id, ids)));
    await write(sql, db.delete(times).where(among(times.schedule, ids)));
    await write(sql, db.delete(runs).where(among(runs.schedule, ids)));
  },
  /** Writes the cadence as the same JSON text as in `schedule_times`. So different texts mean different cadences. */
  schedules: (sql, rows) =>
    put(
      sql,
      schedules,
      schedules.id,
      rows.map((row) => ({
        ...row,
        cadence: cadenceSchema.parse(row.cadence),
        words: scheduleWords(row),
      })),
    ),
  scheduleTimes: (sql, rows) => put(sql, times, times.schedule, rows),
  async scheduleRuns(sql, rows) {
    const written = rows.map((run) => ({ ...run, notified: run.notified ? 1 : 0 }));
    await put(sql, runs, runs.id, written);
    for (const schedule of new Set(rows.map((run) => run.schedule))) await pruneRuns(sql, schedule);
  },
  scheduleRunsTold: (sql, ids) => write(sql, db.update(runs).set({ told: 1 }).where(among(runs.id, ids))),
} satisfies Partial<FieldWrites>;

const pruneRuns = (sql: Sql, schedule: string): Promise<void> => {
  const kept = newestRuns(schedule).limit(LIMITS.scheduleRunsKept).as('kept');
  const old = notInArray(runs.id, db.select({ id: kept.id }).from(kept));
  return write(sql, db.delete(runs).where(and(eq(runs.schedule, schedule), old)));
};

export const schedulesByIds = async (sql: Sql, ids: readonly EntityId[]): Promise<readonly ScheduleRow[]> =>
  ids.length === 0 ? [] : read(sql, rows().where(among(schedules.id, ids)));

const scheduleById = async (sql: Sql, id: EntityId): Promise<TimedSchedule | null> =>
  (await read(sql, timed().where(eq(schedules.id, id))))[0] ?? null;

const matching = (filter: ScheduleFilter): SQL | undefined => {
  const { status, type, notify, project, runners, notRunners, words = [] } = filter;
  return and(
    status === undefined ? undefined : eq(schedules.status, status),
    type === undefined ? undefined : sqlOf`${schedules.cadence} ->> '$.type' = ${type}`,
    notify === undefined ? undefined : eq(schedules.notify, notify),
    project === undefined ? undefined : isSame(schedules.project, project),
    runners === undefined ? undefined : among(schedules.runnerId, runners),
    notRunners === undefined ? undefined : not(among(schedules.runnerId, notRunners)),
    ...words.map((word) => sqlOf`instr(${schedules.words}, ${word.toLowerCase()}) > 0`),
  );
};
