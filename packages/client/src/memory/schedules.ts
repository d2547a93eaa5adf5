/** Schedules for programs. A schedule is a goal that the daemon gives to the model at set times. [SC-1 to SC-5] */
import {
  type Schedule,
  type ScheduleDeleted,
  type ScheduleInput,
  type SchedulePatch,
  type ScheduleQuery,
  type ScheduleResult,
  type ScheduleRunResult,
  type ScheduleRunsQuery,
  type ScheduleRunsResult,
  type SchedulesResult,
  type SystemJob,
  scheduleInput,
  schedulePatch,
  scheduleQuery,
  scheduleRunsQuery,
} from '@cairn/schema';
import type { Ask } from './ask.ts';
import { type CallOptions, checked, FIELDS, FIELDS_IF_ANY, ID, its } from './checked.ts';
import { parsedInput } from './parsed-input.ts';
import { filled, type Placing } from './placed.ts';

/** The calls on schedules. `id` is the id of a schedule. An unknown id throws `not_found`. */
export interface Schedules {
  /**
   * Adds a schedule that this device runs. `warnings` name what the guard changed in its words, such as masked secrets.
   * @throws `invalid_input` (a cadence, a limit), `refused` (the guard refuses its words)
   */
  add(input: ScheduleInput, options?: CallOptions): Promise<ScheduleResult>;
  /** Lists schedules, newest first. */
  list(input?: ScheduleQuery, options?: CallOptions): Promise<SchedulesResult>;
  get(id: string, options?: CallOptions): Promise<Schedule>;
  /** Changes a schedule on all devices. Fields that are left out keep their values. */
  edit(id: string, change: SchedulePatch, options?: CallOptions): Promise<ScheduleResult>;
  pause(id: string, options?: CallOptions): Promise<Schedule>;
  /** Resumes a paused schedule. Resets its count of failures. Runs missed in the pause are not made up for. */
  resume(id: string, options?: CallOptions): Promise<Schedule>;
  /** Runs a schedule now and waits for the result, which may take minutes. By default the call has no timeout. */
  run(id: string, options?: CallOptions): Promise<ScheduleRunResult>;
  /** Moves a schedule to this device, which runs it from then on. */
  take(id: string, options?: CallOptions): Promise<ScheduleResult>;
  /** Deletes a schedule and its runs on all devices. */
  delete(id: string, options?: CallOptions): Promise<ScheduleDeleted>;
  /** Lists a schedule's runs on this device, newest first. The id of a job from `system` is valid too. */
  runs(id: string, input?: ScheduleRunsQuery, options?: CallOptions): Promise<ScheduleRunsResult>;
  oneRun(id: string, run: string, options?: CallOptions): Promise<ScheduleRunResult>;
  /** Lists the housekeeping jobs of the daemon itself. */
  system(options?: CallOptions): Promise<readonly SystemJob[]>;
}

export const createSchedules = (
  ask: Ask,
  { placed, here }: Placing,
  author: Pick<ScheduleInput, 'agent'>,
): Schedules => {
  const patched = (id: string, change: SchedulePatch, options: CallOptions) =>
    parsedInput(here(change), schedulePatch, (body) =>
      ask('PATCH /v1/schedules/:id', { at: { id }, body }, options),
    );
  return {
    add: checked([FIELDS], (input, options = {}) =>
      parsedInput(placed(filled(input, author)), scheduleInput, (body) =>
        ask('POST /v1/schedules', { body }, options),
      ),
    ),
    list: checked([FIELDS_IF_ANY], (input = {}, options = {}) =>
      parsedInput(here(input), scheduleQuery, (query) => ask('GET /v1/schedules', { query }, options)),
    ),
    get: checked([ID], (id, options = {}) =>
      its('schedule', ask('GET /v1/schedules/:id', { at: { id } }, options)),
    ),
    edit: checked([ID, FIELDS], (id, change, options = {}) => patched(id, change, options)),
    pause: checked([ID], (id, options = {}) => its('schedule', patched(id, { status: 'paused' }, options))),
    resume: checked([ID], (id, options = {}) => its('schedule', patched(id, { status: 'active' }, options))),
    run: checked([ID], (id, { timeoutMs = 0, ...options } = {}) =>
      its('run', ask('POST /v1/schedules/:id/run', { at: { id } }, { ...options, timeoutMs })),
    ),
    take: checked([ID], (id, options = {}) => ask('POST /v1/schedules/:id/take', { at: { id } }, options)),
    delete: checked([ID], (id, options = {}) => ask('DELETE /v1/schedules/:id', { at: { id } }, options)),
    runs: checked([ID, FIELDS_IF_ANY], (id, input = {}, options = {}) =>
      parsedInput(input, scheduleRunsQuery, (query) =>
        ask('GET /v1/schedules/:id/runs', { at: { id }, query }, options),
      ),
    ),
    oneRun: checked([ID, ID], (id, run, options = {}) =>
      its('run', ask('GET /v1/schedules/:id/runs/:run', { at: { id, run } }, options)),
    ),
    system: checked([], (options = {}) => its('schedules', ask('GET /v1/schedules/system', {}, options))),
  };
};
