import { type EntityId, hlcMs, type ScheduleDefValue, scheduleId } from '@cairn/schema';
import type { ScheduleRow, ScheduleRun, ScheduleTimes, StoredRegister } from '../ports/store.ts';
import { cadenceText } from '../schedule/cadence.ts';
import { projectSchedule } from '../schedule/project-schedule.ts';
import { noTimes } from '../schedule/times.ts';
import { sampleDevice, sampleHlc, sampleMs, sampleRegister } from './sample-memories.ts';

/** Returns an id. A larger number gives a larger id. */
export const sampleScheduleId = (n: number): EntityId =>
  scheduleId(1_700_000_000_000 + n, new Uint8Array(10).fill(n % 251));

export const sampleDef = (goal: string, fields: Partial<ScheduleDefValue> = {}): ScheduleDefValue => ({
  name: null,
  goal,
  cadence: { type: 'cron', expression: '30 9 * * *', timezone: 'Europe/Berlin' },
  notify: 'always',
  project: null,
  channel: null,
  channelContext: null,
  createdAt: sampleMs(0),
  by: { device: sampleDevice, name: 'laptop', agent: null },
  ...fields,
});

export const defRegister = (
  entity: EntityId,
  n: number,
  goal: string,
  fields: Partial<ScheduleDefValue> = {},
): StoredRegister => sampleRegister(entity, sampleHlc(n), { facet: 'def', value: sampleDef(goal, fields) });

/** Returns a row as `projectSchedule` makes it, with the test's changes. */
export const sampleSchedule = (
  n: number,
  goal: string,
  { def = {}, ...fields }: Partial<ScheduleRow> & { readonly def?: Partial<ScheduleDefValue> } = {},
): ScheduleRow => {
  const register = defRegister(sampleScheduleId(n), n, goal, { createdAt: sampleMs(n), ...def });
  const row = projectSchedule([register]);
  if (row === null) throw new Error(`no schedule at ${hlcMs(register.hlc)}`);
  return { ...row, ...fields };
};

export const sampleTimes = (row: ScheduleRow, fields: Partial<ScheduleTimes> = {}): ScheduleTimes => ({
  ...noTimes(row.id, sampleMs(0)),
  nextRunAt: sampleMs(100),
  cadence: cadenceText(row.cadence),
  ...fields,
});

export const sampleRun = (schedule: string, n: number, fields: Partial<ScheduleRun> = {}): ScheduleRun => ({
  id: `run_${String(n).padStart(6, '0')}`,
  schedule,
  dueAt: sampleMs(n),
  startedAt: sampleMs(n),
  finishedAt: sampleMs(n + 1),
  status: 'ok',
  summary: 'All quiet.',
  output: 'All quiet. Nothing to tell.',
  turns: 1,
  tokens: 120,
  cost: 0,
  currency: null,
  notified: true,
  log: null,
  told: 0,
  ...fields,
});
