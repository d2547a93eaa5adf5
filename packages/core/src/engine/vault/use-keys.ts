/** Tries unreadable registers again when keys arrive. [SY-M6] */
import { ok, refuse } from '@cairn/schema';
import { entitiesOf } from '../../merge/register-key.ts';
import type { Sealer } from '../../ports/sealer.ts';
import type { QuarantinedRegister, StoredRegister, StoreTransaction } from '../../ports/store.ts';
import { limitCounters, type Open, readItem } from '../../sync/read-page.ts';
import { setIllAside } from '../../sync/set-ill-aside.engine.ts';
import { isBeyond } from '../../sync/stamp-bounds.ts';
import {
  ALL,
  noteOfAge,
  openIncoming,
  type SyncSession,
  stampLimit,
} from '../../sync/sync-session.engine.ts';
import { takeIn } from '../../sync/take-in.engine.ts';
import type { VaultKeys } from '../api.ts';
import type { Answer } from '../deps.ts';
import { dropLate } from './reseal.ts';

export const useKeys = async (
  session: SyncSession,
  keys: VaultKeys,
): Answer<{ readonly recovered: number }> => {
  const sealer = await session.makeSealer(keys);
  const used = await session.store.write(async (tx) => {
    const vault = await tx.meta('vault');
    if (vault !== null && vault.id !== keys.vault)
      return refuse('internal', 'These are the keys of another vault.');
    useBounds(session, sealer, keys);
    if (vault !== null && vault.kg !== keys.kg)
      await tx.apply({ meta: { vault: { ...vault, kg: keys.kg } } });
    if (vault !== null) await dropLate(session, tx);
    return ok({ recovered: await recoverQuarantined(session, tx) });
  });
  if (used.ok) await setIllAside(session, 'once');
  return used;
};

const useBounds = ({ memory }: SyncSession, sealer: Sealer, { bounds }: VaultKeys): void => {
  const isSame = memory.sealer?.kg === sealer.kg && memory.bounds.complete === bounds.complete;
  memory.sealer = sealer;
  memory.bounds = bounds;
  if (!isSame) memory.mayHoldOld = true;
};

/** Merges the registers that have become readable, like those of a pulled page. Returns their number. [SY-M6] */
export const recoverQuarantined = async (session: SyncSession, tx: StoreTransaction): Promise<number> => {
  if (session.memory.sealer === null) return 0;
  const limitMs = await stampLimit(session, tx);
  const unread = await tx.quarantined(ALL);
  const isWithin = limitCounters(await tx.registersOf(entitiesOf(unread)));
  const found = readable(unread, openIncoming(session), { limitMs, isWithin });
  const { registers, recovered, waiting, renamed } = found;
  session.memory.nextOfAge = null;
  noteOfAge(session, waiting);
  if (renamed.length > 0) await tx.apply({ quarantineAdd: renamed });
  if (registers.length === 0) return 0;
  const present = await tx.registersOf(entitiesOf(registers));
  await takeIn(session, tx, registers, present, { quarantineRemove: recovered });
  return registers.length;
};

/** Tries quarantined registers again when the earliest future stamp has come. [TR-5] */
export const recoverOfAge = async (session: SyncSession, tx: StoreTransaction): Promise<void> => {
  const { nextOfAge } = session.memory;
  if (nextOfAge !== null && nextOfAge <= (await stampLimit(session, tx)))
    await recoverQuarantined(session, tx);
};

interface Bounds {
  readonly limitMs: number;
  readonly isWithin: (register: StoredRegister) => boolean;
}

/** Reasons of registers that wait for a time or a key. Another reason of the next try replaces them, and no others. */
const WAITED: ReadonlySet<string> = new Set(['future', 'no_key']);

const readable = (quarantined: readonly QuarantinedRegister[], open: Open, { limitMs, isWithin }: Bounds) => {
  const registers: StoredRegister[] = [];
  const recovered: QuarantinedRegister[] = [];
  const waiting: QuarantinedRegister[] = [];
  const renamed: QuarantinedRegister[] = [];
  for (const one of quarantined) {
    if (isBeyond(one.hlc, limitMs)) {
      waiting.push(one);
      continue;
    }
    const read = readItem(one, open);
    if (read.ok && isWithin(read.value)) {
      registers.push(read.value);
      recovered.push(one);
      continue;
    }
    const reason = read.ok ? 'out_of_range' : read.error;
    if (WAITED.has(one.reason) && reason !== one.reason) renamed.push({ ...one, reason });
  }
  return { registers, recovered, waiting, renamed };
};
