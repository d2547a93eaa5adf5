/** `POST /v1/push`: one batch, one transaction, one verdict per item. [SY-U2 to SY-U8] */
import {
  type EntityId,
  LIMITS,
  ok,
  type PushResponse,
  quickPushRequest,
  type RawItem,
  type Result,
} from '@cairn/schema';
import { type Anchor, formatAnchor, parseAnchor } from '../log/anchor.ts';
import { decidePush, type PushDecision } from '../log/decide-push.ts';
import { decodeOutcome, encodeOutcome, type PushOutcome } from '../log/outcome.ts';
import { pushStep } from '../log/push-number.ts';
import type { PresentRegister } from '../log/register.ts';
import { type ReadItem, readItem } from '../log/validate-item.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Hints } from '../ports/hints.ts';
import type {
  DeviceRow,
  GenerationRow,
  StoredPush,
  StoreTransaction,
  SyncStore,
  VaultRow,
} from '../ports/sync-store.ts';
import { newMark, partWays, raiseEpoch } from './epochs.ts';
import { sha256Hex } from './hashing.ts';
import { type Answer, type Problem, problem, settled } from './problem.ts';
import type { Session } from './session.ts';

interface Batch {
  readonly epoch: string;
  readonly anchor: Anchor;
  readonly pushNo: number;
  readonly sha256: string;
  /** As they came, and as they were read; in the same order. */
  readonly raw: readonly RawItem[];
  readonly items: readonly ReadItem[];
}

interface PushDeps {
  readonly store: SyncStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly hints: Hints;
  /** `LIMITS.registersPerVaultMax` unless given. */
  readonly registersPerVaultMax?: number;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
};

const parseBatch = (bytes: Uint8Array): Batch | null => {
  const parsed = quickPushRequest.safeParse(parseJson(bytes));
  const anchor = parsed.success ? parseAnchor(parsed.data.anchor) : null;
  if (!parsed.success || anchor === null) return null;
  const { epoch, pushNo, items: raw } = parsed.data;
  return { epoch, anchor, pushNo, raw, items: raw.map(readItem), sha256: sha256Hex(bytes) };
};

const entitiesOf = (batch: Batch): readonly EntityId[] => [
  ...new Set(batch.items.flatMap((read) => (read.kind === 'valid' ? [read.item.entity] : []))),
];

interface Loaded {
  readonly vault: VaultRow;
  readonly device: DeviceRow;
  readonly last: StoredPush | null;
  readonly anchorKnown: boolean;
  readonly generations: readonly GenerationRow[];
  readonly present: readonly PresentRegister[];
}

/** The lock first; what is asked behind it without waiting is answered as the last holder of the lock left it. */
const load = async (
  tx: StoreTransaction,
  session: Session,
  batch: Batch,
): Promise<Result<Loaded, Problem>> => {
  const [vault, device, last, anchorKnown, generations, present] = await Promise.all([
    tx.lockVault(session.vault),
    tx.device(session.vault, session.device),
    tx.lastPush(session.vault, session.device),
    tx.anchorKnown(session.vault, batch.epoch, batch.anchor),
    tx.generations(session.vault),
    tx.registersOf(session.vault, entitiesOf(batch)),
  ]);
  if (vault === null) return problem('unauthorized', 'This vault is no longer here.');
  return device === null || device.revokedAt !== null
    ? problem('device_revoked', 'This device was revoked. Join the vault again as a new device.')
    : ok({ vault, device, last, anchorKnown, generations, present });
};

/** `fresh`: whether anything was written now, rather than answered from what is kept. */
type Committed = PushOutcome & { readonly fresh: boolean };

export const createPush = (deps: PushDeps) => {
  const { store, clock, random, hints, registersPerVaultMax = LIMITS.registersPerVaultMax } = deps;
  const commit = async (
    tx: StoreTransaction,
    { vault, device, generations, present }: Loaded,
    batch: Batch,
  ): Promise<Result<Committed, Problem>> => {
    const nowMs = clock.nowMs();
    const decision = decidePush({ head: vault.head, generations, present, items: batch.items, nowMs });
    const registers = vault.registers + decision.registersDelta;
    const registersMax = vault.registersMax ?? registersPerVaultMax;
    if (decision.registersDelta > 0 && registers > registersMax) {
      return problem('quota_exceeded', `This vault holds at most ${registersMax} registers.`);
    }
    const outcome = { verdicts: decision.verdicts, head: decision.head, anchor: newMark(random) };
    await save(tx, vault, device, batch, decision, outcome, nowMs);
    return ok({ ...outcome, fresh: decision.head > vault.head });
  };

  const inTransaction = async (
    tx: StoreTransaction,
    session: Session,
    batch: Batch,
  ): Promise<Result<Committed, Problem>> => {
    const loaded = await load(tx, session, batch);
    if (!loaded.ok) return loaded;
    const { vault, last, anchorKnown } = loaded.value;
    const parted = await partWays(tx, vault, batch, anchorKnown, { random, nowMs: clock.nowMs() });
    if (parted !== null) return parted;
    const step = pushStep(last, batch);
    if (step === 'forked') {
      return problem('device_forked', 'Another copy of this device has pushed. Take a new device id.');
    }
    if (step === 'gap') {
      // A push of this epoch that was confirmed is not here: the past was lost, though the anchor did not show it.
      const epoch = await raiseEpoch(tx, vault, random, clock.nowMs());
      return problem('push_gap', `Push ${batch.pushNo} came after ${last?.pushNo ?? 0}.`, { epoch });
    }
    if (step === 'replay' && last !== null) {
      return ok({ ...decodeOutcome(last.outcome, batch.raw), fresh: false });
    }
    return commit(tx, loaded.value, batch);
  };

  /** `bytes`: the exact body, at most `LIMITS.pushBodyBytesMax`. */
  return async (session: Session, bytes: Uint8Array): Answer<PushResponse> => {
    if (bytes.length > LIMITS.pushBodyBytesMax) return problem('too_large', 'Halve the batch.');
    const batch = parseBatch(bytes);
    if (batch === null) {
      return problem('malformed', 'A push is {epoch, anchor, pushNo, items} with 1 to 500 items.');
    }
    const answer = settled(await store.transaction((tx) => inTransaction(tx, session, batch)));
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

/** A device that held everything before its own push holds everything after it. */
const ackedAfter = (acked: number, vault: VaultRow, head: number): number =>
  acked === vault.head ? head : acked;

const save = async (
  tx: StoreTransaction,
  vault: VaultRow,
  device: DeviceRow,
  batch: Batch,
  decision: PushDecision,
  outcome: PushOutcome,
  nowMs: number,
): Promise<void> => {
  await Promise.all([
    decision.erased.length === 0 ? null : tx.eraseRegisters(vault.id, decision.erased),
    decision.inserts.length === 0 ? null : tx.insertRegisters(vault.id, decision.inserts),
    decision.updates.length === 0 ? null : tx.updateRegisters(vault.id, decision.updates),
    tx.updateVault(vault.id, {
      ...vault,
      head: decision.head,
      anchor: outcome.anchor,
      registers: vault.registers + decision.registersDelta,
      tombstones: vault.tombstones + decision.tombstonesDelta,
    }),
    tx.insertAnchor(vault.id, vault.epoch, { seq: decision.head, mark: outcome.anchor }, nowMs),
    tx.setLastPush(vault.id, device.id, {
      epoch: batch.epoch,
      pushNo: batch.pushNo,
      sha256: batch.sha256,
      outcome: encodeOutcome(outcome, batch.raw),
    }),
    tx.touchDevice(vault.id, device.id, {
      acked: ackedAfter(device.acked, vault, decision.head),
      atMs: nowMs,
    }),
  ]);
};
