/** A device that enters a vault under a new id goes on running what it ran. [SC-5] */
import { HLC_ZERO, nodeOf } from '@cairn/schema';
import { planWrite } from '../engine/write/write-registers.ts';
import { type FacetDraft, stampDrafts } from '../memory/stamp.ts';
import type { MetaValues, StoreTransaction } from '../ports/store.ts';

type Device = MetaValues['device'];

/** Another name alone is told by the next take-over. In no vault yet: everything is enqueued afterwards. */
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
