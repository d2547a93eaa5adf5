/**
 * Care of a remote database: what can be asked of it by SQL. Its file, its log and its copies are its server's; what needs them
 * is refused with a sentence. [ST-3]
 */
import { cairnError, err, ok } from '@cairn/schema';
import type { StoreFinding } from '../../engine/api.ts';
import { columnsOf } from '../columns.ts';
import { checkProjection, compareProjection } from '../projection.ts';
import { checkIndex, type LibsqlMaintenance, rebuildIndexes } from '../store-maintenance.ts';
import type { LibsqlWriteStore } from '../write-store.ts';

const BYTES = 'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size';

export const createRemoteMaintenance = (store: LibsqlWriteStore): LibsqlMaintenance => ({
  backup: async () => err(cairnError('storage_remote', NO_BACKUP)),
  check: async (fix) =>
    ok([
      await store.exclusive((database) => checkIndex(database, fix)),
      await checkProjection(store, fix),
      INTEGRITY,
    ]),
  checkProjection: async (fix) => ok({ unfit: await compareProjection(store, fix) }),
  checkpoint: () => Promise.resolve(),
  bytes: () =>
    store.exclusive(async (database) => {
      const [row] = await database.all(BYTES);
      return { file: row === undefined ? 0 : columnsOf(row).integer(), wal: 0 };
    }),
  rebuildIndex: () => store.exclusive(rebuildIndexes),
});

const NO_BACKUP =
  'The database is on a server, so there is no file to copy. Use `cairn export`, or what the server offers for backups.';

const INTEGRITY: StoreFinding = {
  id: 'integrity',
  status: 'pass',
  message: 'The database is on a server, which looks after its file; this is not checked from here.',
};
