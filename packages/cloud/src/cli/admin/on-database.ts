/** Opens a database for commands of the operator. */
import { backupFiles } from '../../adapters/backup-files.ts';
import { openAdmin } from '../../adapters/open-admin.ts';
import { createProcessHints } from '../../adapters/process-hints.ts';
import type { ServerConfig } from '../../config.ts';
import type { BackupFiles } from '../../ports/backup-files.ts';
import type { Admin } from '../../services/admin.ts';
import { type AdminAnswered, fail } from '../../services/admin-request.ts';
import type { AdminStoreDeps } from '../../sql/backup.ts';
import { createSqlStore } from '../../sql/sql-store.ts';
import { openMigrated } from '../open-migrated.ts';

export type CommandDeps = Omit<AdminStoreDeps, 'database'>;

export const onDatabase = async (
  settings: ServerConfig['database'],
  deps: CommandDeps,
  work: (admin: Admin) => AdminAnswered,
  { files = backupFiles, mayMake }: { readonly files?: BackupFiles | undefined; readonly mayMake: boolean },
): AdminAnswered => {
  const opened = await openMigrated(settings, deps.clock.nowMs(), mayMake);
  if (!opened.ok) return fail('unavailable', opened.error);
  const database = opened.value;
  const hints = createProcessHints();
  try {
    return await work(openAdmin({ ...deps, database, store: createSqlStore(database), hints, files }));
  } finally {
    hints.close();
    await database.close();
  }
};
