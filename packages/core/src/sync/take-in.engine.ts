/**
 * Merges registers that were sealed elsewhere: from a page, requested by name, or from quarantine. Copies of memories
 * are kept when many are forgotten at once [TR-3, TR-51]. A tombstone of this device that lost gets a larger stamp
 * [TR-52].
 */
import { nodeOf } from '@cairn/schema';
import { planWrite } from '../engine/write/write-registers.ts';
import { stampDrafts } from '../memory/stamp.ts';
import { entitiesOf, registerKey, stampedKey } from '../merge/register-key.ts';
import type { StoredRegister, StoreTransaction, WriteSet } from '../ports/store.ts';
import { useGivenName } from '../profile/given-name.engine.ts';
import { keepRemoved } from '../removed/keep-removed.engine.ts';
import { overtakeReturned } from './mend-stamps.engine.ts';
import { noteReplaced } from './missing-ends.engine.ts';
import { takenMarks } from './restamp-registers.engine.ts';
import { joinWriteSets, raisedTo, type SyncSession, stampNowMs } from './sync-session.engine.ts';

/**
 * Merges registers, applies the write set and returns it. `present`: every local register of the incoming entities.
 * `more`: changes to write with them.
 */
export const takeIn = async (
  session: SyncSession,
  tx: StoreTransaction,
  registers: readonly StoredRegister[],
  present: readonly StoredRegister[],
  more: WriteSet,
): Promise<WriteSet> => {
  const nowMs = session.clock.nowMs();
  const inVault = (await tx.meta('vault')) !== null;
  const overtaken = await overtakeReturned(session, tx);
  const known = overtaken === 0 ? present : await tx.registersOf(entitiesOf(registers));
  const planned = await planWrite(tx, registers, { origin: 'remote', nowMs, inVault }, known);
  noteReplaced(session, planned);
  const ends = await unsentEnds(tx, known, planned);
  const published = await raisedTo(tx, registers);
  const kept = await keepRemoved(tx, planned, { bounds: session.memory.bounds, nowMs });
  await tx.apply(joinWriteSets(kept, { ...more, meta: { published, ...more.meta } }));
  await useGivenName(tx, planned.registers ?? []);
  if (ends.length > 0) await endAgain(session, tx, ends);
  if (overtaken > 0 || ends.length > 0) session.memory.owesPush = true;
  return planned;
};

/** Returns unsent tombstones of this device that lose to another one. */
const unsentEnds = async (
  tx: StoreTransaction,
  present: readonly StoredRegister[],
  { registers = [] }: WriteSet,
): Promise<readonly StoredRegister[]> => {
  const arrived = new Map(registers.map((one) => [registerKey(one), one.hlc]));
  const beaten = present.filter((one) => {
    const by = arrived.get(registerKey(one));
    return one.facet === 'gone' && one.seq === null && by !== undefined && by !== one.hlc;
  });
  if (beaten.length === 0) return [];
  const taken = await takenMarks(tx);
  return beaten.filter((one) => !taken.has(stampedKey(one)));
};

/**
 * Stamps the tombstones that lost again. The winner may come from a revoked device and be dropped later, but the forget
 * of this device must stay. [TR-52]
 */
const endAgain = async (
  session: SyncSession,
  tx: StoreTransaction,
  ends: readonly StoredRegister[],
): Promise<void> => {
  const device = await tx.meta('device');
  const last = await tx.meta('clock');
  if (device === null || last === null) return;
  const drafts = ends.flatMap(({ entity, ...one }) =>
    one.facet === 'gone' ? [{ entity, facet: { facet: one.facet, value: one.value } }] : [],
  );
  const stamped = stampDrafts(drafts, await tx.registersOf(ends.map(({ entity }) => entity)), {
    last,
    nowMs: await stampNowMs(session, tx, last),
    node: nodeOf(device.id),
    kg: session.memory.sealer?.kg ?? 0,
  });
  const nowMs = session.clock.nowMs();
  await tx.apply(await planWrite(tx, stamped, { origin: 'local', nowMs, inVault: true }));
};
