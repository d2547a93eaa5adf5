/**
 * Repairs a file with stamps from the far future. If a server or an old key moved the file's own clock there, the file
 * can send nothing, because its stamps are refused until that time. If the file only holds such a stamp, from a backup
 * or an earlier release, later edits of that register lose. Once the local clock and the server's agree that a stamp
 * lies ahead, it is taken back. Own values are stamped again with the present. Values of others are moved to
 * quarantine, and the server's true values are pulled from nothing. [TR-5, TR-33]
 *
 * Both clocks can be wrong: the local one is slow, and the server lies. Then the stamps that were taken back are of the
 * present, and return once the server is honest. Values that were written here meanwhile are later, so they are stamped
 * above the returned ones. [TR-54]
 */
import {
  FACET_VERSION,
  HLC_ZERO,
  type Hlc,
  hlcNext,
  hlcNode,
  hlcOf,
  LIMITS,
  maxHlc,
  nodeOf,
} from '@cairn/schema';
import { planErasure, planWrite } from '../engine/write/write-registers.ts';
import { isPast } from '../merge/past.ts';
import { entitiesOf, stampedKey } from '../merge/register-key.ts';
import type { Sealer } from '../ports/sealer.ts';
import type { QuarantinedRegister, SealedQuery, StoredRegister, StoreTransaction } from '../ports/store.ts';
import { startOver } from './heal.engine.ts';
import { isBeyond, STAMP_MS_MAX } from './stamp-bounds.ts';
import {
  ALL,
  allRegisters,
  DEAD_LETTERS_MAX,
  noteOfAge,
  type SyncSession,
  stampLimit,
  stampNowMs,
} from './sync-session.engine.ts';

/** Repairs the stamps. Returns whether there were any to repair. If so, a pull from nothing has begun. */
export const mendStamps = async (session: SyncSession, tx: StoreTransaction): Promise<boolean> => {
  const limitMs = certainlyAhead(session);
  const { sealer } = session.memory;
  const published = await tx.meta('published');
  const device = await tx.meta('device');
  if (limitMs === null || sealer === null || device === null) return false;
  const isLed = published !== null && isBeyond(published, limitMs);
  if (!isLed && !(await holdsAhead(session, tx, limitMs))) return false;
  const nowMs = session.clock.nowMs();
  const { ahead, clock } = await findAhead(tx, limitMs);
  const node = nodeOf(device.id);
  const taken = new Set((await tx.sealedBelow({ ...aheadOf(limitMs), isTaken: true }, ALL)).map(stampedKey));
  // A register that was in the file before the vault, and never on its server, belongs to this device.
  const isOwn = (one: StoredRegister): boolean =>
    hlcNode(one.hlc) === node || (one.seq === null && !taken.has(stampedKey(one)));
  const own = ahead.filter(isOwn);
  const waiting = await waitingOf(tx);
  const others = ahead.filter((one) => !isOwn(one));
  const aside = others.map((one) => toQuarantine(sealer, one));
  await tx.apply({ ...(await planErasure(tx, others, nowMs)), quarantineAdd: aside });
  noteOfAge(session, aside);
  await tx.apply({
    eraseRegisters: own,
    outboxRemove: ahead,
    deadRemove: ahead,
    meta: { clock, published: clock },
  });
  await startOver(tx, 'stamps_ahead', nowMs);
  const presentMs = await stampNowMs(session, tx, clock);
  const earlier = await earlierAhead(tx, own, limitMs);
  // An earlier value stays below the body that replaced it.
  const isLater = (one: StoredRegister): boolean => waiting.has(stampedKey(one)) && !isPast(one);
  const first = [...own.filter((one) => !isLater(one)), ...earlier].sort(byStamp);
  const moved = stampAgain(first, clock, presentMs, node);
  const last = moved.at(-1)?.hlc ?? clock;
  const later = stampAgain(own.filter(isLater), last, presentMs, node);
  const pairs = moved.map((one, at) => ({ one, before: first[at] ?? one }));
  const isEarlier = new Set(earlier);
  await tx.apply({
    revisionsMoved: pairs.flatMap(({ one, before }) =>
      isEarlier.has(before) ? [{ ...before, to: one.hlc }] : [],
    ),
  });
  const again = pairs.flatMap(({ one, before }) => (isEarlier.has(before) ? [] : [one]));
  await tx.apply(await planWrite(tx, [...again, ...later], { origin: 'local', nowMs, inVault: true }));
  const before = await tx.meta('takenBack');
  const upTo = [published, ahead.at(-1)?.hlc, before?.upTo].reduce<Hlc>(
    (max, hlc) => maxHlc(max, hlc ?? HLC_ZERO),
    HLC_ZERO,
  );
  await tx.apply({ meta: { takenBack: { after: before?.after ?? last, upTo } } });
  return true;
};

/**
 * Stamps later writes again, in order and above the stamps that return. Must run before the returning stamps are
 * accepted. Own values that the repair had moved keep their stamps if others may have replaced them. Returns how many
 * were stamped again. [TR-54]
 */
export const overtakeReturned = async (session: SyncSession, tx: StoreTransaction): Promise<number> => {
  const back = await tx.meta('takenBack');
  const device = await tx.meta('device');
  if (back === null || device === null || isBeyond(back.upTo, await stampLimit(session, tx))) return 0;
  const node = nodeOf(device.id);
  const written = await registersWhere(
    tx,
    ({ hlc }) => hlcNode(hlc) === node && hlc > back.after && hlc < back.upTo,
  );
  const clock = maxHlc((await tx.meta('clock')) ?? HLC_ZERO, back.upTo);
  const stamped = stampAgain(written, clock, await stampNowMs(session, tx, clock), node);
  await tx.apply({ eraseRegisters: written, outboxRemove: written, deadRemove: written });
  const nowMs = session.clock.nowMs();
  await tx.apply(await planWrite(tx, stamped, { origin: 'local', nowMs, inVault: true }));
  await tx.apply({ meta: { takenBack: null } });
  return stamped.length;
};

/** Returns registers that wait to be sent or were refused. No other device has them, so none has replaced them. */
const waitingOf = async (tx: StoreTransaction): Promise<ReadonlySet<string>> =>
  new Set(
    [...(await tx.outbox(await tx.outboxCount(), 'own')), ...(await tx.deadLetters(DEAD_LETTERS_MAX))].map(
      stampedKey,
    ),
  );

/**
 * Returns a time that neither clock has reached, as Unix time in milliseconds. Null before the server has answered. A
 * server can move it away, but never closer than `clockMendMsMin` to the local clock.
 */
const certainlyAhead = ({ clock, memory }: SyncSession): number | null =>
  memory.serverSays === null
    ? null
    : Math.min(STAMP_MS_MAX, clock.nowMs() + Math.max(0, memory.serverSays) + LIMITS.clockMendMsMin);

/** Whether the store holds a stamp ahead. Checked until a check finds none, because none is accepted afterwards. */
const holdsAhead = async (
  { memory }: SyncSession,
  tx: StoreTransaction,
  limitMs: number,
): Promise<boolean> => {
  if (!memory.mayHoldAhead) return false;
  const [first] = await tx.sealedBelow(aheadOf(limitMs), 1);
  memory.mayHoldAhead = first !== undefined;
  return first !== undefined;
};

/** Returns the query for registers with a later stamp, under any key generation. */
const aheadOf = (limitMs: number): SealedQuery => ({
  kg: Number.MAX_SAFE_INTEGER,
  above: hlcOf(limitMs, LIMITS.hlcCounterMax, 'f'.repeat(16)),
  after: null,
});

/** Returns every register with a stamp ahead, in stamp order, and the highest stamp of the other registers. */
const findAhead = async (
  tx: StoreTransaction,
  limitMs: number,
): Promise<{ readonly ahead: readonly StoredRegister[]; readonly clock: Hlc }> => {
  let clock = HLC_ZERO;
  const ahead = await registersWhere(tx, ({ hlc }) => {
    const isAhead = isBeyond(hlc, limitMs);
    if (!isAhead) clock = maxHlc(clock, hlc);
    return isAhead;
  });
  return { ahead, clock };
};

/** Returns matching registers in stamp order. Reads every register of the file, so it is for rare cases only. */
const registersWhere = async (
  tx: StoreTransaction,
  isWanted: (one: StoredRegister) => boolean,
): Promise<readonly StoredRegister[]> => {
  const found: StoredRegister[] = [];
  for await (const page of allRegisters(tx, LIMITS.batchItemsMax)) found.push(...page.filter(isWanted));
  return found.sort(byStamp);
};

/** Returns this device's earlier bodies whose stamps lie ahead too. They keep their place in the history. [RL-42] */
const earlierAhead = async (
  tx: StoreTransaction,
  own: readonly StoredRegister[],
  limitMs: number,
): Promise<readonly StoredRegister[]> => {
  const revisions = await tx.revisionsOf(entitiesOf(own));
  return revisions.flatMap(({ register, isTaken }) =>
    register.facet === 'body' && isTaken !== true && isBeyond(register.hlc, limitMs)
      ? [{ ...register, seq: null }]
      : [],
  );
};

const byStamp = (a: StoredRegister, b: StoredRegister): number => (a.hlc < b.hlc ? -1 : 1);

/** Seals a register for the quarantine under its own stamp, so that it can be read when its time has come. */
const toQuarantine = (
  sealer: Sealer,
  { entity, facet, hlc, value }: StoredRegister,
): QuarantinedRegister => ({
  ...sealer.seal({ entity, facet, hlc, v: FACET_VERSION }, JSON.stringify(value)),
  seq: null,
  reason: 'future',
});

/**
 * Stamps registers again in their order. Neighbours with one stamp, a revision and its `past.` register, share the new
 * one.
 */
const stampAgain = (
  own: readonly StoredRegister[],
  clock: Hlc,
  nowMs: number,
  node: string,
): readonly StoredRegister[] => {
  let last = clock;
  return own.map((one, at) => {
    if (one.hlc !== own[at - 1]?.hlc) last = hlcNext(last, nowMs, node);
    return { ...one, hlc: last, seq: null };
  });
};
