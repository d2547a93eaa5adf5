/** Composes the operator's commands on an open database. */
import type { BackupFiles } from '../ports/backup-files.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Hints } from '../ports/hints.ts';
import type { SyncStore } from '../ports/sync-store.ts';
import { type Admin, createAdmin } from '../services/admin.ts';
import { createCollect } from '../services/collect.ts';
import { createOperator } from '../services/operator.ts';
import { createAdminStore } from '../sql/admin-store.ts';
import type { SqlDatabase } from '../sql/database.ts';
import { backupFiles } from './backup-files.ts';

export interface OpenAdminDeps {
  readonly database: SqlDatabase;
  readonly store: SyncStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly hints: Hints;
  readonly version: string;
  /** Default: files on the file system. */
  readonly files?: BackupFiles;
}

export const openAdmin = (deps: OpenAdminDeps): Admin =>
  createAdmin({
    store: deps.store,
    admin: createAdminStore(deps),
    operator: createOperator(deps),
    collectAll: createCollect(deps).collectAll,
    files: deps.files ?? backupFiles,
    unavailable: deps.database.unavailable,
  });
