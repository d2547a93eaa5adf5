/**
 * Moves a vault between two databases with the same tables. The row in `vaults` says where it is: the vault is open in the database
 * whose row has no `moving_to`. One transaction writes everything to the target, and its commit is the moment of the move. [OP-20]
 */
import type { VaultId } from '@cairn/schema';
import { accounts, devices, vaults } from '@cairn/schema/cloud-tables';
import { eq } from 'drizzle-orm';
import type { VaultRow } from '../ports/sync-store.ts';
import * as statements from './admin-statements.ts';
import { copied, createLoader, readRows } from './backup.ts';
import type { SqlDatabase } from './database.ts';
import { db, readOne, write } from './queries.ts';
import { fillWithin } from './readable-memories.ts';
import { readTables } from './tables.ts';
import { vaultWrites } from './vault-queries.ts';

/**
 * Sets the name of the database to which the vault moves; null opens the vault where it is. Waits only for pushes that are running.
 * Later pushes are refused while a name is set.
 */
export const setMovingTo = (database: SqlDatabase, vault: VaultId, movingTo: string | null): Promise<void> =>
  database.transaction(
    (session) => write(session, db.update(vaults).set({ movingTo }).where(eq(vaults.id, vault))),
    null,
  );

/** Copies the vault and opens it in `to`. Returns the number of rows. The caller has closed it in `from`, so nothing changes meanwhile. */
export const copyVault = (
  from: SqlDatabase,
  to: SqlDatabase,
  { id: vault, account }: Pick<VaultRow, 'id' | 'account'>,
): Promise<number> =>
  from.transaction(async (source) => {
    await source.query(statements.ONE_SNAPSHOT);
    const tables = copied(await readTables(source));
    const owners = db.select().from(accounts);
    const owner = account === null ? null : await readOne(source, owners.where(eq(accounts.id, account)));
    return to.transaction(async (target) => {
      if (owner !== null) await vaultWrites(target).openAccount(owner.id, owner.createdAt);
      const loader = createLoader(target, tables);
      let rows = 0;
      for (const table of tables) {
        if (!table.isByVault && table.name !== 'vaults') continue;
        const put = (row: string) => loader.add(table.name, row);
        rows += await readRows(source, table.quoted, put, { [table.isByVault ? 'vault' : 'id']: vault });
      }
      await loader.flush();
      await write(target, db.update(vaults).set({ movingTo: null }).where(eq(vaults.id, vault)));
      await fillWithin(target, vault);
      return rows;
    }, null);
  }, null);

/** Deletes the devices of the vault, with their tokens, at once. Deleting the other rows takes longer. */
export const forgetDevices = (database: SqlDatabase, vault: VaultId): Promise<void> =>
  database.transaction((session) => write(session, db.delete(devices).where(eq(devices.vault, vault))), null);
