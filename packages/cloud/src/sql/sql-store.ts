/** The store on a SQL database: statements and codecs, no decisions. */
import { err, LIMITS, ok, type Result } from '@cairn/schema';
import type {
  SingleWrites,
  StoreFailure,
  StoreReads,
  StoreTransaction,
  SyncStore,
} from '../ports/sync-store.ts';
import { createRunner, type Runner, type SqlDatabase, type SqlSession } from './database.ts';
import { memberReads, memberWrites } from './member-queries.ts';
import { gatheredPushCalls, type PushCalls, pushCalls } from './push-calls.ts';
import {
  flag,
  number,
  numberOrNull,
  toDigest,
  toDigestRows,
  toLogRegister,
  toPage,
  toPresentRegister,
  toPulse,
  toStoredPush,
} from './rows.ts';
import * as statements from './statements.ts';
import { VaultMoves, vaultReads, vaultWrites } from './vault-queries.ts';

const logReads = ({ all }: Runner) =>
  ({
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
  }) satisfies Partial<StoreReads>;

const logWrites = ({ all, first, run }: Runner) =>
  ({
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
    touchDevice: (vault, id, { acked, atMs }) =>
      run(statements.TOUCH_DEVICE, [vault, id, acked, atMs, LIMITS.lastSeenMsMax]),
    oldCommit: (vault, { atMs, examined }) =>
      first(statements.OLD_COMMIT, [vault, atMs, examined], (row) => numberOrNull(row, 'seq')),
    eraseAnchors: async (vault, { below, limit }) =>
      (await first(statements.ERASE_ANCHORS, [vault, below, limit], (row) => number(row, 'erased'))) ?? 0,
  }) satisfies Partial<StoreTransaction>;

const plainReads = (session: SqlSession): Omit<StoreReads, keyof PushCalls> => ({
  ...vaultReads(session),
  ...memberReads(session),
  ...logReads(createRunner(session)),
});

const PUSH_LIMITS = { lockMs: LIMITS.lockTimeoutMs, statementMs: LIMITS.statementTimeoutMs };

export const createSqlStore = (database: SqlDatabase): SyncStore => {
  const { deviceByTokenHash, pushView, writePush } = gatheredPushCalls(database);
  const reads = { ...plainReads(database), deviceByTokenHash, pushView };
  const guarded = async <T>(work: () => Promise<T>): Promise<Result<T, StoreFailure>> => {
    try {
      return ok(await work());
    } catch (error) {
      const reason = error instanceof VaultMoves ? error.message : database.unavailable(error);
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
            ...plainReads(session),
            ...pushCalls(runner),
            ...logWrites(runner),
            ...vaultWrites(session),
            ...memberWrites(session),
          });
        }, PUSH_LIMITS),
      ),
    single: (work) =>
      guarded(() => {
        const touchDevice: SingleWrites['touchDevice'] = (...touched) =>
          database.single((session) => logWrites(createRunner(session)).touchDevice(...touched));
        return work({ writePush, touchDevice });
      }),
    read: (work) => guarded(() => work(reads)),
    close: () => database.close(),
  };
};
