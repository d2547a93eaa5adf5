/** The local changes of a repair. Registers that the server lacks are sent again. Registers that this device lacks are merged. [SY-E5] */
import { ok, type PulledItem } from '@cairn/schema';
import { entitiesOf, keyOf, registerKey } from '../../merge/register-key.ts';
import type { FacetKey, OutboxKey, QuarantinedRegister, StoreTransaction } from '../../ports/store.ts';
import { changesOf, readWithStore, setAside } from '../../sync/apply-page.engine.ts';
import { missingEnds } from '../../sync/missing-ends.engine.ts';
import { isDoubted, isSuspect, isVouchedFor } from '../../sync/read-page.ts';
import {
  ALL,
  goneLetters,
  inVault,
  type SyncSession,
  sendAgain,
  takeOwed,
} from '../../sync/sync-session.engine.ts';
import { takeIn } from '../../sync/take-in.engine.ts';
import type { PageOutcome } from '../api.ts';
import type { Answer } from '../deps.ts';

export const requeue = (
  session: SyncSession,
  names: readonly FacetKey[],
): Answer<{ readonly requeued: number }> =>
  inVault(session, async (tx) => {
    const wanted = new Set(names.map(registerKey));
    const entities = entitiesOf(names);
    const registers = (await tx.registersOf(entities))
      .filter((one) => wanted.has(registerKey(one)))
      .map((register) => ({ ...register, seq: null }));
    const named = (await tx.quarantinedOf(entities)).filter((one) => wanted.has(registerKey(one)));
    const kept = named.filter(isVouchedFor).map((one) => ({ ...one, seq: null }));
    const keys = largest([...registers, ...kept]);
    await tx.apply({
      registers,
      // The server does not show the suspect value. So the server has lied, or the value was garbled. [TR-5]
      quarantineRemove: named.filter(isSuspect),
      quarantineAdd: kept,
      outboxAdd: keys,
      deadRemove: keys,
    });
    return ok({ requeued: keys.length });
  });

export const takeRegisters = (
  session: SyncSession,
  items: readonly PulledItem[],
  asked: readonly FacetKey[] = [],
): Answer<
  Pick<PageOutcome, 'memories' | 'schedules' | 'profile'> & {
    readonly resent: number;
    readonly owesPush: boolean;
  }
> =>
  inVault(session, async (tx) => {
    const names = new Set(asked.map(registerKey));
    const isAnswered = (one: QuarantinedRegister): boolean => isDoubted(one) && names.has(registerKey(one));
    const read = await readWithStore(session, tx, items, isAnswered);
    const planned = await takeIn(session, tx, read.registers, read.present, await setAside(tx, read));
    await dropDoubted(tx, asked, items, read.registers);
    // The server called these gone, but no tombstone erases them on this device. Its copies of them may be sealed with
    // a key that ended, so they are sent again under the present one. [TR-1]
    const goneKey = ({ entity }: FacetKey): string => registerKey({ entity, facet: 'gone' });
    const unproved = (await goneLetters(tx)).filter((one) => names.has(goneKey(one)));
    const resent = unproved.length === 0 ? 0 : await sendAgain(session, tx, unproved);
    return ok({
      resent,
      owesPush: takeOwed(session) || resent > 0,
      ...changesOf(planned),
    });
  });

/**
 * Drops doubted items that were asked for and have a final answer. The server has nothing of that name, or gave a value
 * that opens. Any other answer has replaced the doubted item already. [TR-7]
 */
const dropDoubted = async (
  tx: StoreTransaction,
  asked: readonly FacetKey[],
  given: readonly FacetKey[],
  opened: readonly FacetKey[],
): Promise<void> => {
  if (asked.length === 0) return;
  const names = new Set(asked.map(registerKey));
  for (const one of given) names.delete(registerKey(one));
  for (const one of opened) names.add(registerKey(one));
  const kept = await tx.quarantinedOf(entitiesOf(asked));
  await tx.apply({ quarantineRemove: kept.filter((one) => isDoubted(one) && names.has(registerKey(one))) });
};

/** Returns how many tombstones are missing that decide what is shown. [SY-P6] */
export const missingCount = async (session: SyncSession): Promise<number> =>
  session.memory.mayMissEnds ? session.store.write(async (tx) => (await missingEnds(session, tx)).length) : 0;

/**
 * Returns the names to request from the server: doubted registers, missing tombstones, and tombstones that the server
 * claims without showing them. [TR-1, TR-7, SY-P6]
 */
export const namesToAsk = (session: SyncSession): Promise<readonly FacetKey[]> =>
  session.store.write(async (tx) => {
    const { unread, refused } = await tx.setAside();
    const isAnyDoubted = Object.keys(unread).some((reason) => isDoubted({ reason }));
    const garbled = isAnyDoubted ? await tx.quarantined(ALL) : [];
    const unproved = (refused.gone ?? 0) === 0 ? [] : await goneLetters(tx);
    return [
      ...garbled.filter(isDoubted).map(nameOf),
      ...[...new Set([...unproved.map(({ entity }) => entity), ...(await missingEnds(session, tx))])].map(
        (entity) => ({ entity, facet: 'gone' }),
      ),
    ];
  });

export const nameOf = ({ entity, facet }: FacetKey): FacetKey => ({ entity, facet });

/** Keeps the larger stamp when a register is both stored and quarantined. */
const largest = (held: readonly OutboxKey[]): readonly OutboxKey[] => {
  const keys = new Map<string, OutboxKey>();
  for (const one of held) {
    const other = keys.get(registerKey(one));
    if (other === undefined || other.hlc < one.hlc) keys.set(registerKey(one), keyOf(one));
  }
  return [...keys.values()];
};
