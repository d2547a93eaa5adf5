/** Gives unpublished registers that were stamped in the future the stamps of the present. [SY-C3] */
import { HLC_ZERO, nodeOf } from '@cairn/schema';
import type { StoredRegister, StoreTransaction } from '../../ports/store.ts';
import { planRestamp, type Restamped } from '../../sync/restamp.ts';
import { registerKey } from '../../sync/settle.ts';
import { isBeyond } from '../../sync/stamp-bounds.ts';
import { planWrite } from '../write/write-registers.ts';
import { type SyncSession, stampLimit, stampNowMs } from './sync-session.ts';

/** How many were re-stamped. The registers are taken out and written again, so rows, order and visibility follow. */
export const restampRegisters = async (session: SyncSession, tx: StoreTransaction): Promise<number> => {
  const device = await tx.meta('device');
  if (device === null) return 0;
  const published = (await tx.meta('published')) ?? HLC_ZERO;
  const plan = planRestamp({
    outbox: await tx.outbox(await tx.outboxCount(), 'own'),
    published,
    nowMs: await stampNowMs(session, tx, published),
    node: nodeOf(device.id),
  });
  // Above what was published only more of the future is left: the server would refuse it again. [TR-5]
  if (plan.moved.length === 0 || isBeyond(plan.clock, await stampLimit(session, tx))) return 0;
  const moved = await restamped(tx, plan.moved);
  await tx.apply({
    eraseRegisters: moved,
    outboxRemove: plan.moved,
    meta: { clock: published },
  });
  const nowMs = session.clock.nowMs();
  await tx.apply(await planWrite(tx, moved, { origin: 'local', nowMs, inVault: true }));
  await tx.apply({ meta: { clock: plan.clock } });
  return moved.length;
};

const restamped = async (
  tx: StoreTransaction,
  plan: readonly Restamped[],
): Promise<readonly StoredRegister[]> => {
  const stamps = new Map(plan.map((one) => [registerKey(one.entity, one.facet), one]));
  const present = await tx.registersOf([...new Set(plan.map((one) => one.entity))]);
  return present.flatMap((register) => {
    const stamp = stamps.get(registerKey(register.entity, register.facet));
    return stamp?.hlc === register.hlc ? [{ ...register, hlc: stamp.to, seq: null }] : [];
  });
};
