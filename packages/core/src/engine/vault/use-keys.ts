/** Keys arrive: what could not be read before is tried again. [SY-M6] */
import { type CairnError, cairnError, err, ok, type Result } from '@cairn/schema';
import type { Sealer } from '../../ports/sealer.ts';
import type { QuarantinedRegister, StoreTransaction } from '../../ports/store.ts';
import { limitCounters } from '../../sync/counters.ts';
import { readItem } from '../../sync/read-page.ts';
import type { VaultKeys } from '../api.ts';
import { setIllAside } from '../sync/set-ill-aside.ts';
import { raisedTo, type SyncSession } from '../sync/sync-session.ts';
import { planWrite } from '../write/write-registers.ts';

/** Quarantine holds at most one value per register of the vault. */
const ALL = 10_000_000;

export const useKeys = async (
  session: SyncSession,
  keys: VaultKeys,
): Promise<Result<{ readonly recovered: number }, CairnError>> => {
  const sealer = await session.makeSealer(keys);
  const used = await session.store.write(async (tx) => {
    const vault = await tx.meta('vault');
    if (vault !== null && vault.id !== keys.vault)
      return err(cairnError('internal', 'These are the keys of another vault.'));
    session.memory.sealer = sealer;
    if (vault !== null && vault.kg !== keys.kg)
      await tx.apply({ meta: { vault: { ...vault, kg: keys.kg } } });
    return ok({ recovered: await recoverQuarantined(session, tx, vault !== null) });
  });
  if (used.ok) await setIllAside(session, 'once');
  return used;
};

/** What can be read now is merged like a page; how many that were. [SY-M6] */
export const recoverQuarantined = async (
  session: SyncSession,
  tx: StoreTransaction,
  inVault: boolean,
): Promise<number> => {
  const { sealer } = session.memory;
  if (sealer === null) return 0;
  const { registers, recovered } = await readable(tx, await tx.quarantined(ALL), sealer);
  if (registers.length === 0) return 0;
  const options = { origin: 'remote', nowMs: session.clock.nowMs(), inVault } as const;
  const planned = await planWrite(tx, registers, options);
  const published = await raisedTo(tx, registers);
  await tx.apply({ ...planned, quarantineRemove: recovered, meta: { ...planned.meta, published } });
  return registers.length;
};

const readable = async (
  tx: StoreTransaction,
  quarantined: readonly QuarantinedRegister[],
  sealer: Sealer,
) => {
  const read = quarantined.flatMap((one) => {
    const item = readItem(one, (wire) => sealer.open(wire));
    return item.ok ? [{ one, register: item.value }] : [];
  });
  const isWithin = limitCounters(await tx.registersOf([...new Set(read.map(({ one }) => one.entity))]));
  const taken = read.filter(({ register }) => isWithin(register));
  return {
    registers: taken.map(({ register }) => register),
    recovered: taken.map(({ one }) => one),
  };
};
