/** The sync part of the write engine. Each use case is one transaction of the store. */
import { COMPARING_LIMITS, ok, refuse } from '@cairn/schema';
import { answers, applies, type CallsOf, callsOver, returns } from '../engine/call.ts';
import { ofApplied, ofRecovered, telling } from '../engine/call-events.ts';
import type { Answer } from '../engine/deps.ts';
import { SYNC_VALUES, type SyncFacts } from '../engine/sync-api.ts';
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
  inVault,
  type SyncDeps,
  type SyncSession,
  sendAgain,
  valuesOf,
} from './sync-session.engine.ts';

const useGeneration = (session: SyncSession, kg: number): Answer<null> =>
  inVault(session, async (tx, vault) => {
    if (kg < vault.kg) return refuse('internal', `Generation ${kg} is older than ${vault.kg}.`);
    if (kg > vault.kg) await tx.apply({ meta: { vault: { ...vault, kg } } });
    return ok(null);
  });

/** Notes a sample of the server's time. Writes it to disk only if it changes the offset enough. [SY-C2] */
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
  inVault(session, async (tx) => {
    const requeued = await sendAgain(session, tx, await tx.deadLetters(DEAD_LETTERS_MAX));
    return ok({ requeued, recovered: await recoverQuarantined(session, tx) });
  });

/** [TR-30] Sends old dead letters again. One that is refused again becomes a new letter, and waits as long again. */
const retryRefused = (session: SyncSession): Answer<{ readonly requeued: number }> =>
  inVault(session, async (tx) => {
    const before = session.clock.nowMs() - COMPARING_LIMITS.refusedAgainMs;
    const letters = (await tx.deadLetters(DEAD_LETTERS_MAX)).filter(
      ({ verdict, at }) => verdict !== 'gone' && at <= before,
    );
    return ok({ requeued: letters.length === 0 ? 0 : await sendAgain(session, tx, letters) });
  });

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const syncFacts = (session: SyncSession): Promise<SyncFacts> =>
  session.store.read(async (tx) => {
    const aside = await tx.setAside();
    return {
      ...(await valuesOf(tx, SYNC_VALUES)),
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

/** The sync use cases. They share a session as their memory. */
export const SYNC_CALLS = {
  /**
   * Sets the keys for sealing and opening. `keys`: by generation, as 64 hex characters. Quarantined items that can be opened with
   * them are applied. [SY-M6]
   */
  useKeys: answers(telling(useKeys, ofRecovered)),
  /** Puts this store into a vault: sets the salt, derives ids, and enqueues everything once with its stamps. [SY-U1, SY-D2] */
  enterVault: answers(enterVault),
  /** Leaves the vault. Keeps the memories; deletes cursor, outbox and frozen batch. */
  leaveVault: answers(leaveVault),
  /** This device's identity and sync positions. A file that replaces this one takes them over. [RL-30] */
  membership: returns(membership),
  takeMembership: answers(takeMembership),
  /** Prepares a file that replaces an unreadable one. [RL-43] */
  loseMembership: answers(loseMembership),
  /** SY-E3: takes a new device id and node, keeps the data, and heals. */
  fork: answers(fork),
  /**
   * SY-E2, SY-E4: begins to heal, because this device's history and the server's differ. The next pull begins from
   * nothing.
   */
  heal: answers(heal),
  /** Sends registers sealed under a generation below `kg` again in small parts, with their stamps. [SY-S6, TR-4] */
  beginReseal: answers(beginReseal),
  /** Returns the frozen batch, or freezes a new one from the outbox. Null when there is nothing to push. [SY-U2] */
  freezeBatch: answers(freezeBatch),
  /** Carries out the verdicts of a committed push. [SY-U5, SY-U6, SY-C3] */
  settleBatch: answers(settleBatch),
  /**
   * Unfreezes a batch that was refused as a whole, so nothing was applied. `halve`: the next batch is smaller.
   * `ends_first`: the next batch is of tombstones only. Returns whether the next batch may be accepted at once.
   */
  thawBatch: answers(thawBatch),
  /** Stores one page and its cursor in one transaction. [SY-P2] */
  applyPage: answers(telling(applyPage, ofApplied)),
  /** TR-6: moves stored registers that are invalid to quarantine, and returns how many. `once`: once per version of the limits. */
  setIllAside: returns(setIllAside),
  /** Notes a newer key generation of the server. */
  useGeneration: answers(useGeneration),
  noteServerTime: returns(noteServerTime),
  /** Stops sync until a person acts; null clears it. */
  setStopped: applies((stopped: MetaValues['stopped'] | null) => ({ meta: { stopped } })),
  /** Notes the entries that were signed again on a restored server's member list, for `status`. [SY-S6] */
  noteMembersMended: applies((membersMended: MetaValues['membersMended']) => ({ meta: { membersMended } })),
  /** `cairn sync retry`: enqueues dead letters again, and applies quarantined registers that can be read. */
  retryDead: answers(telling(retryDead, ofRecovered)),
  /** TR-30: sends dead letters again that are at least a day old. */
  retryRefused: answers(retryRefused),
  /** SY-E5: sends these registers again under their stamps, whatever the server seemed to hold. Others stay. */
  requeue: answers(requeue),
  /**
   * SY-E5: merges what the server returned by name, like a page without a cursor. `asked`: registers that were
   * requested because they are doubted. The doubted one is dropped if the server has none or sent one that opens.
   * [TR-7] `resent`: number of changes that the server called forgotten without a tombstone. [TR-1]
   */
  takeRegisters: answers(telling(takeRegisters, ofApplied)),
  /** Returns the names of registers to request from the server again. [TR-1, TR-7, SY-P6] */
  namesToAsk: returns(namesToAsk),
  missingCount: returns(missingCount),
  noteVerified: applies((verified: MetaValues['verified']) => ({ meta: { verified } })),
  syncFacts: returns(syncFacts),
};

export type SyncUseCases = CallsOf<typeof SYNC_CALLS>;

export const createSyncUseCases = (deps: SyncDeps): SyncUseCases =>
  callsOver(SYNC_CALLS, createSyncSession(deps));
