/** Rare queries and writes of the server, its accounts and its vaults. */
import { accounts, server, vaults } from '@cairn/schema/cloud-tables';
import { and, count, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm';
import type { StoreReads, StoreTransaction } from '../ports/sync-store.ts';
import type { SqlSession } from './database.ts';
import { db, read, readOne, write } from './queries.ts';

const { id: _, ...SERVER } = getTableColumns(server);
const NO_SERVER = { setupTokenHash: null, registration: null, adminOutUntil: null };

/** Thrown for a vault that is being moved, because nobody may write to it meanwhile. [OP-20] */
export class VaultMoves extends Error {
  constructor(to: string) {
    super(`the vault moves to the database "${to}"`);
  }
}

export const countVaults = async (session: SqlSession): Promise<number> =>
  (await readOne(session, db.select({ n: count() }).from(vaults)))?.n ?? 0;

export const vaultReads = (session: SqlSession) =>
  ({
    server: async () => {
      const [row, counted] = await Promise.all([
        readOne(session, db.select(SERVER).from(server)),
        countVaults(session),
      ]);
      return { ...(row ?? NO_SERVER), hasVaults: counted > 0, vaults: counted };
    },
    adminOutUntil: async () =>
      (await readOne(session, db.select({ at: server.adminOutUntil }).from(server)))?.at ?? null,
    vault: (id) => readOne(session, db.select().from(vaults).where(eq(vaults.id, id))),
    vaultByRecoveryKey: (signKey) =>
      readOne(session, db.select().from(vaults).where(eq(vaults.recoverySignKey, signKey))),
    vaultsAfter: async (after, limit) => {
      const ids = db.select({ id: vaults.id }).from(vaults).orderBy(vaults.id).limit(limit);
      const rest = after === null ? undefined : gt(vaults.id, after);
      const rows = await read(session, ids.where(and(rest, isNull(vaults.movingTo))));
      return rows.map(({ id }) => id);
    },
  }) satisfies Partial<StoreReads>;

/** `server` has one row, so its updates need no condition. */
export const vaultWrites = (session: SqlSession) =>
  ({
    lockServer: async () => {
      const row = await readOne(session, db.select(SERVER).from(server).for('update'));
      // Read after the lock is held, because the statement that waits for the lock keeps its older snapshot.
      const first = await readOne(session, db.select({ id: vaults.id }).from(vaults).limit(1));
      return { ...(row ?? NO_SERVER), hasVaults: first !== null };
    },
    /** Locks the vault until the commit. A transaction calls it before it writes to the vault. [SY-U4] */
    lockVault: async (id) => {
      const row = await readOne(session, db.select().from(vaults).where(eq(vaults.id, id)).for('update'));
      if (row !== null && row.movingTo !== null) throw new VaultMoves(row.movingTo);
      return row;
    },
    openAccount: async (id, nowMs) => {
      // The update locks an existing account.
      const opened = db.insert(accounts).values({ id, createdAt: nowMs });
      const same = { createdAt: sql`${accounts.createdAt}` };
      await write(session, opened.onConflictDoUpdate({ target: accounts.id, set: same }));
      // Counted after the lock is held, because the statement that waits for the lock keeps its older snapshot.
      const own = await readOne(
        session,
        db.select({ n: count() }).from(vaults).where(eq(vaults.account, id)),
      );
      return own?.n ?? 0;
    },
    updateServer: (values) => write(session, db.update(server).set(values)),
    setRegistersMax: (id, registersMax) =>
      write(session, db.update(vaults).set({ registersMax }).where(eq(vaults.id, id))),
    insertVault: (row) => write(session, db.insert(vaults).values(row)),
    updateVault: (id, { epoch, head, anchor, kg, registers, tombstones }) => {
      const set = { epoch, head, anchor, kg, registers, tombstones };
      return write(session, db.update(vaults).set(set).where(eq(vaults.id, id)));
    },
    raiseAnchorFloor: (id, floor) => {
      const anchorFloor = sql`greatest(${vaults.anchorFloor}, ${floor}::bigint)`;
      return write(session, db.update(vaults).set({ anchorFloor }).where(eq(vaults.id, id)));
    },
  }) satisfies Partial<StoreTransaction>;
