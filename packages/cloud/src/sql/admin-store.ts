/** Lists vaults, checks the database and deletes vaults, for the operator's tools. Other modules back up and restore. */

import { devices, vaults } from '@cairn/schema/cloud-tables';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { AdminStore, Finding } from '../ports/admin-store.ts';
import * as statements from './admin-statements.ts';
import { type AdminStoreDeps, createBackup } from './backup.ts';
import { bounded, CHECKS } from './checks.ts';
import type { SqlRow } from './database.ts';
import { db, read } from './queries.ts';
import { createReadableTable } from './readable-memories.ts';
import { number, textOrNull } from './rows.ts';
import { readTables } from './tables.ts';
import { countVaults } from './vault-queries.ts';

const { id, kind, head, registers, tombstones, registersMax, createdAt } = getTableColumns(vaults);

/** Selects the vaults, most recently seen first. */
const summaries = () => {
  const seen = db
    .select({
      vault: devices.vault,
      present: sql<number>`count(*) filter (where ${devices.revokedAt} is null)`.as('present'),
      lastSeenAt: sql<number | null>`max(${devices.lastSeenAt})`.as('last'),
    })
    .from(devices)
    .groupBy(devices.vault)
    .as('seen');
  const present = sql`coalesce(${seen.present}, 0)`.mapWith(Number);
  const lastSeenAt = sql<number | null>`${seen.lastSeenAt}`.mapWith(Number);
  const columns = { id, kind, head, registers, tombstones, registersMax, createdAt };
  return db
    .select({ ...columns, devices: present, lastSeenAt })
    .from(vaults)
    .leftJoin(seen, eq(seen.vault, id))
    .orderBy(sql`${seen.lastSeenAt} desc nulls last`, id);
};

export const createAdminStore = (deps: AdminStoreDeps): AdminStore => {
  const { database } = deps;
  return {
    vaults: async (limit) => {
      const total = await countVaults(database);
      return { vaults: await read(database, summaries().limit(limit)), total };
    },

    bytes: async () => {
      const [row] = await database.query(statements.DATABASE_BYTES);
      return row === undefined ? 0 : number(row, 'bytes');
    },

    verify: () =>
      database.transaction(async (session) => {
        await session.query(statements.ONE_SNAPSHOT);
        await session.query(statements.WHOLE_TABLES);
        const findings: Finding[] = [];
        const notes: Finding[] = [];
        for (const check of CHECKS) {
          const rows = await session.query(bounded(check));
          const toFinding = (row: SqlRow): Finding => ({
            check: check.name,
            vault: textOrNull(row, 'vault'),
            detail: textOrNull(row, 'detail') ?? '',
          });
          (check.isNote === true ? notes : findings).push(...rows.map(toFinding));
        }
        return { checks: CHECKS.length, findings, notes };
      }, null),

    deleteVault: (id) =>
      database.transaction(async (session) => {
        await session.query(statements.LOCK_VAULT, [id]);
        const tables = await readTables(session);
        for (const { quoted, isByVault } of tables.toReversed()) {
          if (isByVault) await session.query(statements.deleteOfVault(quoted), [id]);
        }
        const gone = db.delete(vaults).where(eq(vaults.id, id)).returning({ id: vaults.id });
        return (await read(session, gone)).length === 1;
      }, null),

    rebuild: createReadableTable(database).rebuild,

    ...createBackup(deps),
  };
};
