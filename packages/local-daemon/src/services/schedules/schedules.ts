/**
 * Handles schedules for every entry point of the daemon: resolves the project, calls the engine, and notifies
 * everything that depends on the change. [SC-2]
 */
import {
  type Answer,
  type Keyring,
  previewCadence,
  runnerStates,
  type ScheduleFilter,
  type TimedSchedule,
  toRun,
  toSchedule,
  type WrittenSchedule,
} from '@cairn/core';
import {
  type CadenceInput,
  defined,
  isDeviceId,
  LIMITS,
  ok,
  RUNNER_STATES,
  type RunnerState,
  refuse,
  refuseInput,
  type ScheduleInput,
  type SchedulePatch,
  type ScheduleQuery,
  type ScheduleResult,
  type ScheduleRunsQuery,
} from '@cairn/schema';
import { devicesIn } from '../device-list.ts';
import { inProject, resolveProject } from '../resolve-project.ts';
import type { EngineCalls, SharedDeps } from '../shared-deps.ts';
import type { ModelAsker } from '../summaries/ask-model.ts';
import type { ScheduleRunner } from './schedule-runner.ts';

export type Schedules = ReturnType<typeof createSchedules>;

export interface SchedulesDeps extends Pick<SharedDeps, 'nowMs' | 'projects'> {
  readonly engine: () => EngineCalls;
  readonly keyring: Pick<Keyring, 'load'>;
  readonly runner: Pick<ScheduleRunner, 'runNow'>;
  readonly asker: Pick<ModelAsker, 'state'>;
  /** Notifies the listeners, among them the runner, and pushes the change. */
  readonly wrote: (ids: readonly string[]) => void;
  /** Returns the device's own zone as an IANA name. */
  readonly timezone: () => string;
}

export const createSchedules = (deps: SchedulesDeps) => {
  const { engine, projects } = deps;

  const states = async (): Promise<(runner: TimedSchedule['row']['runnerId']) => RunnerState> => {
    const [{ device, vault }, secrets, names] = await Promise.all([
      engine().syncFacts(),
      deps.keyring.load(),
      engine().deviceNames(),
    ]);
    return runnerStates(device?.id ?? null, vault === null ? null : (secrets?.members ?? []), names);
  };
  const shown = async ({ row, times }: TimedSchedule) =>
    toSchedule({ row, times }, (await states())(row.runnerId));

  const written = async (work: Answer<WrittenSchedule>): Answer<ScheduleResult> => {
    const done = await work;
    if (!done.ok) return done;
    const { warnings, ...timed } = done.value;
    deps.wrote([timed.row.id]);
    return ok({
      schedule: await shown(timed),
      ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    });
  };

  return {
    add: (input: ScheduleInput) =>
      inProject(projects, withFolder(input), (here) => written(engine().addSchedule(here, deps.timezone()))),
    /** Shows how the cadence is parsed. Creates nothing. */
    preview: (cadence: CadenceInput) =>
      previewCadence(cadence, { nowMs: deps.nowMs(), timezone: deps.timezone() }),
    patch: (id: string, patch: SchedulePatch) =>
      inProject(projects, withFolder(patch), (here) =>
        written(engine().patchSchedule(id, here, deps.timezone())),
      ),
    take: (id: string) => written(engine().takeSchedule(id)),
    async remove(id: string) {
      const removed = await engine().deleteSchedule(id);
      if (removed.ok) deps.wrote([removed.value.deleted]);
      return removed;
    },
    async get(id: string) {
      const found = await engine().getSchedule(id);
      return found.ok ? ok({ schedule: await shown(found.value) }) : found;
    },
    async list(query: ScheduleQuery) {
      const resolved = await resolveProject(projects, query);
      if (!resolved.ok) return resolved;
      const runners = await runnersOf(deps, resolved.value.runner);
      if (!runners.ok) return runners;
      const found = await engine().schedules({ ...filterOf(resolved.value), ...runners.value });
      const stateOf = await states();
      return ok({
        schedules: found.schedules.map((one) => toSchedule(one, stateOf(one.row.runnerId))),
        total: found.total,
        model: deps.asker.state() !== null,
      });
    },
    /** Runs the schedule at once, due or not. Resolves when the run has ended. */
    async run(id: string) {
      const done = await deps.runner.runNow(id);
      return done.ok ? ok({ run: toRun(done.value.run) }) : done;
    },
    async runs(id: string, { limit = LIMITS.scheduleRunsListDefault }: ScheduleRunsQuery) {
      const found = await engine().scheduleRuns(id, limit);
      return found.ok ? ok({ runs: found.value.runs.map(toRun), total: found.value.total }) : found;
    },
    async oneRun(id: string, run: string) {
      const found = await engine().scheduleRun(run);
      if (!found.ok) return found;
      if (found.value.schedule === id.trim()) return ok({ run: toRun(found.value) });
      return refuse('not_found', `That run is one of ${found.value.schedule}.`);
    },
  };
};

/** SC-7: sets the folder of HEARTBEAT.md to the caller's folder, unless another one is given. */
const withFolder = <T extends SchedulePatch>(input: T): T =>
  input.act == null || input.act.folder !== undefined || input.cwd === undefined
    ? input
    : { ...input, act: { ...input.act, folder: input.cwd } };

type ResolvedQuery = Omit<ScheduleQuery, 'cwd'>;

const filterOf = ({ query, limit, offset, runner: _, ...rest }: ResolvedQuery): ScheduleFilter => {
  const words = (query ?? '').split(/\s+/).filter((word) => word !== '');
  const { status, type, notify, project } = rest;
  const from = { limit: limit ?? LIMITS.scheduleListDefault, offset: offset ?? 0 };
  return { ...defined({ status, type, notify, project }), words, ...from };
};

/** Returns the filter for a device's id, or for `this_device`, `other_device` or `nobody` as seen from this device. */
const runnersOf = async (
  { engine, keyring }: Pick<SchedulesDeps, 'engine' | 'keyring'>,
  runner: string | undefined,
): Answer<Pick<ScheduleFilter, 'runners' | 'notRunners'>> => {
  if (runner === undefined) return ok({});
  if (isDeviceId(runner)) return ok({ runners: [runner] });
  const { device, vault } = await engine().syncFacts();
  const own = device === null ? [] : [device.id];
  if (runner === 'this_device') return ok({ runners: own });
  const secrets = vault === null ? null : await keyring.load();
  const stateOf = runnerStates(device?.id ?? null, secrets?.members ?? null, await engine().deviceNames());
  const members = devicesIn(secrets?.members ?? []).map(({ id }) => id);
  const others = members.filter((id) => stateOf(id) === 'other_device');
  if (runner === 'other_device') return ok({ runners: others });
  if (runner === 'nobody') return ok({ notRunners: [...own, ...others] });
  const words = RUNNER_STATES.join(', ');
  return refuseInput(`runner: "${runner}" is neither a device's id nor one of ${words}.`);
};
