/** The store on a SQL database: statements and codecs, no decisions. */
import { err, LIMITS, ok, type Result } from '@cairn/schema';
import type {
  SingleWrites,
  StoreFailure,
  StoreReads,
  StoreTransaction,
  SyncStore,
} from '../ports/sync-store.ts';
import type { SqlDatabase, SqlRow } from './database.ts';
import { gatheredPushCalls, type PushCalls, pushCalls } from './push-calls.ts';
import {
  flag,
  number,
  numberOrNull,
  toChallenge,
  toDevice,
  toDigest,
  toDigestRows,
  toGeneration,
  toLogRegister,
  toMemberEntry,
  toPage,
  toPairing,
  toPresentRegister,
  toPulse,
  toSealedKey,
  toServer,
  toStoredPush,
  toVault,
  toVaultId,
} from './rows.ts';
import { createRunner, type Runner } from './runner.ts';
import * as statements from './statements.ts';

const NO_SERVER = { setupTokenHash: null, registration: null, hasVaults: false };

const plainReads = ({ all, first }: Runner): Omit<StoreReads, keyof PushCalls> => ({
  server: async () => {
    const toCounted = (row: SqlRow) => ({ ...toServer(row), vaults: number(row, 'vaults') });
    const server = (await first(statements.SERVER, [], toCounted)) ?? { ...NO_SERVER, vaults: 0 };
    return { ...server, hasVaults: server.vaults > 0 };
  },
  adminOutUntil: () => first(statements.ADMIN_OUT_UNTIL, [], (row) => numberOrNull(row, 'admin_out_until')),
  vault: (id) => first(statements.VAULT, [id], toVault),
  vaultByRecoveryKey: (signKey) => first(statements.VAULT_BY_RECOVERY_KEY, [signKey], toVault),
  devices: (vault) => all(statements.DEVICES, [vault], toDevice),
  device: (vault, id) => first(statements.DEVICE, [vault, id], toDevice),
  generations: (vault) => all(statements.GENERATIONS, [vault], toGeneration),
  sealedKeys: (vault, recipient) => all(statements.SEALED_KEYS, [vault, recipient], toSealedKey),
  members: (vault) => all(statements.MEMBERS, [vault], toMemberEntry),
  pairing: (id) => first(statements.PAIRING, [id], toPairing),
  page: async ({ vault, high, low, items, payloadBytes, skipTombstones, claim }) => {
    const anchor = [claim?.epoch ?? null, claim?.anchor.seq ?? null, claim?.anchor.mark ?? null];
    const bounds = [high, low, items + 1, payloadBytes, skipTombstones];
    return toPage(await all(statements.PAGE, [vault, ...bounds, ...anchor], (row) => row));
  },
  heads: (vaults) => all(statements.HEADS, [vaults], toPulse),
  digest: async (vault, above, entitiesPerRange) =>
    toDigest(await all(statements.DIGEST, [vault, above, entitiesPerRange], (row) => row)),
  digestRows: async ({ vault, above, after, to, limit }) => {
    const bounds = [after.entity, after.facet, to ?? statements.ENTITY_END, limit];
    return toDigestRows(await all(statements.DIGEST_ROWS, [vault, above, ...bounds], (row) => row));
  },
  registersByName: (vault, names, payloadBytes) =>
    all(
      statements.REGISTERS_BY_NAME,
      [vault, names.map((one) => one.entity), names.map((one) => one.facet), payloadBytes],
      toLogRegister,
    ),
  vaultsAfter: (after, limit) => all(statements.VAULTS_AFTER, [after ?? '', limit], toVaultId),
});

type LogWrites = Pick<
  StoreTransaction,
  'anchorKnown' | 'epochKnown' | 'insertAnchor' | 'lastPush' | 'eraseRegisters' | 'eraseLate'
>;

const logWrites = ({ all, first, run }: Runner): LogWrites => ({
  anchorKnown: async (vault, epoch, { seq, mark }) =>
    (await first(statements.ANCHOR_KNOWN, [vault, epoch, seq, mark], (row) => flag(row, 'known'))) === true,
  epochKnown: async (vault, epoch) =>
    (await first(statements.EPOCH_KNOWN, [vault, epoch], (row) => flag(row, 'known'))) === true,
  insertAnchor: (vault, epoch, { seq, mark }, nowMs) =>
    run(statements.INSERT_ANCHOR, [vault, epoch, seq, mark, nowMs]),
  lastPush: (vault, device) => first(statements.LAST_PUSH, [vault, device], toStoredPush),
  eraseRegisters: (vault, rows) =>
    run(statements.ERASE_REGISTERS, [vault, rows.map((row) => row.entity), rows.map((row) => row.facet)]),
  eraseLate: (vault, { below, since }) =>
    all(statements.ERASE_LATE, [vault, below, since], toPresentRegister),
});

type Collection = Pick<StoreTransaction, 'oldCommit' | 'eraseAnchors' | 'raiseAnchorFloor'>;

const collection = ({ first, run }: Runner): Collection => ({
  oldCommit: (vault, { atMs, examined }) =>
    first(statements.OLD_COMMIT, [vault, atMs, examined], (row) => numberOrNull(row, 'seq')),
  eraseAnchors: async (vault, { below, limit }) =>
    (await first(statements.ERASE_ANCHORS, [vault, below, limit], (row) => number(row, 'erased'))) ?? 0,
  raiseAnchorFloor: (vault, anchorFloor) => run(statements.RAISE_ANCHOR_FLOOR, [vault, anchorFloor]),
});

type Locks = Pick<StoreTransaction, 'lockServer' | 'lockVault'>;

const locks = ({ first }: Runner): Locks => ({
  lockServer: async () => {
    const server = await first(statements.LOCK_SERVER, [], toServer);
    // Looked at after the lock is held: the statement that waits for it keeps its older snapshot.
    const hasVaults = await first(statements.HAS_VAULTS, [], (row) => flag(row, 'has_vaults'));
    return { ...(server ?? NO_SERVER), hasVaults: hasVaults === true };
  },
  lockVault: (id) => first(statements.LOCK_VAULT, [id], toVault),
});

const memberWrites = ({
  first,
  run,
}: Runner): Omit<
  StoreTransaction,
  keyof StoreReads | keyof PushCalls | keyof LogWrites | keyof Collection | keyof Locks
> => ({
  setSetupTokenHash: (hash) => run(statements.SET_SETUP_TOKEN, [hash]),
  openAccount: async (id, nowMs) => {
    await run(statements.OPEN_ACCOUNT, [id, nowMs]);
    // Counted after the lock is held: the statement that waits for it keeps its older snapshot.
    const vaults = await first(statements.COUNT_ACCOUNT_VAULTS, [id], (row) => number(row, 'vaults'));
    return { id, vaults: vaults ?? 0 };
  },
  setRegistration: (registration) => run(statements.SET_REGISTRATION, [registration]),
  endAdminSessions: (untilMs) => run(statements.END_ADMIN_SESSIONS, [untilMs]),
  setRegistersMax: (id, registersMax) => run(statements.SET_REGISTERS_MAX, [id, registersMax]),
  insertVault: (row) =>
    run(statements.INSERT_VAULT, [
      row.id,
      row.account,
      row.kind,
      row.epoch,
      row.head,
      row.anchor,
      row.kg,
      row.registers,
      row.tombstones,
      row.anchorFloor,
      row.registersMax,
      row.recoveryBoxKey,
      row.recoverySignKey,
      row.createdAt,
    ]),
  updateVault: (id, { epoch, head, anchor, kg, registers, tombstones }) =>
    run(statements.UPDATE_VAULT, [id, epoch, head, anchor, kg, registers, tombstones]),
  insertDevice: (row) =>
    run(statements.INSERT_DEVICE, [
      row.vault,
      row.id,
      row.name,
      row.boxKey,
      row.signKey,
      row.tokenHash,
      row.createdAt,
      row.lastSeenAt,
      row.acked,
      row.revokedAt,
    ]),
  touchDevice: (vault, id, { acked, atMs }) =>
    run(statements.TOUCH_DEVICE, [vault, id, acked, atMs, LIMITS.lastSeenMsMax]),
  revokeDevice: (vault, id, atMs) => run(statements.REVOKE_DEVICE, [vault, id, atMs]),
  insertGeneration: (vault, { kg, verifier, endedAt }) =>
    run(statements.INSERT_GENERATION, [vault, kg, verifier, endedAt]),
  endGeneration: (vault, kg, atMs) => run(statements.END_GENERATION, [vault, kg, atMs]),
  writeSealedKeys: (vault, keys) =>
    run(statements.WRITE_SEALED_KEYS, [
      vault,
      keys.map((key) => key.kg),
      keys.map((key) => key.recipient),
      keys.map((key) => key.sealed),
    ]),
  eraseSealedKeys: (vault, recipient) => run(statements.ERASE_SEALED_KEYS, [vault, recipient]),
  insertMember: (vault, entry) => run(statements.INSERT_MEMBER, [vault, entry.n, JSON.stringify(entry)]),
  writePairing: (row) =>
    run(statements.WRITE_PAIRING, [
      row.id,
      row.vault,
      row.inviter,
      row.expiresAt,
      row.triesLeft,
      row.claim === null ? null : JSON.stringify(row.claim),
      JSON.stringify(row.refused),
      row.approvedMac,
    ]),
  erasePairings: (which) =>
    'expiredBefore' in which
      ? run(statements.ERASE_OLD_PAIRINGS, [which.expiredBefore])
      : run(statements.ERASE_PAIRINGS_OF, [which.vault, which.inviter]),
  insertChallenge: ({ challenge, vault, expiresAt }) =>
    run(statements.INSERT_CHALLENGE, [challenge, vault, expiresAt]),
  takeChallenge: (challenge) => first(statements.TAKE_CHALLENGE, [challenge], toChallenge),
  eraseChallenges: (expiredBefore) => run(statements.ERASE_CHALLENGES, [expiredBefore]),
});

const PUSH_LIMITS = { lockMs: LIMITS.lockTimeoutMs, statementMs: LIMITS.statementTimeoutMs };

export const createSqlStore = (database: SqlDatabase): SyncStore => {
  const { deviceByTokenHash, pushView, writePush } = gatheredPushCalls(database);
  const reads = { ...plainReads(createRunner(database)), deviceByTokenHash, pushView };
  const guarded = async <T>(work: () => Promise<T>): Promise<Result<T, StoreFailure>> => {
    try {
      return ok(await work());
    } catch (error) {
      const reason = database.unavailable(error);
      if (reason === null) throw error;
      return err({ kind: 'unavailable', reason });
    }
  };
  return {
    transaction: (work) =>
      guarded(() =>
        database.transaction((session) => {
          const runner = createRunner(session);
          return work({
            ...plainReads(runner),
            ...pushCalls(runner),
            ...locks(runner),
            ...logWrites(runner),
            ...collection(runner),
            ...memberWrites(runner),
          });
        }, PUSH_LIMITS),
      ),
    single: (work) =>
      guarded(() => {
        const touchDevice: SingleWrites['touchDevice'] = (...touched) =>
          database.single((session) => memberWrites(createRunner(session)).touchDevice(...touched));
        return work({ writePush, touchDevice });
      }),
    read: (work) => guarded(() => work(reads)),
    close: () => database.close(),
  };
};
