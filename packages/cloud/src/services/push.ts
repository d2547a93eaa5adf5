/**
 * `POST /v1/push`: one batch, one transaction, one verdict per item. [SY-U2 to SY-U8]
 *
 * Other writers are rare. So a push is first decided optimistically, from a view that was read without the lock. One statement writes
 * it by compare-and-swap: only if the lock is free and the view is unchanged. Every other push is decided under the lock.
 */
import { err, LIMITS, ok, orElse, type PushResponse, quickPushRequest, type Result } from '@cairn/schema';
import { formatAnchor, parseAnchor } from '../log/anchor.ts';
import { decidePush, type PushDecision, pushStep } from '../log/decide-push.ts';
import { decodeOutcome, encodeOutcome, type PushOutcome } from '../log/outcome.ts';
import { readItem } from '../log/validate-item.ts';
import type {
  DeviceRow,
  PushQuery,
  PushView,
  PushWrite,
  StoreFailure,
  StoreTransaction,
  VaultRow,
} from '../ports/sync-store.ts';
import type { ServiceDeps } from './deps.ts';
import { newMark, partWays, raiseEpoch } from './epochs.ts';
import { sha256Hex } from './hashing.ts';
import { type Answer, flatten, goneVault, problem } from './problem.ts';
import type { Session } from './session.ts';

interface PushDeps extends Pick<ServiceDeps, 'store' | 'clock' | 'random' | 'hints' | 'epochLimit'> {
  /** Default: `LIMITS.registersPerVaultMax`. */
  readonly registersPerVaultMax?: number;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** `raw` and `items`: the items as sent and as parsed, in the same order. */
const parseBatch = (bytes: Uint8Array) => {
  const parsed = quickPushRequest.safeParse(
    orElse((): unknown => JSON.parse(decoder.decode(bytes)), undefined),
  );
  const anchor = parsed.success ? parseAnchor(parsed.data.anchor) : null;
  if (!parsed.success || anchor === null) return null;
  const { epoch, pushNo, items: raw } = parsed.data;
  return { epoch, anchor, pushNo, raw, items: raw.map(readItem), sha256: sha256Hex(bytes) };
};

type Batch = NonNullable<ReturnType<typeof parseBatch>>;

const queryOf = (session: Session, batch: Batch): PushQuery => ({
  ...session,
  epoch: batch.epoch,
  anchor: batch.anchor,
  entities: [...new Set(batch.items.flatMap((read) => (read.kind === 'valid' ? [read.item.entity] : [])))],
});

type KnownDevice = PushView & { readonly device: DeviceRow };

const isLive = (view: PushView): view is KnownDevice =>
  view.device !== null && view.device.revokedAt === null;

/** Returns whether the batch is the next one of a device that knows the vault's past. */
const isNext = ({ vault, last, anchorKnown }: PushView, batch: Batch): boolean =>
  vault.epoch === batch.epoch && anchorKnown && pushStep(last, batch) === 'next';

/** Returns the head that the device has acknowledged. A device that had everything before its push also has everything after it. */
const ackedAfter = (acked: number, vault: VaultRow, head: number): number =>
  acked === vault.head ? head : acked;

/** `fresh`: whether this call raised the head. False for a stored answer, and for a push that changed no register. */
type Committed = PushOutcome & { readonly fresh: boolean };

/**
 * Returns whether the push exceeds the quota. Tombstones have a limit of their own, equal to that of living registers. So forgotten
 * memories take no room from living ones. A memory that is on the server can always be forgotten. [SY-A5, TR-2]
 */
const isFull = (
  { registersDelta, tombstonesDelta }: Pick<PushDecision, 'registersDelta' | 'tombstonesDelta'>,
  after: { readonly registers: number; readonly tombstones: number },
  max: number,
): boolean => {
  const isMore = registersDelta > tombstonesDelta && after.registers - after.tombstones > max;
  return isMore || (registersDelta > 0 && tombstonesDelta > 0 && after.tombstones > max);
};

export const createPush = (deps: PushDeps) => {
  const { store, clock, random, hints, epochLimit } = deps;

  /** Plans the outcome of a device's next push. `erased`: the registers that tombstones erase. [SY-U8] */
  const plan = (view: KnownDevice, batch: Batch) => {
    const { vault, device, generations, present } = view;
    const nowMs = clock.nowMs();
    const decision = decidePush({ head: vault.head, generations, present, items: batch.items, nowMs });
    const { head, verdicts, inserts, updates, erased } = decision;
    const registers = vault.registers + decision.registersDelta;
    const tombstones = vault.tombstones + decision.tombstonesDelta;
    const registersMax = vault.registersMax ?? deps.registersPerVaultMax ?? LIMITS.registersPerVaultMax;
    if (isFull(decision, { registers, tombstones }, registersMax)) {
      return problem('quota_exceeded', `This vault holds at most ${registersMax} registers.`);
    }
    const outcome = { verdicts, head, anchor: newMark(random) };
    const { pushNo, sha256 } = batch;
    const write: PushWrite = {
      seen: vault,
      after: { head, anchor: outcome.anchor, registers, tombstones },
      device: device.id,
      push: { pushNo, sha256, outcome: encodeOutcome(outcome, batch.raw) },
      acked: ackedAfter(device.acked, vault, head),
      inserts,
      updates,
      nowMs,
    };
    const committed: Committed = { ...outcome, fresh: head > vault.head };
    return ok({ write, erased, committed });
  };

  /**
   * Returns null if the push must be decided under the lock: it is not a plain next push, it is refused or erases registers, or another
   * device has written meanwhile.
   */
  const withoutWaiting = async (
    session: Session,
    batch: Batch,
  ): Promise<Result<Committed | null, StoreFailure>> => {
    const seen = await store.read((reads) => reads.pushView(queryOf(session, batch)));
    if (!seen.ok) return seen;
    if (seen.value === null || !isLive(seen.value) || !isNext(seen.value, batch)) return ok(null);
    const planned = plan(seen.value, batch);
    if (!planned.ok || planned.value.erased.length > 0) return ok(null);
    const { write, committed } = planned.value;
    const written = await store.single((writes) => writes.writePush(write));
    return written.ok ? ok(written.value ? committed : null) : written;
  };

  const underLock = async (tx: StoreTransaction, session: Session, batch: Batch): Answer<Committed> => {
    // Sent together and run in this order, so the view shows what the lock's last holder wrote.
    const [, view] = await Promise.all([tx.lockVault(session.vault), tx.pushView(queryOf(session, batch))]);
    if (view === null) return goneVault();
    if (!isLive(view))
      return problem('device_revoked', 'This device was revoked. Join the vault again as a new device.');
    const { vault, last, anchorKnown } = view;
    const step = pushStep(last, batch);
    // A repeat is answered before its anchor is checked, because the anchor's commit may already be collected. [SY-U3]
    if (step === 'replay' && batch.epoch === vault.epoch) return replayed(tx, session, batch);
    const parted = await partWays(tx, vault, { session, claim: batch, anchorKnown }, deps);
    if (parted !== null) return parted;
    if (step === 'forked') {
      return problem('device_forked', 'Another copy of this device has pushed. Take a new device id.');
    }
    if (step === 'gap') {
      // A confirmed push of this epoch is missing: the past was lost, although the anchor did not show it.
      const refused = epochLimit(session);
      if (refused !== null) return err(refused);
      const epoch = await raiseEpoch(tx, vault, random, clock.nowMs());
      return problem('push_gap', `Push ${batch.pushNo} came after ${last?.pushNo ?? 0}.`, { epoch });
    }
    const planned = plan(view, batch);
    if (!planned.ok) return planned;
    const { write, erased, committed } = planned.value;
    const [, written] = await Promise.all([
      erased.length === 0 ? null : tx.eraseRegisters(vault.id, erased),
      tx.writePush(write),
    ]);
    if (!written) throw new Error('the vault changed under its lock');
    return ok(committed);
  };

  const committedOf = async (session: Session, batch: Batch): Answer<Committed> => {
    const quick = await withoutWaiting(session, batch);
    if (!quick.ok) return flatten<never>(quick);
    return quick.value === null
      ? flatten(await store.transaction((tx) => underLock(tx, session, batch)))
      : ok(quick.value);
  };

  /** `bytes`: the exact body, at most `LIMITS.pushBodyBytesMax`. */
  return async (session: Session, bytes: Uint8Array): Answer<PushResponse> => {
    if (bytes.length > LIMITS.pushBodyBytesMax) return problem('too_large', 'Halve the batch.');
    const batch = parseBatch(bytes);
    if (batch === null) {
      return problem('malformed', 'A push is {epoch, anchor, pushNo, items} with 1 to 500 items.');
    }
    const answer = await committedOf(session, batch);
    if (!answer.ok) {
      const { epoch } = answer.error;
      if (epoch !== undefined) {
        hints.publish(session.vault, { kind: 'epoch', epoch }, { kind: 'except', device: session.device });
      }
      return answer;
    }
    const { verdicts, head, anchor, fresh } = answer.value;
    if (fresh) {
      hints.publish(session.vault, { kind: 'head', head }, { kind: 'except', device: session.device });
    }
    return ok({
      verdicts: [...verdicts],
      head,
      anchor: formatAnchor({ seq: head, mark: anchor }),
      serverTime: clock.nowMs(),
    });
  };
};

const replayed = async (
  tx: StoreTransaction,
  { vault, device }: Session,
  batch: Batch,
): Answer<Committed> => {
  const last = await tx.lastPush(vault, device);
  if (last === null) throw new Error('the push that is repeated is not here');
  return ok({ ...decodeOutcome(last.outcome, batch.raw), fresh: false });
};
