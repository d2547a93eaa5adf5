/** Verdicts of a committed push, carried out. [SY-U5, SY-U6, SY-C3] */
import { type CairnError, type EntityId, ok, type Result } from '@cairn/schema';
import { contentHashOf, goneHashOf } from '../../memory/content-hash.ts';
import type { MetaValues, StoredRegister, StoreTransaction } from '../../ports/store.ts';
import { type Settlement, sortVerdicts } from '../../sync/settle.ts';
import type { SettledBatch, SettleOutcome } from '../api.ts';
import { isResealing } from '../vault/reseal.ts';
import { planWrite } from '../write/write-registers.ts';
import { growBatch } from './freeze-batch.ts';
import { advanceHealing } from './heal.ts';
import { mendStamps } from './mend-stamps.ts';
import { restampRegisters } from './restamp-registers.ts';
import { notInVault, raisedTo, type SyncSession } from './sync-session.ts';

/** Verdicts on a batch that is not in flight any more are late, and change nothing. */
export const settleBatch = (
  session: SyncSession,
  settled: SettledBatch,
): Promise<Result<SettleOutcome, CairnError>> =>
  session.store.write(async (tx) => {
    const push = await tx.meta('push');
    if (push === null) return notInVault();
    const frozen = await tx.inflight();
    if (frozen === null || frozen.pushNo !== settled.pushNo) return ok(await nothingSettled(tx));
    const verdicts = sortVerdicts(frozen.items, settled.verdicts);
    const behind = hasOthersWritten(verdicts, push, settled);
    await applyVerdicts(session, tx, settled, verdicts, { push, behind });
    await applyTombstones(session, tx, verdicts);
    const isAhead = verdicts.clockAhead.length > 0;
    const mended = isAhead && (await mendStamps(session, tx));
    const restamped = isAhead && !mended ? await restampRegisters(session, tx) : 0;
    growBatch(session);
    await advanceHealing(tx, session.clock.nowMs());
    return ok({
      acknowledged: verdicts.confirmed.length + verdicts.stale.length + verdicts.gone.length,
      dead: verdicts.dead.length,
      restamped,
      mended,
      needsKeys: verdicts.oldKey.length > 0,
      behind: behind || mended,
      pending: await tx.outboxCount(),
      resealing: await isResealing(tx),
    });
  });

const nothingSettled = async (tx: StoreTransaction): Promise<SettleOutcome> => ({
  acknowledged: 0,
  dead: 0,
  restamped: 0,
  mended: false,
  needsKeys: false,
  behind: true,
  pending: await tx.outboxCount(),
  resealing: await isResealing(tx),
});

/** Every sequence between the head we knew and the new one is ours, or somebody else's. */
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
    outboxRemove: [...confirmed, ...stale, ...gone, ...dead].map(({ entity, facet, hlc }) => ({
      entity,
      facet,
      hlc,
    })),
    deadAdd: dead.map(({ entity, facet, hlc, verdict }) => ({ entity, facet, hlc, verdict, at })),
    deadRemove: (await tx.deadLetters(1)).length === 0 ? [] : confirmed,
    inflight: null,
    confirmed,
    meta: {
      // The answer to a push of long ago is older than what was pulled since. [SY-E1]
      push: { ...push, lastPushNo, ...(head < push.head ? {} : { head, anchor }) },
      published: await raisedTo(tx, confirmed),
      times: { lastPullAt: (await tx.meta('times'))?.lastPullAt ?? null, lastPushAt: at },
      ...(pull === null ? {} : { pull: pullAfterPush(pull, push.head, head, behind) }),
    },
  });
};

/** Who held everything before its own push holds everything after it. */
const pullAfterPush = (
  pull: MetaValues['pull'],
  headBefore: number,
  head: number,
  behind: boolean,
): MetaValues['pull'] => {
  const held = !behind && pull.bootstrap === null && pull.high === headBefore;
  return { ...pull, head: Math.max(head, headBefore), high: held ? head : pull.high };
};

/** SY-U5: the tombstone that beat our registers is applied here and now, with the hash that its author made too. */
const applyTombstones = async (
  session: SyncSession,
  tx: StoreTransaction,
  verdicts: Settlement,
): Promise<void> => {
  if (verdicts.gone.length === 0) return;
  const tombstones = new Map(verdicts.gone.map(({ tombstone }) => [tombstone.entity, tombstone]));
  const hashes = await goneHashes(tx, [...tombstones.keys()]);
  const registers = [...tombstones.values()].map(
    ({ entity, hlc, seq }): StoredRegister => ({
      entity,
      facet: 'gone',
      hlc,
      kg: 0,
      seq,
      value: { hash: hashes.get(entity) ?? null },
    }),
  );
  const nowMs = session.clock.nowMs();
  const quarantined = await tx.quarantinedOf([...tombstones.keys()]);
  const beaten = verdicts.gone.filter((one) =>
    quarantined.some(
      ({ entity, facet, hlc }) => entity === one.entity && facet === one.facet && hlc === one.hlc,
    ),
  );
  const planned = await planWrite(tx, registers, { origin: 'remote', nowMs, inVault: true });
  await tx.apply({ ...planned, quarantineRemove: beaten });
};

const goneHashes = async (
  tx: StoreTransaction,
  entities: readonly EntityId[],
): Promise<ReadonlyMap<EntityId, string>> => {
  const salt = await tx.meta('salt');
  const hashes = new Map<EntityId, string>();
  if (salt === null) return hashes;
  for (const register of await tx.registersOf(entities))
    if (register.facet === 'body')
      hashes.set(register.entity, goneHashOf(salt, contentHashOf(register.value.content)));
  return hashes;
};
