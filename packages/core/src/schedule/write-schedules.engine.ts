/** Creates, changes, takes over and deletes schedules. Schedules are registers, so they sync like memories. [SC-2, SC-5] */
import {
  type EntityId,
  LIMITS,
  ok,
  type ScheduleDeleted,
  type ScheduleInput,
  type SchedulePatch,
  scheduleId,
} from '@cairn/schema';
import type { Answer, WriteDeps } from '../engine/deps.ts';
import { commit } from '../engine/write/write-memory.ts';
import { loadWriterFacts } from '../engine/write/writer-facts.ts';
import { invalid } from '../memory/invalid-input.ts';
import type { FacetDraft } from '../memory/stamp.ts';
import type { StoreTransaction } from '../ports/store.ts';
import type { WrittenSchedule } from './calls.engine.ts';
import { changeSchedule, draftSchedule, isMadeAs } from './draft.ts';
import { findSchedule, stateDrafts } from './read-schedules.engine.ts';
import { timeSchedules } from './tend-schedules.engine.ts';

/**
 * Creates a schedule. The same one again is none, so a caller whose answer was lost may ask again. `timezone` is the device's. The
 * caller has resolved the project of `input`.
 */
export const addSchedule = async (
  deps: WriteDeps,
  input: ScheduleInput,
  timezone: string,
): Answer<WrittenSchedule> => {
  const drafted = draftSchedule(input, { nowMs: deps.clock.nowMs(), timezone });
  if (!drafted.ok) return drafted;
  const { def, state, warnings } = drafted.value;
  return deps.store.write(async (tx) => {
    const facts = await loadWriterFacts(tx, deps);
    const alike = await tx.schedulesRunBy(facts.device.id, def.goal);
    const same = alike.find((row) => isMadeAs(row, drafted.value));
    if (same !== undefined) return written(tx, deps, same.id, warnings);
    if ((await tx.scheduleCount()) >= LIMITS.schedulesMax)
      return invalid(`There are ${LIMITS.schedulesMax} schedules already. Delete some first.`);
    const id = scheduleId(facts.stampMs, deps.random.bytes(10));
    const by = { device: facts.device.id, name: facts.device.name, agent: input.agent ?? null };
    const value = { ...def, createdAt: facts.stampMs, by };
    const drafts: readonly FacetDraft[] = [
      { entity: id, facet: { facet: 'def', value } },
      ...stateDrafts(id, state),
    ];
    await commit({ tx, deps, facts }, drafts);
    return written(tx, deps, id, warnings);
  });
};

/** Changes a schedule. Another time stays in the schedule's zone. `timezone`: the device's, for a schedule that has none. */
export const patchSchedule = (
  deps: WriteDeps,
  raw: string,
  patch: SchedulePatch,
  timezone: string,
): Answer<WrittenSchedule> =>
  deps.store.write(async (tx) => {
    const found = await findSchedule(tx, raw);
    if (!found.ok) return found;
    const { row } = found.value;
    const facts = { nowMs: deps.clock.nowMs(), timezone: row.cadence.timezone ?? timezone };
    const changed = changeSchedule(row, patch, facts);
    if (!changed.ok) return changed;
    const { def, state, warnings } = changed.value;
    const by = { device: row.deviceId, name: row.deviceName, agent: row.agent };
    const value = def === null ? null : { ...def, createdAt: row.createdAt, by };
    const drafts: readonly FacetDraft[] = [
      ...(value === null ? [] : [{ entity: row.id, facet: { facet: 'def', value } } as const]),
      ...stateDrafts(row.id, state),
    ];
    if (drafts.length > 0) await commit({ tx, deps, facts: await loadWriterFacts(tx, deps) }, drafts);
    return written(tx, deps, row.id, warnings);
  });

/** SC-5: makes this device the runner. Another runner stops when it receives the change. */
export const takeSchedule = (deps: WriteDeps, raw: string): Answer<WrittenSchedule> =>
  deps.store.write(async (tx) => {
    const found = await findSchedule(tx, raw);
    if (!found.ok) return found;
    const { row } = found.value;
    const facts = await loadWriterFacts(tx, deps);
    const value = { device: facts.device.id, name: facts.device.name };
    if (row.runnerId !== value.device || row.runnerName !== value.name)
      await commit({ tx, deps, facts }, [{ entity: row.id, facet: { facet: 'runner', value } }]);
    return written(tx, deps, row.id, []);
  });

/** Deletes a schedule and its runs on all devices. */
export const deleteSchedule = (deps: WriteDeps, raw: string): Answer<ScheduleDeleted> =>
  deps.store.write(async (tx) => {
    const found = await findSchedule(tx, raw);
    if (!found.ok) return found;
    const { id } = found.value.row;
    const facts = await loadWriterFacts(tx, deps);
    await commit({ tx, deps, facts }, [{ entity: id, facet: { facet: 'gone', value: { hash: null } } }]);
    return ok({ deleted: id });
  });

/** Returns the schedule with its next run, computed in the same transaction. */
const written = async (
  tx: StoreTransaction,
  deps: WriteDeps,
  id: EntityId,
  warnings: readonly string[],
): Answer<WrittenSchedule> => {
  const timed = await timeSchedules(tx, deps, id);
  if (timed === null) throw new Error(`${id} was written and is not there`);
  return ok({ ...timed, warnings });
};
