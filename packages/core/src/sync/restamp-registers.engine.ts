/** Gives unpublished registers other stamps: those of the present [SY-C3], or those of a new identity [SY-E3]. */
import { type DeviceId, HLC_ZERO, type Hlc, hlcCounter, hlcMs, hlcOf, nodeOf } from '@cairn/schema';
import { planWrite } from '../engine/write/write-registers.ts';
import { isFrom } from '../merge/edges.ts';
import { byRegister, entitiesOf, registerKey, stampedKey } from '../merge/register-key.ts';
import { isTagged } from '../merge/tags.ts';
import type { OutboxKey, StoredRegister, StoreTransaction } from '../ports/store.ts';
import { isBy } from './generation-bounds.ts';
import { planRestamp, type Restamped } from './restamp.ts';
import { isBeyond } from './stamp-bounds.ts';
import { ALL, type SyncSession, stampLimit, stampNowMs } from './sync-session.engine.ts';

/** Stamps registers again, and returns how many. */
export const restampRegisters = async (session: SyncSession, tx: StoreTransaction): Promise<number> => {
  const device = await tx.meta('device');
  if (device === null) return 0;
  const published = (await tx.meta('published')) ?? HLC_ZERO;
  const nowMs = await stampNowMs(session, tx, published);
  const unsent = await tx.outbox(await tx.outboxCount(), 'own');
  const isFuture = (hlc: Hlc): boolean => hlcMs(hlc) > nowMs;
  const isOwn = (hlc: Hlc): boolean => isBy(device.id, { hlc }) && hlc > published;
  const earlier = await unsentBefore(tx, unsent, isOwn, isFuture);
  const outbox = [...unsent, ...earlier].sort((a, b) => (a.hlc < b.hlc ? -1 : 1));
  const plan = planRestamp({ outbox, published, nowMs, node: nodeOf(device.id) });
  // When only stamps of the future remain above the published ones, the server would refuse the new stamps too. [TR-5]
  if (plan.moved.length === 0 || isBeyond(plan.clock, await stampLimit(session, tx))) return 0;
  const own = await withoutTaken(tx, plan.moved);
  const moved = await restamped(tx, own);
  await tx.apply({ meta: { clock: published } });
  await writeAgain(session, tx, own, { out: moved, back: moved });
  await tx.apply({ meta: { clock: plan.clock } });
  return moved.length;
};

/** Returns own bodies with future stamps, overwritten before they were sent. They stay in the history. [SY-C3] */
const unsentBefore = async (
  tx: StoreTransaction,
  unsent: readonly OutboxKey[],
  isOwn: (hlc: Hlc) => boolean,
  isFuture: (hlc: Hlc) => boolean,
): Promise<readonly OutboxKey[]> => {
  const stamped = new Set(unsent.map(({ entity, hlc }) => `${entity} ${hlc}`));
  const rewritten = unsent.filter(({ facet, hlc }) => facet === 'body' && isFuture(hlc));
  const revisions = await tx.revisionsOf(entitiesOf(rewritten));
  return revisions.flatMap(({ entity, register: { facet, hlc }, isTaken }) =>
    facet === 'body' && isTaken !== true && isOwn(hlc) && isFuture(hlc) && !stamped.has(`${entity} ${hlc}`)
      ? [{ entity, facet, hlc }]
      : [],
  );
};

/**
 * Moves unsent changes to the stamps of a new identity. Two machines with one identity may have given one stamp to two
 * values. Another device would take the two values for the same. The new stamp has the same time and counter, and the
 * node of the new identity. [SY-E3]
 */
export const renameStamps = async (
  session: SyncSession,
  tx: StoreTransaction,
  before: DeviceId,
  after: DeviceId,
): Promise<void> => {
  const unsent = await tx.outbox(await tx.outboxCount(), 'own');
  const all = unsent
    .filter((key) => isBy(before, key))
    .map((key) => ({ ...key, to: hlcOf(hlcMs(key.hlc), hlcCounter(key.hlc), nodeOf(after)) }));
  const plan = all.length === 0 ? all : await withoutTaken(tx, all);
  if (plan.length === 0) return;
  const out = await restamped(tx, plan);
  const back = out.map((register) => saidBy(register, before, after));
  await writeAgain(session, tx, plan, { out, back });
};

/**
 * Renames registers of which each device has its own and all count together. Under the name of the old identity, the
 * register would replace what the other machine wrote since the file was copied. [SY-E3, RL-1, RL-6]
 */
const saidBy = (register: StoredRegister, before: DeviceId, after: DeviceId): StoredRegister => {
  if (isTagged(register) && register.facet === `tagged.${before}`)
    return { ...register, facet: `tagged.${after}` };
  if (isFrom(register) && register.facet === `from.${before}`) return { ...register, facet: `from.${after}` };
  return register;
};

/** Deletes the registers `out` and writes `back` in their place. Rows and visibility are projected again. */
const writeAgain = async (
  session: SyncSession,
  tx: StoreTransaction,
  plan: readonly Restamped[],
  { out, back }: { readonly out: readonly StoredRegister[]; readonly back: readonly StoredRegister[] },
): Promise<void> => {
  const revisionsMoved = await movedRevisions(tx, plan);
  await tx.apply({ eraseRegisters: out, outboxRemove: plan, revisionsMoved });
  const nowMs = session.clock.nowMs();
  await tx.apply(await planWrite(tx, back, { origin: 'local', nowMs, inVault: true }));
};

/** Returns the plan's revisions. Under the former stamp they would be published as other values. [RL-42] */
const movedRevisions = async (
  tx: StoreTransaction,
  plan: readonly Restamped[],
): Promise<readonly Restamped[]> => {
  const stamps = new Map(plan.map(({ entity, hlc, to }) => [`${entity} ${hlc}`, to]));
  const revisions = await tx.revisionsOf(entitiesOf(plan));
  return revisions.flatMap(({ entity, register: { facet, hlc }, isTaken }) => {
    const to = stamps.get(`${entity} ${hlc}`);
    return to !== undefined && facet === 'body' && isTaken !== true ? [{ entity, facet, hlc, to }] : [];
  });
};

const TAKEN = { kg: Number.MAX_SAFE_INTEGER, above: HLC_ZERO, after: null, isTaken: true } as const;

/** Returns the stamped keys of other devices' registers. Reads all, so it is for rare cases only. [TR-4] */
export const takenMarks = async (tx: StoreTransaction): Promise<ReadonlySet<string>> =>
  new Set((await tx.sealedBelow(TAKEN, ALL)).map(stampedKey));

/**
 * Leaves out registers of other devices. This device sends those again because the server lacks them. Their stamps do
 * not change, so they stay in the outbox. [TR-4]
 */
const withoutTaken = async (
  tx: StoreTransaction,
  plan: readonly Restamped[],
): Promise<readonly Restamped[]> => {
  const taken = await takenMarks(tx);
  return plan.filter((one) => !taken.has(stampedKey(one)));
};

/** Returns the registers with new stamps. */
const restamped = async (
  tx: StoreTransaction,
  plan: readonly Restamped[],
): Promise<readonly StoredRegister[]> => {
  const stamps = byRegister(plan);
  const present = await tx.registersOf(entitiesOf(plan));
  return present.flatMap((register) => {
    const stamp = stamps.get(registerKey(register));
    return stamp?.hlc === register.hlc ? [{ ...register, hlc: stamp.to, seq: null }] : [];
  });
};
