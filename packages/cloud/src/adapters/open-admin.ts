/** Composes the operator's commands on an open database. */
import type { BackupFiles } from '../ports/backup-files.ts';
import { type Admin, createAdmin } from '../services/admin.ts';
import { createCollect } from '../services/collect.ts';
import type { ServiceDeps } from '../services/deps.ts';
import { createOperator } from '../services/operator.ts';
import { createAdminStore } from '../sql/admin-store.ts';
import type { AdminStoreDeps } from '../sql/backup.ts';
import { backupFiles } from './backup-files.ts';

interface OpenAdminDeps extends AdminStoreDeps, Pick<ServiceDeps, 'store' | 'hints'> {
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
