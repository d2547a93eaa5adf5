/** The local changes of a repair. Registers that the server lacks are sent again. Registers that this device lacks are merged. [SY-E5] */
import { type CairnError, ok, type PulledItem, type Result } from '@cairn/schema';
import type { OutboxKey, QuarantinedRegister, StoreTransaction } from '../../ports/store.ts';
import {
  changedMemories,
  changedSchedules,
  changesProfile,
  readWithStore,
  setAside,
} from '../../sync/apply-page.engine.ts';
import { missingEnds } from '../../sync/missing-ends.engine.ts';
import { isDoubted, isSuspect, isVouchedFor } from '../../sync/read-page.ts';
import { registerKey } from '../../sync/settle.ts';
import {
  goneLetters,
  notInVault,
  type SyncSession,
  sendAgain,
  takeOwed,
} from '../../sync/sync-session.engine.ts';
import { takeIn } from '../../sync/take-in.engine.ts';
import type { Answer, PageOutcome, RegisterName } from '../api.ts';

export const requeue = (
  session: SyncSession,
  names: readonly RegisterName[],
): Promise<Result<{ readonly requeued: number }, CairnError>> =>
  session.store.write(async (tx) => {
    if ((await tx.meta('vault')) === null) return notInVault();
    const wanted = new Set(names.map(({ entity, facet }) => registerKey(entity, facet)));
    const present = await tx.registersOf([...new Set(names.map(({ entity }) => entity))]);
    const registers = present
      .filter(({ entity, facet }) => wanted.has(registerKey(entity, facet)))
      .map((register) => ({ ...register, seq: null }));
    const named = (await tx.quarantinedOf([...new Set(names.map(({ entity }) => entity))])).filter(
      ({ entity, facet }) => wanted.has(registerKey(entity, facet)),
    );
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
  asked: readonly RegisterName[] = [],
): Answer<
  Pick<PageOutcome, 'memories' | 'schedules' | 'profile'> & {
    readonly resent: number;
    readonly owesPush: boolean;
  }
> =>
  session.store.write(async (tx) => {
    if ((await tx.meta('vault')) === null) return notInVault();
    const names = new Set(asked.map(keyOf));
    const isAnswered = (one: QuarantinedRegister): boolean => isDoubted(one) && names.has(keyOf(one));
    const read = await readWithStore(session, tx, items, isAnswered);
    const planned = await takeIn(session, tx, read.registers, read.present, await setAside(tx, read));
    await dropDoubted(tx, asked, items, read.registers);
    const resent = await sendUnproved(session, tx, names);
    return ok({
      resent,
      owesPush: takeOwed(session) || resent > 0,
      memories: changedMemories(planned),
      schedules: changedSchedules(planned),
      profile: changesProfile(planned),
    });
  });

/**
 * Drops doubted items that were asked for and have a final answer. The server has nothing of that name, or gave a value
 * that opens. Any other answer has replaced the doubted item already. [TR-7]
 */
const dropDoubted = async (
  tx: StoreTransaction,
  asked: readonly RegisterName[],
  given: readonly RegisterName[],
  opened: readonly RegisterName[],
): Promise<void> => {
  if (asked.length === 0) return;
  const names = new Set(asked.map(keyOf));
  for (const one of given) names.delete(keyOf(one));
  for (const one of opened) names.add(keyOf(one));
  const kept = await tx.quarantinedOf([...new Set(asked.map(({ entity }) => entity))]);
  await tx.apply({ quarantineRemove: kept.filter((one) => isDoubted(one) && names.has(keyOf(one))) });
};

/**
 * Sends registers again under the present key, and returns how many. The server called them gone, but no tombstone
 * erases them on this device. The server's copies of them may be sealed with a key that ended. [TR-1]
 */
const sendUnproved = async (
  session: SyncSession,
  tx: StoreTransaction,
  asked: ReadonlySet<string>,
): Promise<number> => {
  const letters = await goneLetters(tx);
  const unproved = letters.filter(({ entity }) => asked.has(registerKey(entity, 'gone')));
  return unproved.length === 0 ? 0 : sendAgain(session, tx, unproved);
};

const keyOf = ({ entity, facet }: RegisterName): string => registerKey(entity, facet);

/** Returns how many tombstones are missing that decide what is shown. [SY-P6] */
export const missingCount = async (session: SyncSession): Promise<number> =>
  session.memory.mayMissEnds ? session.store.write(async (tx) => (await missingEnds(session, tx)).length) : 0;

/**
 * Returns the names to request from the server: doubted registers, missing tombstones, and tombstones that the server
 * claims without showing them. [TR-1, TR-7, SY-P6]
 */
export const namesToAsk = (session: SyncSession): Promise<readonly RegisterName[]> =>
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

/** A limit above the size of quarantine, which has at most one value per register of the vault. */
const ALL = 10_000_000;

const nameOf = ({ entity, facet }: RegisterName): RegisterName => ({ entity, facet });

/** Keeps the larger stamp when a register is both stored and quarantined. */
const largest = (held: readonly OutboxKey[]): readonly OutboxKey[] => {
  const keys = new Map<string, OutboxKey>();
  for (const { entity, facet, hlc } of held) {
    const other = keys.get(registerKey(entity, facet));
    if (other === undefined || other.hlc < hlc) keys.set(registerKey(entity, facet), { entity, facet, hlc });
  }
  return [...keys.values()];
};
