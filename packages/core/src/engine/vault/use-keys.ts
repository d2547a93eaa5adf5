/** Keys arrive: what could not be read before is tried again. [SY-M6] */
import { type CairnError, cairnError, err, ok, type Result } from '@cairn/schema';
import type { Sealer } from '../../ports/sealer.ts';
import type { QuarantinedRegister, StoredRegister, StoreTransaction } from '../../ports/store.ts';
import { readItem } from '../../sync/read-page.ts';
import type { VaultKeys } from '../api.ts';
import { keepRemoved } from '../removed/keep-removed.ts';
import { raisedTo, type SyncSession } from '../sync/sync-session.ts';
import { planWrite } from '../write/write-registers.ts';

/** Quarantine holds at most one value per register of the vault. */
const ALL = 10_000_000;

export const useKeys = async (
  session: SyncSession,
  keys: VaultKeys,
): Promise<Result<{ readonly recovered: number }, CairnError>> => {
  const sealer = await session.makeSealer(keys);
  return session.store.write(async (tx) => {
    const vault = await tx.meta('vault');
    if (vault !== null && vault.id !== keys.vault)
      return err(cairnError('internal', 'These are the keys of another vault.'));
    session.memory.sealer = sealer;
    if (vault !== null && vault.kg !== keys.kg)
      await tx.apply({ meta: { vault: { ...vault, kg: keys.kg } } });
    return ok({ recovered: await recoverQuarantined(session, tx, vault !== null) });
  });
};

/** What can be read now is merged like a page; how many that were. [SY-M6] */
export const recoverQuarantined = async (
  session: SyncSession,
  tx: StoreTransaction,
  inVault: boolean,
): Promise<number> => {
  const { sealer } = session.memory;
  if (sealer === null) return 0;
  const { registers, recovered } = readable(await tx.quarantined(ALL), sealer);
  if (registers.length === 0) return 0;
  const nowMs = session.clock.nowMs();
  const options = { origin: 'remote', nowMs, inVault } as const;
  const planned = await keepRemoved(tx, await planWrite(tx, registers, options), nowMs);
  const published = await raisedTo(tx, registers);
  await tx.apply({ ...planned, quarantineRemove: recovered, meta: { ...planned.meta, published } });
  return registers.length;
};

const readable = (quarantined: readonly QuarantinedRegister[], sealer: Sealer) => {
  const registers: StoredRegister[] = [];
  const recovered: QuarantinedRegister[] = [];
  for (const one of quarantined) {
    const read = readItem(one, (item) => sealer.open(item));
    if (!read.ok) continue;
    registers.push(read.value);
    recovered.push(one);
  }
  return { registers, recovered };
};
