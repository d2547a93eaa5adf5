/** Queries about schedules and their runs. [SC-2] */
import {
  type EntityId,
  entityKind,
  isEntityId,
  ok,
  refuse,
  type ScheduleStateValue,
  writtenId,
} from '@cairn/schema';
import type { Answer, ReadDeps, StoreDeps } from '../engine/deps.ts';
import type { FacetDraft } from '../memory/stamp.ts';
import type { ScheduleRun, StoreTransaction, TimedSchedule } from '../ports/store.ts';

/** Returns a schedule by its id. Spaces around the id are ignored. */
export const getSchedule = ({ store }: StoreDeps, raw: string): Answer<TimedSchedule> =>
  scheduleWith(raw, (id) => store.schedule(id));

/** Returns the ids of due schedules, and the time of the next run in Unix milliseconds; null without one. */
export const dueSchedules = async (
  { store, clock }: ReadDeps,
  limit: number,
): Promise<{ readonly due: readonly EntityId[]; readonly nextAt: number | null }> => {
  const due = await store.dueSchedules(clock.nowMs(), limit);
  return { due: due.map(({ row }) => row.id), nextAt: await store.nextScheduleAt() };
};

/** Returns the newest runs of a schedule, or of a housekeeping job (`sys_…`). */
export const scheduleRuns = async (
  { store }: StoreDeps,
  raw: string,
  limit: number,
): Answer<{ readonly runs: readonly ScheduleRun[]; readonly total: number }> => {
  if (raw.startsWith('sys_')) return ok(await store.scheduleRuns(raw, limit));
  const found = await getSchedule({ store }, raw);
  return found.ok ? ok(await store.scheduleRuns(found.value.row.id, limit)) : found;
};

export const scheduleRun = async ({ store }: StoreDeps, id: string): Answer<ScheduleRun> => {
  const run = await store.scheduleRun(id.trim());
  if (run !== null) return ok(run);
  const name = [...id].slice(0, 64).join('');
  return refuse('not_found', `There is no run with the id "${name}" on this device. Older ones are dropped.`);
};

export const stateDrafts = (entity: EntityId, value: ScheduleStateValue | null): readonly FacetDraft[] =>
  value === null ? [] : [{ entity, facet: { facet: 'state', value } }];

/** Does the same as `getSchedule` inside a transaction. */
export const findSchedule = (
  tx: Pick<StoreTransaction, 'timedSchedule'>,
  raw: string,
): Answer<TimedSchedule> => scheduleWith(raw, (id) => tx.timedSchedule(id));

const scheduleWith = async (
  raw: string,
  read: (id: EntityId) => Promise<TimedSchedule | null>,
): Answer<TimedSchedule> => {
  const id = writtenId(raw);
  const found = isEntityId(id) && entityKind(id) === 'schedule' ? await read(id) : null;
  return found === null
    ? refuse(
        'not_found',
        `There is no schedule with the id "${[...id].slice(0, 64).join('')}" on this device. \`cairn schedule list --all\` shows them.`,
      )
    : ok(found);
};
