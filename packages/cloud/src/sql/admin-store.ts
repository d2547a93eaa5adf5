/** The operator's tools on SQL: lists, checks, deletion. Backup and restore have a file of their own. */

import type { AdminStore, Finding, VaultSummary } from '../ports/admin-store.ts';
import * as statements from './admin-statements.ts';
import { type AdminStoreDeps, createBackup } from './backup.ts';
import { bounded, CHECKS } from './checks.ts';
import type { SqlRow } from './database.ts';
import { createReadableTable } from './readable-memories.ts';
import { number, textOrNull, toVaultSummary } from './rows.ts';
import { readTables } from './tables.ts';

export const createAdminStore = (deps: AdminStoreDeps): AdminStore => {
  const { database } = deps;
  return {
    vaults: async (limit) => {
      const [count] = await database.query(statements.COUNT_VAULTS);
      const rows = await database.query(statements.LIST_VAULTS, [limit]);
      const vaults: readonly VaultSummary[] = rows.map(toVaultSummary);
      return { vaults, total: count === undefined ? 0 : number(count, 'vaults') };
    },

    bytes: async () => {
      const [row] = await database.query(statements.DATABASE_BYTES);
      return row === undefined ? 0 : number(row, 'bytes');
    },

    verify: () =>
      database.transaction(async (session) => {
        await session.query(statements.ONE_SNAPSHOT);
        const findings: Finding[] = [];
        for (const check of CHECKS) {
          const rows = await session.query(bounded(check));
          const toFinding = (row: SqlRow): Finding => ({
            check: check.name,
            vault: textOrNull(row, 'vault'),
            detail: textOrNull(row, 'detail') ?? '',
          });
          findings.push(...rows.map(toFinding));
        }
        return { checks: CHECKS.length, findings };
      }, null),

    deleteVault: (id) =>
      database.transaction(async (session) => {
        const tables = await readTables(session);
        for (const { quoted, isByVault } of tables.toReversed()) {
          if (isByVault) await session.query(statements.deleteOfVault(quoted), [id]);
        }
        return (await session.query(statements.DELETE_VAULT, [id])).length === 1;
      }, null),

    rebuild: createReadableTable(database).rebuild,

    ...createBackup(deps),
  };
};
