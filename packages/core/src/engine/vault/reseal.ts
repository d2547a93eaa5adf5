/**
 * Re-encryption in the background: what the server holds under an older generation goes out again under the present one,
 * with the stamp that it has. Registers enter the outbox a page at a time and only when it is empty, so that a save waits
 * for one batch at most; the place is kept with them, so that a kill costs nothing. Whatever another device has re-sealed
 * already is taken as it is. [SY-S6]
 */
import { type CairnError, LIMITS, ok, type Result } from '@cairn/schema';
import type { MetaValues, OutboxKey, StoredRegister, StoreTransaction } from '../../ports/store.ts';
import { notInVault, type SyncSession } from '../sync/sync-session.ts';

/** Begins anew with the first register. `kg`: everything below it goes out again. */
export const beginReseal = (
  session: SyncSession,
  kg: number,
): Promise<Result<{ readonly registers: number }, CairnError>> =>
  session.store.write(async (tx) => {
    if ((await tx.meta('vault')) === null) return notInVault();
    const total = await tx.registersCount();
    await tx.apply({ meta: { reseal: { kg, after: null, done: 0, total, isOver: total === 0 } } });
    return ok({ registers: total });
  });

/** So many pages may hold nothing that is due before whoever waits for the store has a turn. */
const PAGES_MAX = 8;

/** Fills an empty outbox. Without the key of the generation it waits. */
export const topUpOutbox = async (tx: StoreTransaction, presentKg: number): Promise<void> => {
  for (let page = 0; page < PAGES_MAX; page++) {
    const reseal = await tx.meta('reseal');
    if (reseal === null || reseal.isOver || presentKg < reseal.kg) return;
    const registers = await tx.registersAfter(reseal.after, LIMITS.batchItemsMax);
    const last = registers.at(-1);
    const after = last === undefined ? reseal.after : { entity: last.entity, facet: last.facet };
    const isOver = registers.length < LIMITS.batchItemsMax;
    const done = reseal.done + registers.length;
    // Registers that came or went meanwhile change how many there are.
    const total = isOver ? done : Math.max(reseal.total, done);
    const due = registers.filter((register) => register.seq !== null && register.kg < reseal.kg).map(keyOf);
    await tx.apply({ outboxAdd: due, meta: { reseal: { ...reseal, after, done, total, isOver } } });
    if (due.length > 0) return;
  }
};

/** A batch that another device had sealed before it heard of the new key comes late; it goes out again too. */
export const lateForReseal = async (
  tx: StoreTransaction,
  accepted: readonly StoredRegister[],
): Promise<readonly OutboxKey[]> => {
  const reseal = await tx.meta('reseal');
  return reseal === null ? [] : accepted.filter(({ kg }) => kg < reseal.kg).map(keyOf);
};

/** There is more to send, and the key for it is here. */
export const isResealing = async (tx: StoreTransaction): Promise<boolean> =>
  hasMoreToReseal(await tx.meta('reseal'), await tx.meta('vault'));

export const hasMoreToReseal = (
  reseal: MetaValues['reseal'] | null,
  vault: MetaValues['vault'] | null,
): boolean => reseal?.isOver === false && vault !== null && vault.kg >= reseal.kg;

const keyOf = ({ entity, facet, hlc }: StoredRegister): OutboxKey => ({ entity, facet, hlc });
