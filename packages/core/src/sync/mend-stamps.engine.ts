/**
 * A file whose own clock was driven into the far future, by a server or an old key, can send nothing: its stamps are refused
 * until that time has come. One that only holds such a stamp, because it was restored or an earlier release let it in, takes
 * no later edit of that register. Once this device's clock and the server's agree that it lies ahead, everything is taken back.
 * Own values are stamped again with the present. Values of others wait in quarantine, and the server's true ones are pulled
 * from nothing. [TR-5, TR-33]
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
import type { SealedQuery } from '../ports/meta-values.ts';
import type { Sealer } from '../ports/sealer.ts';
import type { QuarantinedRegister, StoredRegister, StoreTransaction } from '../ports/store.ts';
import { startOver } from './heal.engine.ts';
import { stampedKey } from './settle.ts';
import { isBeyond } from './stamp-bounds.ts';
import { noteOfAge, type SyncSession, stampNowMs } from './sync-session.engine.ts';

/** True when the file was ill: then a pull from nothing has begun. */
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
  // A register that was in the file before the vault, and never on its server, is this device's to tell.
  const isOwn = (one: StoredRegister): boolean =>
    hlcNode(one.hlc) === node || (one.seq === null && !taken.has(stampedKey(one)));
  const own = ahead.filter(isOwn);
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
  const stamped = stampAgain(own, clock, await stampNowMs(session, tx, clock), node);
  await tx.apply(await planWrite(tx, stamped, { origin: 'local', nowMs, inVault: true }));
  return true;
};

/** Neither clock is ahead of it; null before the server has answered. A server alone can neither raise nor lower it much. */
const certainlyAhead = ({ clock, memory }: SyncSession): number | null =>
  memory.serverSays === null ? null : clock.nowMs() + Math.max(0, memory.serverSays) + LIMITS.clockMendMsMin;

/** Once for each opening of the file: nothing that comes in afterwards is taken with such a stamp. */
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

/** Registers with a later stamp, whatever they are sealed under. */
const aheadOf = (limitMs: number): SealedQuery => ({
  kg: Number.MAX_SAFE_INTEGER,
  above: hlcOf(limitMs, LIMITS.hlcCounterMax, 'f'.repeat(16)),
  after: null,
});
/** More than any vault has registers. */
const ALL = 10_000_000;

/** Every register with a stamp ahead, in stamp order, and the highest stamp of the others. */
const findAhead = async (
  tx: StoreTransaction,
  limitMs: number,
): Promise<{ readonly ahead: readonly StoredRegister[]; readonly clock: Hlc }> => {
  const ahead: StoredRegister[] = [];
  let clock = HLC_ZERO;
  let after: { entity: StoredRegister['entity']; facet: string } | null = null;
  for (;;) {
    const page: readonly StoredRegister[] = await tx.registersAfter(after, LIMITS.batchItemsMax);
    for (const one of page)
      if (isBeyond(one.hlc, limitMs)) ahead.push(one);
      else clock = maxHlc(clock, one.hlc);
    const last = page.at(-1);
    if (last === undefined) break;
    after = { entity: last.entity, facet: last.facet };
  }
  return { ahead: ahead.sort((a, b) => (a.hlc < b.hlc ? -1 : 1)), clock };
};

/** Sealed by this device under the stamp that it came with, so that it can be read when its time has come. */
const toQuarantine = (
  sealer: Sealer,
  { entity, facet, hlc, value }: StoredRegister,
): QuarantinedRegister => ({
  ...sealer.seal({ entity, facet, hlc, v: FACET_VERSION }, JSON.stringify(value)),
  seq: null,
  reason: 'future',
});

const stampAgain = (
  own: readonly StoredRegister[],
  clock: Hlc,
  nowMs: number,
  node: string,
): readonly StoredRegister[] => {
  let last = clock;
  return own.map((one) => {
    last = hlcNext(last, nowMs, node);
    return { ...one, hlc: last, seq: null };
  });
};
