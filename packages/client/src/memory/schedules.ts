/** Schedules for programs: goals that the daemon hands to the model at set times. Only the daemon runs them. [SC-1 to SC-5] */
import type {
  Schedule,
  ScheduleDeleted,
  ScheduleInput,
  SchedulePatch,
  ScheduleQuery,
  ScheduleResult,
  ScheduleRunResult,
  ScheduleRunsQuery,
  ScheduleRunsResult,
  SchedulesResult,
  SystemJob,
} from '@cairn/schema';
import type { Ask } from './ask.ts';
import type { CallOptions } from './call-options.ts';
import type { Answer } from './memory-error.ts';
import { settled } from './settled.ts';

/** A schedule is named by its id. A schedule that is not there throws `not_found`. */
export interface Schedules {
  /**
   * This device runs it. `warnings` say what the guard did.
   * @throws `invalid_input` (a cadence, a limit), `refused` (the guard)
   */
  add(input: ScheduleInput, options?: CallOptions): Promise<ScheduleResult>;
  /** The newest first. */
  list(input?: ScheduleQuery, options?: CallOptions): Promise<SchedulesResult>;
  get(id: string, options?: CallOptions): Promise<Schedule>;
  /** On all devices; what is left out stays. */
  edit(id: string, change: SchedulePatch, options?: CallOptions): Promise<ScheduleResult>;
  pause(id: string, options?: CallOptions): Promise<Schedule>;
  /** Forgets failures, and makes up for nothing. */
  resume(id: string, options?: CallOptions): Promise<Schedule>;
  /** Now, and waits for it: a model may take minutes. No silence is too long unless `timeoutMs` says so. */
  run(id: string, options?: CallOptions): Promise<ScheduleRunResult>;
  /** From now on this device runs it. */
  take(id: string, options?: CallOptions): Promise<ScheduleResult>;
  /** On all devices, with its runs. */
  delete(id: string, options?: CallOptions): Promise<ScheduleDeleted>;
  /** Those of this device, the newest first. The id of a job of `system` is taken, too. */
  runs(id: string, input?: ScheduleRunsQuery, options?: CallOptions): Promise<ScheduleRunsResult>;
  oneRun(id: string, run: string, options?: CallOptions): Promise<ScheduleRunResult>;
  /** The daemon's own housekeeping. */
  system(options?: CallOptions): Promise<readonly SystemJob[]>;
}

export const createSchedules = (
  ask: Ask,
  defaults: Pick<ScheduleInput, 'project' | 'cwd' | 'agent'>,
): Schedules => {
  const patched = (id: string, body: SchedulePatch, options: CallOptions): Promise<ScheduleResult> =>
    settled(ask('PATCH /v1/schedules/:id', { at: { id }, body }, options), options);
  const runOf = async (work: Answer<{ readonly run: ScheduleRunResult }>, options: CallOptions) =>
    (await settled(work, options)).run;
  return {
    add: (input, options = {}) =>
      settled(ask('POST /v1/schedules', { body: { ...defaults, ...input } }, options), options),
    list: (query = {}, options = {}) => settled(ask('GET /v1/schedules', { query }, options), options),
    get: async (id, options = {}) =>
      (await settled(ask('GET /v1/schedules/:id', { at: { id } }, options), options)).schedule,
    edit: (id, change, options = {}) => patched(id, change, options),
    pause: async (id, options = {}) => (await patched(id, { status: 'paused' }, options)).schedule,
    resume: async (id, options = {}) => (await patched(id, { status: 'active' }, options)).schedule,
    run: (id, options = {}) => {
      const patient = { timeoutMs: 0, ...options };
      return runOf(ask('POST /v1/schedules/:id/run', { at: { id } }, patient), patient);
    },
    take: (id, options = {}) => settled(ask('POST /v1/schedules/:id/take', { at: { id } }, options), options),
    delete: (id, options = {}) => settled(ask('DELETE /v1/schedules/:id', { at: { id } }, options), options),
    runs: (id, query = {}, options = {}) =>
      settled(ask('GET /v1/schedules/:id/runs', { at: { id }, query }, options), options),
    oneRun: (id, run, options = {}) =>
      runOf(ask('GET /v1/schedules/:id/runs/:run', { at: { id, run } }, options), options),
    system: async (options = {}) =>
      (await settled(ask('GET /v1/schedules/system', {}, options), options)).schedules,
  };
};
