/** The sync part of the write engine; each use case is one transaction of the store. */
import { COMPARING_LIMITS, cairnError, err, ok } from '@cairn/schema';
import type { Answer } from '../engine/api.ts';
import { answers, type CallsOf, callsOver, returns } from '../engine/call.ts';
import { ofApplied, ofRecovered, telling } from '../engine/call-events.ts';
import { SYNC_VALUES, type SyncFacts, type SyncValues } from '../engine/sync-api.ts';
import { loseMembership, membership, takeMembership } from '../engine/vault/membership.ts';
import { beginReseal, resealingOf } from '../engine/vault/reseal.ts';
import { recoverQuarantined, useKeys } from '../engine/vault/use-keys.ts';
import { enterVault, fork, leaveVault } from '../engine/vault/vault-membership.ts';
import { missingCount, namesToAsk, requeue, takeRegisters } from '../engine/verify/repair-registers.ts';
import type { MetaValues } from '../ports/store.ts';
import { applyPage } from './apply-page.engine.ts';
import { isWorthStoring, refineOffset, type TimeSample } from './clock-offset.ts';
import { freezeBatch, thawBatch } from './freeze-batch.engine.ts';
import { heal } from './heal.engine.ts';
import { setIllAside } from './set-ill-aside.engine.ts';
import { settleBatch } from './settle-batch.engine.ts';
import { boundOffset } from './stamp-bounds.ts';
import {
  createSyncSession,
  DEAD_LETTERS_MAX,
  notInVault,
  type SyncDeps,
  type SyncSession,
  sendAgain,
} from './sync-session.engine.ts';

const useGeneration = (session: SyncSession, kg: number): Answer<null> =>
  session.store.write(async (tx) => {
    const vault = await tx.meta('vault');
    if (vault === null) return notInVault();
    if (kg < vault.kg) return err(cairnError('internal', `Generation ${kg} is older than ${vault.kg}.`));
    if (kg > vault.kg) await tx.apply({ meta: { vault: { ...vault, kg } } });
    return ok(null);
  });

/** Most samples change nothing that matters, and then nothing is written. [SY-C2] */
const noteServerTime = async (session: SyncSession, sample: TimeSample): Promise<void> => {
  const { store, memory, clock } = session;
  memory.offset ??= await store.write((tx) => tx.meta('offset'));
  memory.serverSays = sample.serverTime - sample.receivedAt;
  const refined = refineOffset(memory.offset, sample);
  if (refined === null) return;
  const offset = boundOffset(memory.offset, refined, clock.nowMs());
  memory.offset = offset;
  if (!isWorthStoring(memory.storedOffset, offset)) return;
  memory.storedOffset = offset;
  await store.write((tx) => tx.apply({ meta: { offset } }));
};

const retryDead = (session: SyncSession): Answer<{ readonly requeued: number; readonly recovered: number }> =>
  session.store.write(async (tx) => {
    if ((await tx.meta('vault')) === null) return notInVault();
    const requeued = await sendAgain(session, tx, await tx.deadLetters(DEAD_LETTERS_MAX));
    return ok({ requeued, recovered: await recoverQuarantined(session, tx) });
  });

/** [TR-30] What is refused again has a new letter, and waits as long again. */
const retryRefused = (session: SyncSession): Answer<{ readonly requeued: number }> =>
  session.store.write(async (tx) => {
    if ((await tx.meta('vault')) === null) return notInVault();
    const before = session.clock.nowMs() - COMPARING_LIMITS.refusedAgainMs;
    const letters = (await tx.deadLetters(DEAD_LETTERS_MAX)).filter(
      ({ verdict, at }) => verdict !== 'gone' && at <= before,
    );
    return ok({ requeued: letters.length === 0 ? 0 : await sendAgain(session, tx, letters) });
  });

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const syncFacts = (session: SyncSession): Promise<SyncFacts> =>
  session.store.write(async (tx) => {
    const aside = await tx.setAside();
    const values: SyncValues = Object.assign(
      {},
      ...(await Promise.all(SYNC_VALUES.map(async (key) => ({ [key]: await tx.meta(key) })))),
    );
    return {
      ...values,
      ...aside,
      again: await tx.againCount(),
      reseal: await resealingOf(session, tx),
      pending: await tx.outboxCount(),
      inflight: (await tx.inflight())?.items.length ?? 0,
      dead: sumOf(aside.refused),
      quarantined: sumOf(aside.unread),
      removed: await tx.removedCount('others'),
    };
  });

/** Over what they remember between calls. */
export const SYNC_CALLS = {
  /** Keys for sealing and opening; `keys` by generation as 64 hex characters. Quarantined items that now open are applied. [SY-M6] */
  useKeys: answers(telling(useKeys, ofRecovered)),
  /** Puts this store into a vault: salt, derived ids, everything enqueued once with its stamps. [SY-U1, SY-D2] */
  enterVault: answers(enterVault),
  /** Keeps the memories, drops cursor, outbox, inflight. */
  leaveVault: answers(leaveVault),
  /** This device's identity and how far it came; another file that takes this one's place takes it over. [RL-30] */
  membership: returns(membership),
  takeMembership: answers(takeMembership),
  /** The same, where nothing is known of the file before. [RL-43] */
  loseMembership: answers(loseMembership),
  /** SY-E3: a new device id and node; keeps the data, and heals. */
  fork: answers(fork),
  /** SY-E2, SY-E4: this device's past and the server's have parted; the next pull begins from nothing. */
  heal: answers(heal),
  /** Registers sealed under a generation below `kg` go out again, bit by bit, with their stamps. [SY-S6, TR-4] */
  beginReseal: answers(beginReseal),
  enqueueUnconfirmed: answers(({ store }: SyncSession) =>
    store.write(async (tx) =>
      (await tx.meta('vault')) === null ? notInVault() : ok({ enqueued: await tx.enqueueAll('unconfirmed') }),
    ),
  ),
  /** The frozen batch, or a new one made from the outbox, or null when there is nothing to push. [SY-U2] */
  freezeBatch: answers(freezeBatch),
  /** Verdicts of the committed push. [SY-U5, SY-U6, SY-C3] */
  settleBatch: answers(settleBatch),
  /** The whole batch was refused by a problem document, so nothing was applied: unfreeze it. `halve`: the next is smaller. */
  thawBatch: answers(thawBatch),
  /** One page and its cursor, in one transaction. [SY-P2] */
  applyPage: answers(telling(applyPage, ofApplied)),
  /** TR-6: what is stored and cannot be taken goes into quarantine; how much went. `once`: once per version of the limits. */
  setIllAside: returns(setIllAside),
  /** Newer knowledge of the server's present generation. */
  useGeneration: answers(useGeneration),
  noteServerTime: returns(noteServerTime),
  /** Sync stops until a person acts; null clears it. */
  setStopped: returns(({ store }: SyncSession, stopped: MetaValues['stopped'] | null) =>
    store.write((tx) => tx.apply({ meta: { stopped } })),
  ),
  /** The entries signed again on a restored server's member list, for `status`. [SY-S6] */
  noteMembersMended: returns(({ store }: SyncSession, membersMended: MetaValues['membersMended']) =>
    store.write((tx) => tx.apply({ meta: { membersMended } })),
  ),
  /** `cairn sync retry`: dead letters back into the outbox; quarantined registers that can be read by now are applied. */
  retryDead: answers(telling(retryDead, ofRecovered)),
  /** TR-30: dead letters of a day ago or longer go out once more. */
  retryRefused: answers(retryRefused),
  /** SY-E5: sends these again under the stamps they have, whatever was believed of the server. Others are left alone. */
  requeue: answers(requeue),
  /**
   * SY-E5: what the server gave by name is merged as a page is; no cursor moves. `asked`: what was asked for because it came
   * garbled; what is not there any more, or came whole, is garbled no longer. [TR-7] `resent`: changes that the server called gone, and for which it has
   * shown no tombstone. [TR-1]
   */
  takeRegisters: answers(telling(takeRegisters, ofApplied)),
  /** The registers that the server is asked for once more, by name. [TR-1, TR-7, SY-P6] */
  namesToAsk: returns(namesToAsk),
  missingCount: returns(missingCount),
  noteVerified: returns(({ store }: SyncSession, verified: MetaValues['verified']) =>
    store.write((tx) => tx.apply({ meta: { verified } })),
  ),
  syncFacts: returns(syncFacts),
};

export type SyncUseCases = CallsOf<typeof SYNC_CALLS>;

export const createSyncUseCases = (deps: SyncDeps): SyncUseCases =>
  callsOver(SYNC_CALLS, createSyncSession(deps));
