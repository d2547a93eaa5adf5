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
  SystemJobsResult,
} from '@cairn/schema';
import type { Answer } from './answer.ts';
import type { Ask } from './ask.ts';
import type { CallOptions } from './call-options.ts';
import { queryText } from './query-text.ts';
import { settled } from './settled.ts';

/** A schedule is named by its id. What is not there throws `not_found`. */
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
  const patched = (id: string, change: SchedulePatch, options: CallOptions): Promise<ScheduleResult> =>
    settled(ask<ScheduleResult>('PATCH', pathOf(id), change, options), options);
  const runOf = async (work: Answer<{ readonly run: ScheduleRunResult }>, options: CallOptions) =>
    (await settled(work, options)).run;
  return {
    add: (input, options = {}) => settled(ask('POST', ROOT, { ...defaults, ...input }, options), options),
    list: (input = {}, options = {}) =>
      settled(ask('GET', `${ROOT}${queryText({ ...input })}`, undefined, options), options),
    get: async (id, options = {}) =>
      (await settled(ask<ScheduleResult>('GET', pathOf(id), undefined, options), options)).schedule,
    edit: (id, change, options = {}) => patched(id, change, options),
    pause: async (id, options = {}) => (await patched(id, { status: 'paused' }, options)).schedule,
    resume: async (id, options = {}) => (await patched(id, { status: 'active' }, options)).schedule,
    run: (id, options = {}) => {
      const patient = { timeoutMs: 0, ...options };
      return runOf(ask('POST', `${pathOf(id)}/run`, {}, patient), patient);
    },
    take: (id, options = {}) => settled(ask('POST', `${pathOf(id)}/take`, {}, options), options),
    delete: (id, options = {}) => settled(ask('DELETE', pathOf(id), undefined, options), options),
    runs: (id, input = {}, options = {}) =>
      settled(ask('GET', `${pathOf(id)}/runs${queryText(input)}`, undefined, options), options),
    oneRun: (id, run, options = {}) =>
      runOf(ask('GET', `${pathOf(id)}/runs/${encodeURIComponent(run)}`, undefined, options), options),
    system: async (options = {}) =>
      (await settled(ask<SystemJobsResult>('GET', `${ROOT}/system`, undefined, options), options)).schedules,
  };
};

const ROOT = '/v1/schedules';
const pathOf = (id: string): string => `${ROOT}/${encodeURIComponent(id)}`;
