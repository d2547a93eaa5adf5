/** Recomputes the next runs of schedules that were written, pulled or taken over. [SC-5] */
import { type EntityId, HLC_ZERO, nodeOf } from '@cairn/schema';
import type { WriteDeps } from '../engine/deps.ts';
import { commit } from '../engine/write/write-memory.ts';
import { planWrite } from '../engine/write/write-registers.ts';
import { loadWriterFacts } from '../engine/write/writer-facts.ts';
import { type FacetDraft, stampDrafts } from '../memory/stamp.ts';
import type { MetaValues, StoreTransaction, TimedSchedule } from '../ports/store.ts';
import { stateDrafts } from './read-schedules.engine.ts';
import { planTimes } from './times.ts';

/** Schedules per transaction. Computing one time in a zone takes 0.2 ms. */
const PAGE = 200;

export const tendSchedules = (deps: WriteDeps): Promise<{ readonly more: boolean }> =>
  deps.store.write(async (tx) => {
    const device = await tx.meta('device');
    if (device === null) return { more: false };
    const untimed = await tx.untimedSchedules(device.id, deps.clock.nowMs(), PAGE);
    await retime(tx, deps, untimed);
    return { more: untimed.length === PAGE };
  });

/** Recomputes one schedule, and returns it. */
export const timeSchedules = async (
  tx: StoreTransaction,
  deps: WriteDeps,
  id: EntityId,
): Promise<TimedSchedule | null> => {
  const found = await tx.timedSchedule(id);
  if (found === null || found.times?.runningSince != null) return found;
  await retime(tx, deps, [found]);
  return tx.timedSchedule(id);
};

const retime = async (
  tx: StoreTransaction,
  deps: WriteDeps,
  schedules: readonly TimedSchedule[],
): Promise<void> => {
  if (schedules.length === 0) return;
  const facts = await loadWriterFacts(tx, deps);
  const plans = schedules.map((one) => ({ id: one.row.id, ...planTimes(one, facts.device.id, facts.nowMs) }));
  await tx.apply({ scheduleTimes: plans.map(({ times }) => times) });
  const drafts = plans.flatMap(({ id, state }) => stateDrafts(id, state));
  if (drafts.length > 0) await commit({ tx, deps, facts }, drafts);
};

type Device = MetaValues['device'];

/**
 * Moves the schedules of a device that enters a vault under a new id, so that it continues to run them. A new name alone waits for
 * the next take-over. Nothing is enqueued here, because entering the vault enqueues everything afterwards. [SC-5]
 */
export const moveRunner = async (
  tx: StoreTransaction,
  { from, to, nowMs }: { readonly from: Device | null; readonly to: Device; readonly nowMs: number },
): Promise<void> => {
  if (from === null || from.id === to.id) return;
  const schedules = await tx.schedulesRunBy(from.id);
  if (schedules.length === 0) return;
  const value = { device: to.id, name: to.name };
  const drafts = schedules.map(({ id }): FacetDraft => ({ entity: id, facet: { facet: 'runner', value } }));
  const present = await tx.registersOf(schedules.map(({ id }) => id));
  const last = (await tx.meta('clock')) ?? HLC_ZERO;
  const registers = stampDrafts(drafts, present, { last, nowMs, node: nodeOf(to.id), kg: 0 });
  await tx.apply(await planWrite(tx, registers, { origin: 'local', nowMs, inVault: false }));
};
