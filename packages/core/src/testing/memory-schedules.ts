/** Schedules, their times and their runs in the in-memory store. */
import { LIMITS } from '@cairn/schema';
import type {
  ScheduleChanges,
  ScheduleFilter,
  ScheduleQueries,
  ScheduleReads,
  ScheduleRow,
  ScheduleRun,
  TimedSchedule,
} from '../ports/schedule-store.ts';
import type { WriteSet } from '../ports/store.ts';
import { cadenceText } from '../schedule/cadence.ts';
import { scheduleWords } from '../schedule/project-schedule.ts';
import type { Tables } from './memory-tables.ts';

const byId = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const timed = (tables: Tables, row: ScheduleRow): TimedSchedule => ({
  row,
  times: tables.scheduleTimes.get(row.id) ?? null,
});

const all = (tables: Tables): readonly TimedSchedule[] =>
  [...tables.schedules.values()].sort((a, b) => byId(a.id, b.id)).map((row) => timed(tables, row));

const oneOf = (tables: Tables, id: ScheduleRow['id']): TimedSchedule | null => {
  const row = tables.schedules.get(id);
  return row === undefined ? null : timed(tables, row);
};

export const scheduleReadsOf = (tables: Tables): ScheduleReads => ({
  timedSchedule: async (id) => oneOf(tables, id),
  scheduleCount: async () => tables.schedules.size,
  untimedSchedules: async (device, nowMs, limit) =>
    all(tables)
      .filter(({ row, times }) => {
        if (row.status !== 'active' || row.runnerId !== device) return times?.nextRunAt != null;
        if (times === null) return true;
        const isOther = times.cadence !== cadenceText(row.cadence);
        return (
          times.runningSince === null && (times.nextRunAt === null || isOther || times.computedAt > nowMs)
        );
      })
      .slice(0, limit),
  schedulesRunBy: async (device) =>
    all(tables)
      .map(({ row }) => row)
      .filter((row) => row.runnerId === device),
  unfinishedRuns: async () =>
    all(tables).filter(({ times }) => times !== null && times.runningSince !== null),
});

export const scheduleQueriesOf = (tables: Tables): ScheduleQueries => ({
  schedule: async (id) => oneOf(tables, id),
  schedules: async (filter) => {
    const found = all(tables)
      .filter(({ row }) => isWanted(row, filter))
      .sort((a, b) => b.row.createdAt - a.row.createdAt || byId(b.row.id, a.row.id));
    return { schedules: found.slice(filter.offset, filter.offset + filter.limit), total: found.length };
  },
  dueSchedules: async (nowMs, limit) =>
    waiting(tables)
      .filter(({ at }) => at <= nowMs)
      .slice(0, limit)
      .map(({ one }) => one),
  nextScheduleAt: async () => waiting(tables)[0]?.at ?? null,
  scheduleRuns: async (schedule, limit) => {
    const runs = runsOf(tables, schedule);
    return { runs: runs.slice(0, limit), total: runs.length };
  },
  scheduleRun: async (id) => tables.scheduleRuns.get(id) ?? null,
  untoldRuns: async (project, sinceMs) =>
    [...tables.scheduleRuns.values()]
      .flatMap((run) =>
        [...tables.schedules.values()].filter(({ id }) => id === run.schedule).map((row) => ({ run, row })),
      )
      .filter(({ run }) => run.log !== null && run.told === 0 && run.finishedAt > sinceMs)
      .filter(({ row }) => row.project === null || row.project === project)
      .sort((a, b) => b.run.finishedAt - a.run.finishedAt || byId(b.run.id, a.run.id)),
  systemTimes: async () =>
    [...tables.scheduleTimes.values()]
      .filter(({ schedule }) => schedule.startsWith('sys_'))
      .sort((a, b) => byId(a.schedule, b.schedule)),
});

const waiting = (tables: Tables): readonly { readonly at: number; readonly one: TimedSchedule }[] =>
  all(tables)
    .flatMap((one) =>
      one.times === null || one.times.nextRunAt === null || one.times.runningSince !== null
        ? []
        : [{ at: one.times.nextRunAt, one }],
    )
    .sort((a, b) => a.at - b.at || byId(a.one.row.id, b.one.row.id));

const isWanted = (row: ScheduleRow, filter: ScheduleFilter): boolean => {
  const text = scheduleWords(row);
  return (
    (filter.status === undefined || row.status === filter.status) &&
    (filter.type === undefined || row.cadence.type === filter.type) &&
    (filter.notify === undefined || row.notify === filter.notify) &&
    (filter.project === undefined || row.project === filter.project) &&
    (filter.runners === undefined || filter.runners.includes(row.runnerId)) &&
    (filter.notRunners === undefined || !filter.notRunners.includes(row.runnerId)) &&
    (filter.words ?? []).every((word) => text.includes(word.toLowerCase()))
  );
};

const runsOf = (tables: Tables, schedule: string): readonly ScheduleRun[] =>
  [...tables.scheduleRuns.values()]
    .filter((run) => run.schedule === schedule)
    .sort((a, b) => b.startedAt - a.startedAt || byId(b.id, a.id));

export const applySchedules = (
  tables: Tables,
  changes: ScheduleChanges & Pick<WriteSet, 'eraseMemories'>,
): void => {
  for (const id of changes.eraseMemories ?? []) eraseFromRuns(tables, id);
  for (const id of changes.schedulesErase ?? []) {
    tables.schedules.delete(id);
    tables.scheduleTimes.delete(id);
    for (const run of runsOf(tables, id)) tables.scheduleRuns.delete(run.id);
  }
  for (const row of changes.schedules ?? []) tables.schedules.set(row.id, row);
  for (const times of changes.scheduleTimes ?? []) tables.scheduleTimes.set(times.schedule, times);
  for (const run of changes.scheduleRuns ?? []) tables.scheduleRuns.set(run.id, run);
  for (const id of changes.scheduleRunsTold ?? []) {
    const run = tables.scheduleRuns.get(id);
    if (run !== undefined) tables.scheduleRuns.set(id, { ...run, told: 1 });
  }
  for (const schedule of new Set((changes.scheduleRuns ?? []).map((run) => run.schedule)))
    for (const run of runsOf(tables, schedule).slice(LIMITS.scheduleRunsKept))
      tables.scheduleRuns.delete(run.id);
};

/** Erases logs and outputs of runs that name a memory. [ST-4] */
const eraseFromRuns = (tables: Tables, memory: string): void => {
  const names = (log: ScheduleRun['log']): boolean => JSON.stringify(log).includes(memory);
  for (const run of [...tables.scheduleRuns.values()])
    if (names(run.log)) tables.scheduleRuns.set(run.id, { ...run, log: null, output: null, summary: null });
  for (const times of [...tables.scheduleTimes.values()])
    if (names(times.runningLog)) tables.scheduleTimes.set(times.schedule, { ...times, runningLog: null });
};
