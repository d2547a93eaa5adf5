/** Carries out the verdicts of a committed push. [SY-U5, SY-U6, SY-C3] */
import { ok } from '@cairn/schema';
import type { SettledBatch, SettleOutcome } from '../engine/api.ts';
import type { Answer } from '../engine/deps.ts';
import { isResealing } from '../engine/vault/reseal.ts';
import { entitiesOf, keyOf, stampedKey } from '../merge/register-key.ts';
import type { MetaValues, OutboxKey, StoreTransaction } from '../ports/store.ts';
import { growBatch } from './freeze-batch.engine.ts';
import { advanceHealing } from './heal.engine.ts';
import { mendStamps } from './mend-stamps.engine.ts';
import { restampRegisters } from './restamp-registers.engine.ts';
import { type Settlement, sortVerdicts } from './settle.ts';
import { notInVault, raisedTo, type SyncSession } from './sync-session.engine.ts';
import { tellPast } from './tell-past.engine.ts';

/** Settles the frozen batch. Verdicts on any other batch are late, and change nothing. */
export const settleBatch = (session: SyncSession, settled: SettledBatch): Answer<SettleOutcome> =>
  session.store.write(async (tx) => {
    const push = await tx.meta('push');
    if (push === null) return notInVault();
    const frozen = await tx.inflight();
    if (frozen === null || frozen.pushNo !== settled.pushNo) return ok(await nothingSettled(session, tx));
    const verdicts = await withoutHopeless(tx, sortVerdicts(frozen.items, settled.verdicts));
    const behind = hasOthersWritten(verdicts, push, settled);
    await applyVerdicts(session, tx, settled, verdicts, { push, behind });
    const isAhead = verdicts.clockAhead.length > 0;
    const mended = isAhead && (await mendStamps(session, tx));
    const restamped = isAhead && !mended ? await restampRegisters(session, tx) : 0;
    growBatch(session);
    await advanceHealing(tx, session.clock.nowMs());
    await tellPast(session, tx);
    return ok({
      acknowledged: verdicts.confirmed.length + verdicts.stale.length,
      dead: verdicts.dead.length + verdicts.gone.length,
      restamped,
      mended,
      needsKeys: verdicts.oldKey.length > 0,
      behind: behind || mended,
      pending: await tx.outboxCount(),
      resealing: await isResealing(session, tx),
    });
  });

/** Makes dead letters of items of an ended key that cannot be sealed again: they would be sent forever. [TR-4, SY-U5] */
const withoutHopeless = async (tx: StoreTransaction, verdicts: Settlement): Promise<Settlement> => {
  const { oldKey, dead } = verdicts;
  if (oldKey.length === 0) return verdicts;
  const kept = await tx.quarantinedOf(entitiesOf(oldKey));
  const unread = new Set(kept.filter(({ reason }) => reason !== 'unknown').map(stampedKey));
  const isHopeless = (key: OutboxKey): boolean => unread.has(stampedKey(key));
  const letters = oldKey.filter(isHopeless).map((key) => ({ ...key, verdict: 'malformed' as const }));
  return { ...verdicts, oldKey: oldKey.filter((key) => !isHopeless(key)), dead: [...dead, ...letters] };
};

const nothingSettled = async (session: SyncSession, tx: StoreTransaction): Promise<SettleOutcome> => ({
  acknowledged: 0,
  dead: 0,
  restamped: 0,
  mended: false,
  needsKeys: false,
  behind: true,
  pending: await tx.outboxCount(),
  resealing: await isResealing(session, tx),
});

/** Whether other devices have written: some sequence between the known head and the new one is not this device's. */
const hasOthersWritten = (verdicts: Settlement, push: MetaValues['push'], settled: SettledBatch): boolean => {
  const ours = verdicts.confirmed.filter(({ seq }) => seq > push.head).length;
  return verdicts.stale.length > 0 || verdicts.gone.length > 0 || settled.head - push.head !== ours;
};

const applyVerdicts = async (
  session: SyncSession,
  tx: StoreTransaction,
  settled: SettledBatch,
  verdicts: Settlement,
  { push, behind }: { readonly push: MetaValues['push']; readonly behind: boolean },
): Promise<void> => {
  const at = session.clock.nowMs();
  const { confirmed, stale, gone, dead } = verdicts;
  const pull = await tx.meta('pull');
  const { pushNo: lastPushNo, head, anchor } = settled;
  await tx.apply({
    outboxRemove: [...confirmed, ...stale, ...gone, ...dead].map(keyOf),
    deadAdd: [...dead, ...(await stillHeld(tx, gone))].map((one) => ({
      ...keyOf(one),
      verdict: one.verdict,
      at,
    })),
    deadRemove: (await tx.deadLetters(1)).length === 0 ? [] : confirmed,
    inflight: null,
    confirmed,
    meta: {
      // The answer to an old push is older than what was pulled since. [SY-E1]
      push: { ...push, lastPushNo, ...(head < push.head ? {} : { head, anchor }) },
      published: await raisedTo(tx, confirmed),
      times: { lastPullAt: (await tx.meta('times'))?.lastPullAt ?? null, lastPushAt: at },
      ...(pull === null ? {} : { pull: pullAfterPush(pull, push.head, head, behind) }),
    },
  });
};

/**
 * Returns the changes to keep as dead letters. A change that a server calls forgotten stays here until a tombstone
 * arrives that a member sealed. Changes that a tombstone has already erased need no letter. [TR-1]
 */
const stillHeld = async (
  tx: StoreTransaction,
  gone: Settlement['gone'],
): Promise<readonly (OutboxKey & { readonly verdict: 'gone' })[]> => {
  if (gone.length === 0) return [];
  const entities = entitiesOf(gone);
  const held = new Set(
    [...(await tx.registersOf(entities)), ...(await tx.quarantinedOf(entities))].map(stampedKey),
  );
  return gone.filter((one) => held.has(stampedKey(one))).map((one) => ({ ...one, verdict: 'gone' }));
};

/** Returns the pull state. A device that held everything before its own push holds everything after it. */
const pullAfterPush = (
  pull: MetaValues['pull'],
  headBefore: number,
  head: number,
  behind: boolean,
): MetaValues['pull'] => {
  const held = !behind && pull.bootstrap === null && pull.high === headBefore;
  return { ...pull, head: Math.max(head, headBefore), high: held ? head : pull.high };
};
