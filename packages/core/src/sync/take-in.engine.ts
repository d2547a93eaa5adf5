/**
 * Merges registers that were sealed elsewhere: from a page, requested by name, or from quarantine. When they forget
 * many memories at once, copies are kept [TR-3, TR-51]. When another tombstone takes the place of one that this device
 * has not sent yet, this device's tombstone gets a larger stamp [TR-52].
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
 * Merges incoming registers, applies the write set and returns it. `present`: every local register of their entities.
 * `more`: changes to apply in the same write set.
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
  const beaten = await beatenTombstones(tx, known, planned);
  const published = await raisedTo(tx, registers);
  const kept = await keepRemoved(tx, planned, { bounds: session.memory.bounds, nowMs });
  await tx.apply(joinWriteSets(kept, { ...more, meta: { published, ...more.meta } }));
  await useGivenName(tx, planned.registers ?? []);
  if (beaten.length > 0) await forgetAgain(session, tx, beaten);
  if (overtaken > 0 || beaten.length > 0) session.memory.owesPush = true;
  return planned;
};

/** Returns this device's tombstones that are not on the server yet, and that an incoming tombstone beats. */
const beatenTombstones = async (
  tx: StoreTransaction,
  present: readonly StoredRegister[],
  { registers = [] }: WriteSet,
): Promise<readonly StoredRegister[]> => {
  const winners = new Map(registers.map((one) => [registerKey(one), one.hlc]));
  const beaten = present.filter((one) => {
    const winner = winners.get(registerKey(one));
    return one.facet === 'gone' && one.seq === null && winner !== undefined && winner !== one.hlc;
  });
  if (beaten.length === 0) return [];
  // Another device's tombstone may also be without a sequence here, because it arrived and the server then lost it.
  const ofOthers = await takenMarks(tx);
  return beaten.filter((one) => !ofOthers.has(stampedKey(one)));
};

/**
 * Writes the beaten tombstones again, with a stamp above their winners. A winner may be dropped later, because its key
 * had ended, but what this device forgot must stay forgotten. [TR-52]
 */
const forgetAgain = async (
  session: SyncSession,
  tx: StoreTransaction,
  beaten: readonly StoredRegister[],
): Promise<void> => {
  const device = await tx.meta('device');
  const last = await tx.meta('clock');
  if (device === null || last === null) return;
  const drafts = beaten.flatMap(({ entity, ...one }) =>
    one.facet === 'gone' ? [{ entity, facet: { facet: one.facet, value: one.value } }] : [],
  );
  const stamped = stampDrafts(drafts, await tx.registersOf(beaten.map(({ entity }) => entity)), {
    last,
    nowMs: await stampNowMs(session, tx, last),
    node: nodeOf(device.id),
    kg: session.memory.sealer?.kg ?? 0,
  });
  const nowMs = session.clock.nowMs();
  await tx.apply(await planWrite(tx, stamped, { origin: 'local', nowMs, inVault: true }));
};
