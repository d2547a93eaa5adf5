/**
 * Moves stored registers that this program refuses into quarantine. A program with weaker checks may have stored them.
 * The values that they had replaced are restored. [TR-6]
 */
import { type EntityId, FACET_VERSION, isEntityId } from '@cairn/schema';
import { projectAgain } from '../engine/write/project-again.ts';
import { isNewer } from '../merge/beats.ts';
import { byRegister, entitiesOf, registerKey } from '../merge/register-key.ts';
import type { Sealer } from '../ports/sealer.ts';
import type {
  FacetKey,
  IllRegister,
  QuarantinedRegister,
  StoredRegister,
  StoreTransaction,
} from '../ports/store.ts';
import { beatenBy } from './settle.ts';
import type { SyncSession } from './sync-session.engine.ts';
import { LIMITS_ASKED } from './take-value.ts';

/** Registers per transaction, so that saves can run in between. */
const PAGE = 1_000;

/**
 * Returns how many were moved. `once`: does nothing if a check under the present limits has ended. In a vault without
 * its keys, nothing is moved yet.
 */
export const setIllAside = async (session: SyncSession, how: 'once' | 'again'): Promise<number> => {
  const { store, memory } = session;
  let went = 0;
  let after: FacetKey | null = null;
  for (;;) {
    const page: Page | null = await store.write(async (tx) => {
      if (how === 'once' && (await tx.meta('limits')) === LIMITS_ASKED) return null;
      if ((await tx.meta('vault')) !== null && memory.sealer === null) return null;
      const { ill, next } = await tx.illRegisters(after, PAGE);
      if (ill.length > 0) await moveAside(tx, ill, memory.sealer);
      if (next === null) await tx.apply({ meta: { limits: LIMITS_ASKED } });
      return { count: ill.length, next };
    });
    went += page?.count ?? 0;
    after = page?.next ?? null;
    if (after === null) return went;
  }
};

interface Page {
  readonly count: number;
  readonly next: FacetKey | null;
}

/** Moves registers to quarantine, and deletes rows without a valid id: nothing could read or forget them. [TR-33] */
const moveAside = async (
  tx: StoreTransaction,
  all: readonly IllRegister[],
  sealer: Sealer | null,
): Promise<void> => {
  const ill = all.filter(({ entity }) => isEntityId(entity));
  const entities = entitiesOf(ill);
  const present = await tx.registersOf(entities);
  const before = byRegister(await tx.quarantinedOf(entities));
  const moved = ill
    .map((one) => quarantined(one, sealer))
    .filter((one) => {
      const other = before.get(registerKey(one));
      return other === undefined || !isNewer(other, one);
    });
  const ended = new Set(beatenBy(moved, present));
  await tx.apply({
    eraseMemories: all
      .filter((one) => isUnreadable(one) || !isEntityId(one.entity))
      .map(({ entity }) => entity),
    eraseRegisters: all,
    registers: await replacedBy(tx, ill, entities),
    isTaken: true,
    quarantineAdd: moved.filter((one) => !ended.has(one)),
  });
  await projectAgain(tx, entities);
};

/** Whether the memory's row must not be read: SQLite stores a lone surrogate as bytes on which libSQL crashes. */
const isUnreadable = ({ facet, json }: IllRegister): boolean =>
  facet === 'body' && /\\u(?:d[89a-f]|0000)/i.test(json);

/** Seals the register as for sending, so that nothing leaves this device unencrypted. */
const quarantined = (
  { json, seq, reason, ...one }: IllRegister,
  sealer: Sealer | null,
): QuarantinedRegister => {
  const key = { entity: one.entity, facet: one.facet, hlc: one.hlc, v: FACET_VERSION };
  const { kg, payload } = sealer?.seal(key, json) ?? {
    kg: 0,
    payload: Buffer.from(json).toString('base64url'),
  };
  return { ...key, seq, kg, payload, reason };
};

/** Returns the newest valid earlier value of each register. Its sequence is null, because the server does not hold it. */
const replacedBy = async (
  tx: StoreTransaction,
  ill: readonly IllRegister[],
  entities: readonly EntityId[],
): Promise<readonly StoredRegister[]> => {
  const keys = new Set(ill.map(registerKey));
  const newest = new Map<string, StoredRegister>();
  for (const { register } of await tx.revisionsOf(entities)) {
    const key = registerKey(register);
    const other = newest.get(key);
    if (keys.has(key) && (other === undefined || isNewer(register, other)))
      newest.set(key, { ...register, seq: null });
  }
  return [...newest.values()];
};
