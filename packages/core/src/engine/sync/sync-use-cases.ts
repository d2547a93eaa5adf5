/** The sync part of the write engine; each use case is one transaction of the store. */
import { cairnError, err, ok } from '@cairn/schema';
import { isWorthStoring, refineOffset, type TimeSample } from '../../sync/clock-offset.ts';
import { boundOffset } from '../../sync/stamp-bounds.ts';
import type { SyncFacts, WriteEngine } from '../api.ts';
import { membership, takeMembership } from '../vault/membership.ts';
import { beginReseal, resealingOf } from '../vault/reseal.ts';
import { recoverQuarantined, useKeys } from '../vault/use-keys.ts';
import { enterVault, fork, leaveVault } from '../vault/vault-membership.ts';
import { namesToAsk, requeue, takeRegisters } from '../verify/repair-registers.ts';
import { applyPage } from './apply-page.ts';
import { freezeBatch, thawBatch } from './freeze-batch.ts';
import { heal } from './heal.ts';
import { setIllAside } from './set-ill-aside.ts';
import { settleBatch } from './settle-batch.ts';
import {
  createSyncSession,
  DEAD_LETTERS_MAX,
  notInVault,
  type SyncDeps,
  type SyncSession,
  sendAgain,
} from './sync-session.ts';

export type SyncUseCases = Pick<
  WriteEngine,
  | 'useKeys'
  | 'enterVault'
  | 'leaveVault'
  | 'membership'
  | 'takeMembership'
  | 'fork'
  | 'heal'
  | 'beginReseal'
  | 'enqueueUnconfirmed'
  | 'freezeBatch'
  | 'settleBatch'
  | 'thawBatch'
  | 'applyPage'
  | 'setIllAside'
  | 'useGeneration'
  | 'noteServerTime'
  | 'setStopped'
  | 'noteMembersMended'
  | 'retryDead'
  | 'requeue'
  | 'takeRegisters'
  | 'namesToAsk'
  | 'noteVerified'
  | 'syncFacts'
>;

export const createSyncUseCases = (deps: SyncDeps): SyncUseCases => {
  const session = createSyncSession(deps);
  const { store } = deps;
  return {
    useKeys: (keys) => useKeys(session, keys),
    enterVault: (vault) => enterVault(session, vault),
    leaveVault: () => leaveVault(session),
    membership: () => membership(session),
    takeMembership: (taken) => takeMembership(session, taken),
    fork: (device, push) => fork(session, device, push),
    heal: (why) => heal(session, why),
    beginReseal: (kg) => beginReseal(session, kg),
    enqueueUnconfirmed: () =>
      store.write(async (tx) =>
        (await tx.meta('vault')) === null
          ? notInVault()
          : ok({ enqueued: await tx.enqueueAll('unconfirmed') }),
      ),
    freezeBatch: () => freezeBatch(session),
    settleBatch: (settled) => settleBatch(session, settled),
    thawBatch: (pushNo, how) => thawBatch(session, pushNo, how),
    applyPage: (page) => applyPage(session, page),
    setIllAside: (how) => setIllAside(session, how),
    useGeneration: (kg) => useGeneration(session, kg),
    noteServerTime: (sample) => noteServerTime(session, sample),
    setStopped: (stopped) => store.write((tx) => tx.apply({ meta: { stopped } })),
    noteMembersMended: (membersMended) => store.write((tx) => tx.apply({ meta: { membersMended } })),
    retryDead: () => retryDead(session),
    requeue: (names) => requeue(session, names),
    takeRegisters: (items, asked) => takeRegisters(session, items, asked),
    namesToAsk: () => namesToAsk(session),
    noteVerified: (verified) => store.write((tx) => tx.apply({ meta: { verified } })),
    syncFacts: () => syncFacts(session),
  };
};

const useGeneration = (session: SyncSession, kg: number): ReturnType<WriteEngine['useGeneration']> =>
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

const retryDead = (session: SyncSession): ReturnType<WriteEngine['retryDead']> =>
  session.store.write(async (tx) => {
    if ((await tx.meta('vault')) === null) return notInVault();
    const requeued = await sendAgain(session, tx, await tx.deadLetters(DEAD_LETTERS_MAX));
    return ok({ requeued, recovered: await recoverQuarantined(session, tx, true) });
  });

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const syncFacts = (session: SyncSession): Promise<SyncFacts> =>
  session.store.write(async (tx) => {
    const { refused, unread, unreadNamed } = await tx.setAside();
    return {
      device: await tx.meta('device'),
      vault: await tx.meta('vault'),
      salt: await tx.meta('salt'),
      push: await tx.meta('push'),
      pull: await tx.meta('pull'),
      times: await tx.meta('times'),
      offset: await tx.meta('offset'),
      stopped: await tx.meta('stopped'),
      healing: await tx.meta('healing'),
      healed: await tx.meta('healed'),
      membersMended: await tx.meta('membersMended'),
      again: await tx.againCount(),
      reseal: await resealingOf(session, tx),
      verified: await tx.meta('verified'),
      pending: await tx.outboxCount(),
      inflight: (await tx.inflight())?.items.length ?? 0,
      dead: sumOf(refused),
      quarantined: sumOf(unread),
      refused,
      unread,
      unreadNamed,
      removed: await tx.removedCount(),
    };
  });
