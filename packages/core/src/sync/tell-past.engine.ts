/** Publishes replaced bodies to the other devices, each as a register of its own. [RL-42] */
import { COMPARING_LIMITS, type EntityId } from '@cairn/schema';
import { isFirstPull, planWrite } from '../engine/write/write-registers.ts';
import { pastToTell } from '../merge/past.ts';
import type { Clock } from '../ports/clock.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { type GenerationBounds, isLate } from './generation-bounds.ts';

interface Session {
  readonly clock: Clock;
  readonly memory: { readonly bounds: GenerationBounds };
}

/**
 * Enqueues replaced bodies of a few memories, so that a save never waits long, and returns how many. 0: nothing is left
 * to publish, or a first pull is running, which brings what others have already published.
 */
export const tellPast = async (session: Session, tx: StoreTransaction): Promise<number> => {
  for (;;) {
    const entities = await tx.untold(COMPARING_LIMITS.pastToldAtOnceMax);
    if (entities.length === 0 || (await isFirstPull(tx))) return 0;
    const { own, taken } = await dueOf(session, tx, entities);
    const options = { origin: 'local', nowMs: session.clock.nowMs(), inVault: true } as const;
    if (own.length > 0) await tx.apply(await planWrite(tx, own, options));
    // Marked as registers of others, so they are deleted if their key turns out to have ended before. [TR-4]
    if (taken.length > 0) await tx.apply({ ...(await planWrite(tx, taken, options)), isTaken: true });
    await tx.apply({ told: entities });
    if (own.length + taken.length > 0) return own.length + taken.length;
  }
};

const dueOf = async ({ memory }: Session, tx: StoreTransaction, entities: readonly EntityId[]) => {
  const registers = Map.groupBy(await tx.registersOf(entities), ({ entity }) => entity);
  // A revision that arrived under an ended key is not passed on. [TR-4]
  const kept = (await tx.revisionsOf(entities)).filter(
    ({ register, isTaken }) => isTaken !== true || !isLate(memory.bounds, register),
  );
  const revisions = Map.groupBy(kept, ({ entity }) => entity);
  const kg = (await tx.meta('vault'))?.kg ?? 0;
  const due = entities.flatMap((id) => {
    const before = revisions.get(id) ?? [];
    const taken = new Set(before.filter((one) => one.isTaken === true).map(({ register }) => register.hlc));
    const past = before.map(({ register }) => register);
    return pastToTell(registers.get(id) ?? [], past).map((one) => ({
      isTaken: taken.has(one.hlc),
      register: { ...one, kg, seq: null },
    }));
  });
  const [own, taken] = [false, true].map((mark) =>
    due.filter(({ isTaken }) => isTaken === mark).map(({ register }) => register),
  );
  return { own: own ?? [], taken: taken ?? [] };
};
